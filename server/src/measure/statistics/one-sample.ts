import { tQuantile } from './distributions.ts';
import { checkCount, checkFinite, type Interval, upperLevel, zFromConfidence } from './interval.ts';

/** The key of the passage, page or template that an item shares with others. */
export type ClusterKey = string | number;

/** The arithmetic mean. Throws RangeError if there are no scores. */
export function mean(scores: readonly number[]): number {
  if (scores.length === 0) throw new RangeError('A mean needs at least one score.');
  checkFinite(scores);
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

/** Σ(s−s̄)²/(n−1), or null below two scores. */
export function sampleVariance(scores: readonly number[]): number | null {
  if (scores.length < 2) return null;
  const centre = mean(scores);
  return scores.reduce((sum, score) => sum + (score - centre) ** 2, 0) / (scores.length - 1);
}

/** The standard error of the mean by the central limit theorem, √(s²/n); null below two scores. */
export function standardError(scores: readonly number[]): number | null {
  const variance = sampleVariance(scores);
  return variance === null ? null : Math.sqrt(variance / scores.length);
}

/** Throws RangeError unless 0 ≤ successes ≤ n, both counts. */
function checkShare(successes: number, n: number): void {
  checkCount('n', n);
  checkCount('The number of successes', successes);
  if (successes > n) throw new RangeError(`${successes} successes of ${n} is impossible.`);
}

/** Half the width of Wilson's interval around a share p of n ≥ 1 trials (p need not be a whole count). */
export function wilsonHalfWidth(p: number, n: number, confidence: number): number {
  const z = zFromConfidence(confidence);
  return (z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))) / (1 + (z * z) / n);
}

/**
 * Wilson's score interval (Wilson 1927) for x successes of n; [0, 1] if n = 0. `worth`: the effective number of
 * independent trials if the n depend on each other; default n.
 */
export function wilsonInterval(successes: number, n: number, confidence: number, worth = n): Interval {
  checkShare(successes, n);
  if (n === 0) return { low: 0, high: 1 };
  const z2 = zFromConfidence(confidence) ** 2;
  const share = successes / n;
  const centre = (share * worth + z2 / 2) / (worth + z2);
  const half = wilsonHalfWidth(share, worth, confidence);
  return {
    low: successes === 0 ? 0 : Math.max(0, centre - half),
    high: successes === n ? 1 : Math.min(1, centre + half),
  };
}

/** centre ± t_{df,1−α/2}·SE. */
export function tIntervalAround(centre: number, se: number, df: number, confidence: number): Interval {
  const half = tQuantile(upperLevel(confidence), df) * se;
  return { low: centre - half, high: centre + half };
}

/**
 * The t interval on the logit scale, brought back: for a mean strictly inside (0,1) of scores in [0,1], it
 * never leaves [0,1]. SE on the logit scale is SE/(s̄(1−s̄)) by the delta method. Null at 0 and 1.
 */
export function logitTIntervalAround(
  centre: number,
  se: number,
  df: number,
  confidence: number,
): Interval | null {
  if (!(centre > 0 && centre < 1)) return null;
  const logit = Math.log(centre / (1 - centre));
  const half = (tQuantile(upperLevel(confidence), df) * se) / (centre * (1 - centre));
  const back = (g: number) => 1 / (1 + Math.exp(-g));
  return { low: back(logit - half), high: back(logit + half) };
}

/**
 * An interval for the mean of values in `range` if all n ≥ 1 observed ones equal `value`, where a t interval would have
 * zero width: the share of the population that differs is at most w = z²/(n+z²) (Wilson's upper bound for 0 of n), and
 * its values may be anywhere in the range. For 0/1 scores it is Wilson's interval itself, for differences of 0/1 scores
 * Tango's.
 */
export function noSpreadInterval(value: number, n: number, confidence: number, range: Interval): Interval {
  checkCount('n', n, 1);
  const z2 = zFromConfidence(confidence) ** 2;
  const w = z2 / (n + z2);
  return { low: value * (1 - w) + range.low * w, high: value * (1 - w) + range.high * w };
}

/** The sum of the deviations from the mean in each cluster; `clusters[i]` is the cluster of `scores[i]`. */
function clusterSums(scores: readonly number[], clusters: readonly ClusterKey[]): number[] {
  if (clusters.length !== scores.length) {
    throw new RangeError(`${scores.length} scores need as many clusters, not ${clusters.length}.`);
  }
  const centre = mean(scores);
  const sums = new Map<ClusterKey, number>();
  scores.forEach((score, i) => {
    const key = clusters[i] as ClusterKey;
    sums.set(key, (sums.get(key) ?? 0) + score - centre);
  });
  return [...sums.values()];
}

/**
 * The skewness of the clusters' sums of deviations divided by √C: Σr³/(Σr²)^1.5. 0 without clusters, if they are
 * symmetric, and without spread.
 */
export function clusterSkew(scores: readonly number[], clusters: readonly ClusterKey[] | null): number {
  const sums = clusters === null ? [] : clusterSums(scores, clusters);
  const squares = sumOfSquares(sums);
  return squares === 0 ? 0 : sums.reduce((sum, value) => sum + value ** 3, 0) / squares ** 1.5;
}

/** Σm²/n² for clusters with m of n items each: 1/C if they are equal, and otherwise more; null without clusters. */
export function clusterConcentration(clusters: readonly ClusterKey[] | null): number | null {
  if (clusters === null) return null;
  const sizes = [...Map.groupBy(clusters, (key) => key).values()].map(({ length }) => length);
  return sumOfSquares(sizes) / clusters.length ** 2;
}

const sumOfSquares = (values: readonly number[]) => values.reduce((sum, value) => sum + value * value, 0);

/**
 * The clustered SE with the correction C/(C−1) (as Inspect AI computes it), its degrees of freedom C−1 and
 * the number of clusters C: √(C/(C−1)·Σ_c(Σ_{i∈c}(s_i−s̄))²/n²). Null below two clusters.
 */
export function clusteredError(
  scores: readonly number[],
  clusters: readonly ClusterKey[],
): { se: number; df: number; clusters: number } | null {
  if (scores.length === 0) return null;
  const sums = clusterSums(scores, clusters);
  const count = sums.length;
  if (count < 2) return null;
  const se = Math.sqrt(((count / (count - 1)) * sumOfSquares(sums)) / scores.length ** 2);
  return { se, df: count - 1, clusters: count };
}
