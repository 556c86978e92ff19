import {
  effectiveItems,
  isShownAtLeast,
  isShownBelow,
  MIN_ITEMS_TO_DECIDE,
  maxScore,
  minScore,
  type ScoreWorth,
  type ShownOfMinimum,
  shownScoresOfMinimum,
  smallSampleFactor,
} from '../../measure/statistics/statistics.ts';
import type { RateOutcome } from '../../measure/traffic/traffic.ts';
import { fewestWithoutMiss, MISS_RULE_ALPHA } from './miss-rule.ts';
import type { QualityEvidence } from './observed.ts';

/**
 * The range of a score: each end at the rule's one-sided level, with missing scores wrong for the lower and right for
 * the upper end.
 */
export function qualityRange({ worst, best }: QualityEvidence): { low: number; high: number } {
  return { low: minScore(worst, MISS_RULE_ALPHA), high: maxScore(best, MISS_RULE_ALPHA) };
}

/**
 * Judges "a score of at least `least`": `pass` if a true score of `least` would seldom give this much, `fail` if it
 * would seldom give this little, each at a one-sided `MISS_RULE_ALPHA`. For right and wrong responses it is the miss
 * rule with at most 1 − `least` wrong. Missing scores count as wrong for `pass` and as right for `fail`. It is
 * inconclusive below 15 clusters or 30 graded items, and if a lenient reading decides differently.
 */
export function judgeQuality(evidence: QualityEvidence, least: number): RateOutcome {
  const { worst, best } = evidence;
  if (hasTooFewItems(evidence) || dependsOnGrader(evidence, least)) return 'inconclusive';
  if (isShownAtLeast(worst, least, MISS_RULE_ALPHA)) return 'pass';
  return isShownBelow(best, least, MISS_RULE_ALPHA) ? 'fail' : 'inconclusive';
}

/** Whether a lenient reading of the responses decides differently from the grader. */
export function dependsOnGrader({ lenient, ...strict }: QualityEvidence, least: number): boolean {
  return lenient !== undefined && judgeQuality(lenient, least) !== judgeQuality(strict, least);
}

/**
 * Minimum number of graded items. Scores near 1 of which one in ten is near 0, with a mean of exactly the minimum,
 * passed in 20 % of the cases with 15 items, 13 % with 20, 7 % with 25 and 5 % with 30, where the rule allows 5 %:
 * few items may contain none of the low ones.
 */
const MIN_GRADED = 30;

export function hasTooFewItems({ items, worst }: QualityEvidence): boolean {
  const areGraded = worst.units === items;
  return !worst.isExact && worst.units < (areGraded ? MIN_GRADED : MIN_ITEMS_TO_DECIDE);
}

const MAX_ITEMS = 20_000_000;

/**
 * The approximate number of further items that would decide at the same score and missing share; null if decided, or
 * if no number would.
 */
export function itemsNeededToDecide(evidence: QualityEvidence, least: number): number | null {
  const { items, worst, best } = evidence;
  if (judgeQuality(evidence, least) !== 'inconclusive' || dependsOnGrader(evidence, least)) return null;
  if (worst.score <= least && best.score >= least) return null;
  const of = (one: ScoreWorth, times: number) => ({
    ...one,
    worth: one.worth * times,
    units: Math.floor(one.units * times),
  });
  const decides = (times: number) => {
    const { lenient: _, ...strict } = evidence;
    const more = {
      ...strict,
      items: Math.floor(items * times),
      worst: of(worst, times),
      best: of(best, times),
    };
    return judgeQuality(more, least) !== 'inconclusive';
  };
  let high = 2;
  while (!decides(high)) {
    high *= 2;
    if (high * items > MAX_ITEMS) return null;
  }
  let low = high / 2;
  while ((high - low) * items > Math.max(1, (high * items) / 200)) {
    const middle = (low + high) / 2;
    if (decides(middle)) high = middle;
    else low = middle;
  }
  return Math.max(1, Math.ceil((high - 1) * items));
}

/**
 * The minimum number of right responses without a wrong one that shows a minimum; null for a minimum of 1, which no
 * number shows.
 */
export function fewestRightToPass(least: number): number | null {
  return least < 1 ? fewestWithoutMiss(1 - least) : null;
}

/**
 * The scores with which `items` right or wrong responses show that a minimum is met or missed, before any is sent.
 * Clustered items count as `effectiveItems`, reduced by the few degrees of freedom of few clusters.
 */
export function minimumsThatCanBeShown(
  items: number,
  clustered: { readonly sizes: readonly number[]; readonly icc: number } | null,
  least: number,
  power: number,
): ShownOfMinimum {
  const few = clustered !== null && clustered.sizes.length < MIN_ITEMS_TO_DECIDE;
  const worth = clustered ? effectiveItems(clustered.sizes, clustered.icc) : items;
  // The ratio t/z at the level of the rule, without power.
  const freedom = clustered
    ? smallSampleFactor(clustered.sizes.length - 1, { alpha: 2 * MISS_RULE_ALPHA, power: 0.5 })
    : 1;
  return shownScoresOfMinimum(few ? 0 : Math.floor(worth / freedom ** 2), least, {
    alpha: MISS_RULE_ALPHA,
    power,
  });
}
