import { normalQuantile } from './distributions.ts';

/** Numbers whose difference is smaller than this share of the largest one are equal but for rounding. */
export const ROUNDING_TOLERANCE = 1e-12;

/** Both ends in the unit of the estimate. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * α = 1 − confidence. Throws RangeError unless 0 < confidence < 1: a percentage (95) is turned into a
 * fraction where requests are read, not here.
 */
export function alphaFromConfidence(confidence: number): number {
  if (!(confidence > 0 && confidence < 1)) {
    throw new RangeError(`A confidence level lies between 0 and 1, not ${confidence}.`);
  }
  // 1 − 0.95 is 0.050000000000000044, and levels are shown.
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

/** Throws RangeError unless every score is a finite number: an ungraded sample is left out, never NaN. */
export function checkFinite(scores: readonly number[]): void {
  for (const score of scores) {
    if (!Number.isFinite(score)) throw new RangeError(`A score must be a finite number, not ${score}.`);
  }
}
