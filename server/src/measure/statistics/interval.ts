import { normalQuantile } from './distributions.ts';

/** Numbers whose difference is below this share of the largest one count as equal apart from rounding. */
export const ROUNDING_TOLERANCE = 1e-12;

/** The bounds, in the unit of the estimate. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * α = 1 − confidence. Throws RangeError unless 0 < confidence < 1; percentages (95) are converted to fractions when
 * requests are parsed.
 */
export function alphaFromConfidence(confidence: number): number {
  if (!(confidence > 0 && confidence < 1)) {
    throw new RangeError(`A confidence level lies between 0 and 1, not ${confidence}.`);
  }
  // 1 − 0.95 is 0.050000000000000044, and levels are displayed.
  return Number((1 - confidence).toPrecision(12));
}

/** The upper quantile level 1 − α/2 of a two-sided interval, without the rounding of 1 − (1 − c)/2. */
export function upperLevel(confidence: number): number {
  alphaFromConfidence(confidence);
  return (1 + confidence) / 2;
}

/** z = Φ⁻¹(1 − α/2): 1.96 for 0.95. */
export function zFromConfidence(confidence: number): number {
  return normalQuantile(upperLevel(confidence));
}

/** Throws RangeError unless `value` is an integer ≥ `least`. `name` opens the message. */
export function checkCount(name: string, value: number, least = 0): void {
  if (!Number.isSafeInteger(value) || value < least) {
    throw new RangeError(`${name} must be an integer of at least ${least}, not ${value}.`);
  }
}

/** Throws RangeError unless every score is a finite number: ungraded samples must be omitted, never NaN. */
export function checkFinite(scores: readonly number[]): void {
  for (const score of scores) {
    if (!Number.isFinite(score)) throw new RangeError(`A score must be a finite number, not ${score}.`);
  }
}
