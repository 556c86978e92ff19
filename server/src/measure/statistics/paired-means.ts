import { tTwoSided } from './distributions.ts';
import { checkFinite, type Interval, ROUNDING_TOLERANCE } from './interval.ts';
import { type ClusterKey, clusteredError, mean, standardError, tIntervalAround } from './one-sample.ts';

/**
 * a[i] − b[i]; differences that are only rounding errors become 0. Throws RangeError unless the arrays are finite and
 * have the same length.
 */
export function pairedDifferences(a: readonly number[], b: readonly number[]): number[] {
  if (a.length !== b.length) throw new RangeError(`${a.length} scores cannot be paired with ${b.length}.`);
  checkFinite(a);
  checkFinite(b);
  return a.map((left, i) => {
    const right = b[i] as number;
    const difference = left - right;
    return Math.abs(difference) <= ROUNDING_TOLERANCE * Math.max(Math.abs(left), Math.abs(right))
      ? 0
      : difference;
  });
}

/** The mean difference; 0 if it is only a rounding error (thirds that should cancel). */
export function meanDifference(d: readonly number[]): number {
  const centre = mean(d);
  const scale = d.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  return Math.abs(centre) <= ROUNDING_TOLERANCE * scale ? 0 : centre;
}

export interface PairedDifference {
  readonly n: number;
  /** The mean of a − b. */
  readonly mean: number;
  readonly se: number;
  readonly df: number;
  readonly t: number;
  readonly p: number;
  readonly ci: Interval;
  /** Number of clusters; null if every item is independent. */
  readonly clusters: number | null;
}

/**
 * The paired t test and interval of per-item differences (repeats of an item must be averaged first). With `clusters`,
 * parallel to the differences, the clustered error and C−1 degrees of freedom (Miller 2024). Null if the test is
 * impossible: fewer than two items or clusters, or no spread.
 */
export function pairedDifference(
  d: readonly number[],
  confidence: number,
  clusters?: readonly ClusterKey[],
): PairedDifference | null {
  if (d.length < 2) return null;
  const error = clusters ? clusteredError(d, clusters) : { se: standardError(d) ?? 0, df: d.length - 1 };
  const scale = d.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  if (error === null || error.se <= ROUNDING_TOLERANCE * scale) return null;
  const { se, df } = error;
  const centre = meanDifference(d);
  return {
    n: d.length,
    mean: centre,
    se,
    df,
    t: centre / se,
    p: tTwoSided(centre / se, df),
    ci: tIntervalAround(centre, se, df, confidence),
    clusters: clusters ? df + 1 : null,
  };
}
