import { normalCdf, tTwoSided } from './distributions.ts';
import { checkCount, checkFinite, type Interval, ROUNDING } from './interval.ts';
import { type ClusterKey, clusteredError, mean, standardError, tIntervalAround } from './one-target.ts';
import type { Random } from './random.ts';

/**
 * a[i] − b[i], with differences that are only rounding set to 0. Throws RangeError unless the arrays are
 * equally long and finite.
 */
export function differences(a: readonly number[], b: readonly number[]): number[] {
  if (a.length !== b.length) throw new RangeError(`${a.length} scores cannot be paired with ${b.length}.`);
  checkFinite(a);
  checkFinite(b);
  return a.map((left, i) => {
    const right = b[i] as number;
    const difference = left - right;
    return Math.abs(difference) <= ROUNDING * Math.max(Math.abs(left), Math.abs(right)) ? 0 : difference;
  });
}

/** The mean difference, 0 when what is left of it is only rounding (thirds that should cancel). */
export function meanDifference(d: readonly number[]): number {
  const centre = mean(d);
  const scale = d.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  return Math.abs(centre) <= ROUNDING * scale ? 0 : centre;
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
  /** How many clusters there were, or null when every item stood for itself. */
  readonly clusters: number | null;
}

/**
 * The paired t test and interval of per-item differences (average repeats of an item first). With
 * `clusters`, parallel to the differences, the clustered error and C−1 degrees of freedom (Miller 2024).
 * Null when the test cannot speak: fewer than two items or clusters, or no spread.
 */
export function pairedDifference(
  d: readonly number[],
  confidence: number,
  clusters?: readonly ClusterKey[],
): PairedDifference | null {
  if (d.length < 2) return null;
  const error = clusters ? clusteredError(d, clusters) : { se: standardError(d) ?? 0, df: d.length - 1 };
  const scale = d.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  if (error === null || error.se <= ROUNDING * scale) return null;
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

/** Up to here every sign vector is tried: 2¹⁵ sums after symmetry. */
const EXHAUSTIVE_SIGNS = 16;
const RANDOM_SIGNS = 9999;

/**
 * The two-sided sign-flip (permutation) test that the differences are symmetric about 0: the share of sign
 * vectors whose |mean| is at least the observed one. All of them up to 16 non-zero differences; beyond,
 * `flips` random ones and (1+hits)/(1+flips), for which `random` must be given.
 */
export function signFlipTest(
  d: readonly number[],
  { random, flips = RANDOM_SIGNS }: { random?: Random; flips?: number } = {},
): number {
  checkFinite(d);
  const sizes = d.filter((value) => value !== 0).map(Math.abs);
  if (sizes.length === 0) return 1;
  const total = sizes.reduce((sum, size) => sum + size, 0);
  // Sums of the same numbers in another order may differ in the last bits and must count as equal.
  const bound = Math.abs(d.reduce((sum, value) => sum + value, 0)) - ROUNDING * total;
  if (sizes.length <= EXHAUSTIVE_SIGNS) return exhaustiveFlips(sizes, bound);
  if (random === undefined) throw new RangeError('More than 16 differences need a seeded generator.');
  checkCount('The number of random flips', flips, 1);
  return randomFlips(sizes, bound, random, flips);
}

/** The first sign stays +, since a vector and its negative have the same |sum|. */
function exhaustiveFlips(sizes: readonly number[], bound: number): number {
  let sums = [sizes[0] as number];
  for (const size of sizes.slice(1)) sums = sums.flatMap((sum) => [sum + size, sum - size]);
  return sums.filter((sum) => Math.abs(sum) >= bound).length / sums.length;
}

function randomFlips(sizes: readonly number[], bound: number, random: Random, flips: number): number {
  let hits = 0;
  for (let flip = 0; flip < flips; flip += 1) {
    let [sum, bits] = [0, 0];
    sizes.forEach((size, i) => {
      if (i % 32 === 0) bits = random.uint32();
      sum += (bits >>> (i % 32)) & 1 ? size : -size;
    });
    if (Math.abs(sum) >= bound) hits += 1;
  }
  return (1 + hits) / (1 + flips);
}

/** Beyond this the exact distribution is replaced by the normal one. */
const EXACT_RANKS = 100;

/**
 * The two-sided Wilcoxon signed-rank test. Zeros are left out (Wilcoxon 1945), equal sizes share their
 * mean rank. Up to 100 non-zero differences p is exact for the ranks as they are, ties included; beyond,
 * the normal approximation with the tie-corrected variance. `w` is the smaller rank sum.
 */
export function wilcoxonSignedRank(d: readonly number[]): { w: number; p: number; exact: boolean } {
  checkFinite(d);
  const ranked = doubledRanks(d.filter((value) => value !== 0));
  const total = ranked.reduce((sum, { rank }) => sum + rank, 0);
  const plus = ranked.reduce((sum, { rank, positive }) => sum + (positive ? rank : 0), 0);
  const smaller = Math.min(plus, total - plus);
  const exact = ranked.length <= EXACT_RANKS;
  const ranks = ranked.map(({ rank }) => rank);
  const tail = exact ? exactRankTail(ranks, smaller) : normalRankTail(ranks, smaller);
  return { w: smaller / 2, p: Math.min(1, 2 * tail), exact };
}

/** Twice the mid-rank of each |d|, a whole number even with ties. */
function doubledRanks(d: readonly number[]): { rank: number; positive: boolean }[] {
  const sorted = d.map((value) => ({ size: Math.abs(value), positive: value > 0 }));
  sorted.sort((left, right) => left.size - right.size);
  const same = ROUNDING * (sorted.at(-1)?.size ?? 0);
  const ranks: { rank: number; positive: boolean }[] = [];
  for (let start = 0; start < sorted.length; ) {
    let end = start + 1;
    while (end < sorted.length && tied(sorted, end, same)) end += 1;
    for (let i = start; i < end; i += 1) {
      ranks.push({ rank: start + 1 + end, positive: sorted[i]?.positive === true });
    }
    start = end;
  }
  return ranks;
}

function tied(sorted: readonly { size: number }[], at: number, same: number): boolean {
  return (sorted[at]?.size ?? 0) - (sorted[at - 1]?.size ?? 0) <= same;
}

/** P(sum of the ranks with a + sign ≤ bound), every sign vector as likely: a sum of independent coins. */
function exactRankTail(ranks: readonly number[], bound: number): number {
  const total = ranks.reduce((sum, rank) => sum + rank, 0);
  let chances = new Float64Array(total + 1);
  chances[0] = 1;
  for (const rank of ranks) {
    const next = new Float64Array(total + 1);
    chances.forEach((chance, sum) => {
      next[sum] = (next[sum] ?? 0) + chance / 2;
      if (sum + rank <= total) next[sum + rank] = (next[sum + rank] ?? 0) + chance / 2;
    });
    chances = next;
  }
  return chances.subarray(0, bound + 1).reduce((sum, chance) => sum + chance, 0);
}

/** Mean Σr/2 and variance Σr²/4 hold for any ranks, so mid-ranks bring their own tie correction. */
function normalRankTail(ranks: readonly number[], smaller: number): number {
  const centre = ranks.reduce((sum, rank) => sum + rank, 0) / 2;
  const variance = ranks.reduce((sum, rank) => sum + rank * rank, 0) / 4;
  // Continuity correction of half a rank is 1 on the doubled scale.
  return normalCdf((smaller + 1 - centre) / Math.sqrt(variance));
}
