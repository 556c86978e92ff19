import { lowestIntegerWhere } from './binary-search.ts';
import { binomialCdf, normalQuantile, tQuantile } from './distributions.ts';
import { checkFinite, ROUNDING_TOLERANCE } from './interval.ts';
import { type ClusterKey, clusteredError, mean, standardError } from './one-sample.ts';
import type { TestAim } from './sample-size.ts';
import { betaQuantileLogit, betaTails } from './special-functions.ts';

/** A mean score in [0,1], and the equivalent number of independent right or wrong answers. */
export interface ScoreWorth {
  readonly score: number;
  /** Need not be a whole number. */
  readonly worth: number;
  /**
   * Whether all scores are equal, so that `worth` is the number of items or clusters: the spread of others is unknown.
   */
  readonly isFlat: boolean;
  /** Number of items, or of clusters if items share them. */
  readonly units: number;
  /** Whether every item is right or wrong and independent of the others, so that the bounds are exact. */
  readonly isExact: boolean;
}

/**
 * The equivalent number of right or wrong answers for scores in [0,1], at a one-sided level `alpha`. For right and
 * wrong answers to items sent once it is their number. For others it is p(1−p)/SE², times (z/t)² for the degrees of
 * freedom of the error (Korn and Graubard 1998); for right and wrong in clusters at most their number. Throws
 * RangeError without scores.
 */
export function scoreWorth(
  scores: readonly number[],
  { binary, clusters, alpha }: { binary: boolean; clusters: readonly ClusterKey[] | null; alpha: number },
): ScoreWorth {
  checkFinite(scores);
  const n = scores.length;
  const score = mean(scores);
  const count = clusters === null ? n : new Set(clusters).size;
  const shared = clusters !== null && count < n ? clusters : null;
  const units = shared === null ? n : count;
  if (binary && shared === null) return { score, worth: n, units, isFlat: false, isExact: true };
  const error = shared ? clusteredError(scores, shared) : { se: standardError(scores) ?? 0, df: n - 1 };
  if (error === null || error.se <= ROUNDING_TOLERANCE * Math.abs(score))
    return { score, worth: units, units, isFlat: true, isExact: false };
  const freedom = (normalQuantile(1 - alpha) / tQuantile(1 - alpha, error.df)) ** 2;
  const worth = ((score * (1 - score)) / error.se ** 2) * freedom;
  return { score, worth: binary ? Math.min(n, worth) : worth, units, isFlat: false, isExact: false };
}

/**
 * The lower bound of a one-sided interval at 1 − `alpha`: Clopper and Pearson 1934, for the equivalent number of
 * answers.
 */
export function minScore({ score, worth, isFlat }: ScoreWorth, alpha: number): number {
  // With probability at most alpha a share this large differs although none of the observed ones does.
  if (isFlat) return score * alpha ** (1 / worth);
  const right = score * worth;
  if (right <= ROUNDING_TOLERANCE) return 0;
  return share(betaQuantileLogit(alpha, right, worth - right + 1));
}

/** The upper bound, in the same way. */
export function maxScore({ score, worth, ...more }: ScoreWorth, alpha: number): number {
  return 1 - minScore({ ...more, score: 1 - score, worth }, alpha);
}

const share = (logit: number) => 1 / (1 + Math.exp(-logit));

/** Whether a true score below `least` would give a result this high with a probability of at most `alpha`. */
export function isShownAtLeast(
  { score, worth, isFlat, ...more }: ScoreWorth,
  least: number,
  alpha: number,
): boolean {
  if (isFlat) return minScore({ score, worth, isFlat, ...more }, alpha) >= least;
  const right = score * worth;
  if (right <= ROUNDING_TOLERANCE) return false;
  return betaTails(least, 1 - least, right, worth - right + 1).lower <= alpha;
}

/** Whether a true score of `least` or more would give a result this low with a probability of at most `alpha`. */
export function isShownBelow({ score, ...more }: ScoreWorth, least: number, alpha: number): boolean {
  return isShownAtLeast({ ...more, score: 1 - score }, 1 - least, alpha);
}

/**
 * The results of right and wrong answers that prove or refute a minimum, as shares from 0 to 1; null if no share does.
 */
export interface ShownOfMinimum {
  /** The lowest score that passes. */
  readonly passes_from: number | null;
  /** The highest score that fails. */
  readonly fails_up_to: number | null;
  /** The lowest true score that passes with the aim's power. */
  readonly found_from: number | null;
  /** The highest true score that fails with the aim's power. */
  readonly found_up_to: number | null;
}

/**
 * The results of n independent right and wrong answers that prove or refute a minimum, each side at the one-sided level
 * `alpha`; exact.
 */
export function shownScoresOfMinimum(n: number, least: number, { alpha, power }: TestAim): ShownOfMinimum {
  const passing = countShown(n, least, alpha);
  const failing = countShown(n, 1 - least, alpha);
  const foundAt = (needed: number | null) => (needed === null ? null : findingShare(n, needed, power));
  const [right, wrong] = [foundAt(passing), foundAt(failing)];
  return {
    passes_from: passing === null ? null : passing / n,
    fails_up_to: failing === null ? null : (n - failing) / n,
    found_from: right,
    found_up_to: wrong === null ? null : 1 - wrong,
  };
}

/**
 * The smallest count of n that a share of `most` or less reaches with probability at most `alpha`; null if n does not.
 */
function countShown(n: number, most: number, alpha: number): number | null {
  const count = lowestIntegerWhere(0, n + 1, (x) => 1 - binomialCdf(x - 1, n, most) <= alpha);
  return count > n ? null : count;
}

/** The smallest share, to 0.0005, with which n contain `count` or more with the power. */
function findingShare(n: number, count: number, power: number): number {
  let [low, high] = [0, 1];
  while (high - low > 0.0005) {
    const middle = (low + high) / 2;
    if (1 - binomialCdf(count - 1, n, middle) >= power) high = middle;
    else low = middle;
  }
  return high;
}
