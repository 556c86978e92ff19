import {
  effectiveItems,
  FEWEST_ITEMS,
  maxScore,
  minScore,
  passesAtLeast,
  type ScoreWorth,
  type ShownOfMinimum,
  shownOfMinimum,
  smallSampleFactor,
  staysBelow,
} from '../../measure/statistics/statistics.ts';
import type { RateOutcome } from '../../measure/traffic/traffic.ts';
import { ALPHA, fewestWithoutMiss } from './miss-rule.ts';
import type { QualityEvidence } from './observed.ts';

/** Where a score lies: each end at the rule's one-sided level, with what is missing wrong for the one and right for the other. */
export function qualityRange({ worst, best }: QualityEvidence): { low: number; high: number } {
  return { low: minScore(worst, ALPHA), high: maxScore(best, ALPHA) };
}

/**
 * "A score of at least `least`": *pass* when a score of `least` would seldom show so much, *fail* when it would seldom show
 * so little, each with one-sided `ALPHA`; for right and wrong answers the miss rule itself, with at most 1 − `least` wrong.
 * What is missing counts as wrong for the one and as right for the other. Below 15 clusters, or 30 graded items, nothing is
 * decided by an error that is estimated from them. Nothing is decided either that a lenient reading decides otherwise.
 */
export function judgeQuality(evidence: QualityEvidence, least: number): RateOutcome {
  const { worst, best } = evidence;
  if (isTooFew(evidence) || dependsOnGrader(evidence, least)) return 'inconclusive';
  if (passesAtLeast(worst, least, ALPHA)) return 'pass';
  return staysBelow(best, least, ALPHA) ? 'fail' : 'inconclusive';
}

/** Whether a lenient reading of the responses decides otherwise than the grader. */
export function dependsOnGrader({ lenient, ...strict }: QualityEvidence, least: number): boolean {
  return lenient !== undefined && judgeQuality(lenient, least) !== judgeQuality(strict, least);
}

/**
 * Scores near 1 of which one in ten lies near 0, with a mean of exactly the minimum, passed 20 % of the time with 15 items,
 * 13 % with 20, 7 % with 25 and 5 % with 30, where the rule allows 5 %: with few items none of the low ones may be met.
 */
const FEWEST_GRADED = 30;

export function isTooFew({ items, worst }: QualityEvidence): boolean {
  const areGraded = worst.units === items;
  return !worst.isExact && worst.units < (areGraded ? FEWEST_GRADED : FEWEST_ITEMS);
}

const MOST_ITEMS = 20_000_000;

/**
 * About how many more items would decide with the same score and the same share missing, each item worth as much as those
 * so far; null when it is decided, or when no number would.
 */
export function moreItems(evidence: QualityEvidence, least: number): number | null {
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
    if (high * items > MOST_ITEMS) return null;
  }
  let low = high / 2;
  while ((high - low) * items > Math.max(1, (high * items) / 200)) {
    const middle = (low + high) / 2;
    if (decides(middle)) high = middle;
    else low = middle;
  }
  return Math.max(1, Math.ceil((high - 1) * items));
}

/** The fewest right answers in a row that show a minimum; null for a minimum of 1, which none show. */
export function leastAnswersToPass(least: number): number | null {
  return least < 1 ? fewestWithoutMiss(1 - least) : null;
}

/**
 * What so many right and wrong answers will show of a minimum, before any is asked. Items in clusters are worth
 * `effectiveItems` at the correlation, less for the freedom of an error that few clusters leave.
 */
export function minimumsShown(
  items: number,
  clustered: { readonly sizes: readonly number[]; readonly icc: number } | null,
  least: number,
  power: number,
): ShownOfMinimum {
  const few = clustered !== null && clustered.sizes.length < FEWEST_ITEMS;
  const worth = clustered ? effectiveItems(clustered.sizes, clustered.icc) : items;
  // t/z of the rule's level: no power is in it.
  const freedom = clustered
    ? smallSampleFactor(clustered.sizes.length - 1, { alpha: 2 * ALPHA, power: 0.5 })
    : 1;
  return shownOfMinimum(few ? 0 : Math.floor(worth / freedom ** 2), least, { alpha: ALPHA, power });
}
