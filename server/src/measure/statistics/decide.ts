import { checkCount, type Interval } from './interval.ts';

/** With fewer items (or clusters) a comparison has no winner and no tie. */
export const MIN_ITEMS_TO_DECIDE = 15;

/** With fewer items (or clusters) an outcome is marked exploratory. */
export const EXPLORATORY_BELOW = 30;

export interface DecisionInput {
  /** A − B; null if nothing was compared. */
  readonly delta: number | null;
  /** The interval of the difference at the confidence level. */
  readonly ci: Interval | null;
  /**
   * The interval that decides a tie (two one-sided tests; Schuirmann 1987), at the level that the correction assigns.
   */
  readonly tie_ci: Interval | null;
  /** Before any correction. */
  readonly p_value: number | null;
  /** After the correction over the family. */
  readonly p_adjusted: number | null;
  readonly alpha: number;
  /** The margin of practical relevance, in the unit of delta; 0 makes ties impossible. */
  readonly margin: number;
  /** Number of compared items. */
  readonly n: number;
  /** Number of independent clusters, if items share passages; used instead of the number of items. */
  readonly clusters?: number | null;
  /** `lower` for metrics where less is better (default `higher`). */
  readonly direction?: 'higher' | 'lower';
}

export type DecisionReason =
  | 'significant'
  | 'inside_margin'
  | 'too_few_items'
  | 'too_few_clusters'
  | 'no_interval'
  | 'not_significant_after_correction'
  | 'test_and_interval_disagree'
  | 'interval_too_wide';

export interface Decision {
  /** The outcome for A against B. */
  readonly outcome: 'better' | 'worse' | 'tie' | 'undecided';
  readonly reason: DecisionReason;
  /** Whether there are only 15 to 29 items, so the outcome is a hint and not a finding. */
  readonly exploratory: boolean;
}

/** Why there are too few items, or independent clusters, for a winner or a tie; null if there are enough. */
export function reasonForTooFewItems({
  n,
  clusters,
}: Pick<DecisionInput, 'n' | 'clusters'>): 'too_few_items' | 'too_few_clusters' | null {
  if (n < MIN_ITEMS_TO_DECIDE) return 'too_few_items';
  return (clusters ?? n) < MIN_ITEMS_TO_DECIDE ? 'too_few_clusters' : null;
}

/**
 * The four outcomes of a comparison. Better and worse come first: adjusted p < α *and* an interval without 0. A tie
 * requires neither of them and a tie interval strictly inside ±margin. Everything else is undecided: "not significant"
 * is never "tied". Always undecided below 15 items (or clusters).
 */
export function decideComparison(input: DecisionInput): Decision {
  checkInput(input);
  const units = Math.min(input.n, input.clusters ?? input.n);
  const exploratory = units >= MIN_ITEMS_TO_DECIDE && units < EXPLORATORY_BELOW;
  const few = reasonForTooFewItems(input);
  if (few !== null) return { outcome: 'undecided', reason: few, exploratory };
  const { delta, ci, tie_ci, p_adjusted } = input;
  if (delta === null || ci === null || tie_ci === null || p_adjusted === null) {
    return { outcome: 'undecided', reason: 'no_interval', exploratory };
  }
  const significant = p_adjusted < input.alpha;
  const side = sideOf(ci);
  if (significant && side !== 0) {
    const wins = input.direction === 'lower' ? side < 0 : side > 0;
    return { outcome: wins ? 'better' : 'worse', reason: 'significant', exploratory };
  }
  if (tie_ci.low > -input.margin && tie_ci.high < input.margin) {
    return { outcome: 'tie', reason: 'inside_margin', exploratory };
  }
  return { outcome: 'undecided', reason: whyOpen(input, side !== 0), exploratory };
}

/**
 * Compares the test and the interval of the single difference; a stricter level of the family is not a contradiction.
 */
function whyOpen({ p_value, p_adjusted, alpha }: DecisionInput, excludesZero: boolean): DecisionReason {
  const isSignificant = (p: number | null) => p !== null && p < alpha;
  if (isSignificant(p_value) !== excludesZero) return 'test_and_interval_disagree';
  return excludesZero && !isSignificant(p_adjusted)
    ? 'not_significant_after_correction'
    : 'interval_too_wide';
}

function checkInput({ alpha, margin, n, clusters }: DecisionInput): void {
  if (!(alpha > 0 && alpha < 1)) throw new RangeError(`alpha lies between 0 and 1, not ${alpha}.`);
  if (!(margin >= 0)) throw new RangeError(`A margin must be 0 or more, not ${margin}.`);
  checkCount('n', n);
  if (clusters !== undefined && clusters !== null) checkCount('The number of clusters', clusters);
}

/** The side of 0 on which the whole interval is: 1, −1, or 0 if it contains 0. */
function sideOf({ low, high }: Interval): -1 | 0 | 1 {
  if (low > 0) return 1;
  return high < 0 ? -1 : 0;
}
