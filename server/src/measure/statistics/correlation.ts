import { type Interval, ROUNDING_TOLERANCE, zFromConfidence } from './interval.ts';
import { mean } from './one-sample.ts';

export interface Correlation {
  readonly n: number;
  readonly r: number;
  /** tanh(artanh r ± z/√(n−3)) (Fisher 1921); null for fewer than four pairs. */
  readonly ci: Interval | null;
}

/**
 * Pearson's correlation of pairs such as (length of the response, score), with Fisher's interval. Null for fewer than
 * two pairs or if either side does not vary.
 */
export function pearson(
  pairs: readonly (readonly [number, number])[],
  confidence: number,
): Correlation | null {
  if (pairs.length < 2) return null;
  const [x, y] = [centred(pairs.map(([left]) => left)), centred(pairs.map(([, right]) => right))];
  if (x === null || y === null) return null;
  const product = x.reduce((sum, value, i) => sum + value * (y[i] as number), 0);
  const r = Math.max(-1, Math.min(1, product));
  return { n: pairs.length, r, ci: fisherInterval(r, pairs.length, confidence) };
}

/** Deviations from the mean, scaled to length 1; null if they are only rounding errors. */
function centred(values: readonly number[]): number[] | null {
  const centre = mean(values);
  const deviations = values.map((value) => value - centre);
  const length = Math.sqrt(deviations.reduce((sum, deviation) => sum + deviation * deviation, 0));
  const scale = values.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  return length <= ROUNDING_TOLERANCE * scale ? null : deviations.map((deviation) => deviation / length);
}

function fisherInterval(r: number, n: number, confidence: number): Interval | null {
  if (n < 4) return null;
  const half = zFromConfidence(confidence) / Math.sqrt(n - 3);
  return { low: Math.tanh(Math.atanh(r) - half), high: Math.tanh(Math.atanh(r) + half) };
}

/**
 * Spearman's rank correlation (1904): `pearson` of mid-ranks. A judge's preference for length is measured with it,
 * because lengths are skewed.
 */
export function spearman(
  pairs: readonly (readonly [number, number])[],
  confidence: number,
): Correlation | null {
  const left = midRanks(pairs.map(([x]) => x));
  const right = midRanks(pairs.map(([, y]) => y));
  return pearson(
    left.map((rank, i) => [rank, right[i] as number]),
    confidence,
  );
}

/** The rank of each value from 1; equal values share the mean of their ranks. */
function midRanks(values: readonly number[]): number[] {
  const sorted = Float64Array.from(values).sort();
  const rankOf = new Map<number, number>();
  for (let start = 0; start < sorted.length; ) {
    let end = start;
    while (end < sorted.length && sorted[end] === sorted[start]) end += 1;
    rankOf.set(sorted[start] as number, (start + 1 + end) / 2);
    start = end;
  }
  return values.map((value) => rankOf.get(value) as number);
}
