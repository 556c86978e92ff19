import { formatTogether, percent } from '@touchstone/report/figures';
import {
  bradleyTerry,
  positionBias,
  spearman,
  withHalfWins,
} from '../../../../measure/statistics/statistics.ts';
import { benchmarksOfKind, type Plan } from '../../plan/plan.ts';
import { PREFERENCE_KEY } from '../../plan/planned-judging.ts';
import { pairKey, type TargetPair, targetPairs } from '../../plan/target-pairs.ts';
import type { Aggregate, Cell } from '../../results/aggregate.ts';
import { coverageDiffers } from '../../results/compare.ts';
import type { Preferences } from '../../schemas/kinds/judging-schemas.ts';
import type { Comparison } from '../../schemas/result-schemas.ts';
import type { KindReport, ReportContext } from '../kind.ts';
import type { PreferenceMeasurement } from './aggregate.ts';

/** With fewer targets the comparison already states everything, so no ranking is shown. */
const MIN_RANKED = 3;

/** Reports preferences, as a part of the results on judging, with their warnings. */
export function reportPreferences(
  measured: PreferenceMeasurement,
  { plan, aggregate, comparisons, results: { judging } }: ReportContext,
): KindReport {
  if (!judging) throw new Error('Preferences are reported after the judging they are part of.');
  const preferences = preferenceReport(plan, measured, aggregate, comparisons);
  return { results: { judging: { ...judging, preferences } }, warnings: preferenceWarnings(preferences) };
}

/** The preferences, the ranking, and the position bias of judges. */
function preferenceReport(
  plan: Plan,
  { judged, lengths }: PreferenceMeasurement,
  aggregate: Pick<Aggregate, 'preferred' | 'cells'>,
  comparisons: readonly Comparison[],
): Preferences {
  const confidence = plan.methodology.confidence_level;
  const pairs = targetPairs(plan.targets.length).map((pair) => countsOf(plan, aggregate, pair));
  const length = spearman(lengths, confidence);
  return {
    pairs: pairs.map(({ item_wins: _, ...counts }) => ({ ...counts, ...intervalOf(counts, comparisons) })),
    ranking: rank(plan, pairs, aggregate),
    position: judged.map((own, i) => positionOf(plan.judges?.[i]?.label ?? '', own, confidence)),
    length_correlation: length && {
      n: length.n,
      r: length.r,
      ci_low: length.ci?.low ?? null,
      ci_high: length.ci?.high ?? null,
    },
  };
}

type Counts = Omit<Preferences['pairs'][number], 'ci_low' | 'ci_high'> & {
  /** Number of items that each target wins; epochs count in part and ties half. */
  item_wins: readonly [a: number, b: number];
};

function countsOf({ targets }: Plan, { preferred }: Pick<Aggregate, 'preferred'>, pair: TargetPair): Counts {
  const [a, b] = preferred.get(pairKey(targets.length, pair)) ?? [];
  if (!a || !b) throw new Error('The aggregate has no comparisons of a pair of the plan.');
  const [wins_a, wins_b] = [winsOf(a), winsOf(b)];
  const compared = a.counts.scored;
  const items = a.repeats.filter((n) => n > 0).length;
  const ahead = total(a, () => 1) - total(b, () => 1);
  return {
    target_a: targets[pair[0]]?.label ?? '',
    target_b: targets[pair[1]]?.label ?? '',
    compared,
    wins_a,
    wins_b,
    ties: compared - wins_a - wins_b,
    win_rate: items === 0 ? null : (1 + ahead / items) / 2,
    item_wins: [(items + ahead) / 2, (items - ahead) / 2],
  };
}

/** Number of won comparisons, summed over epochs. */
function winsOf(cell: Cell): number {
  return Math.round(total(cell, (item) => cell.repeats[item] ?? 0));
}

/** The sum of existing scores, each weighted by its item. */
function total({ scores }: Cell, weight: (item: number) => number): number {
  return scores.reduce((sum, score, item) => sum + (Number.isNaN(score) ? 0 : score * weight(item)), 0);
}

/**
 * A win rate in which ties count half is (1 + d)/2 for the compared difference d, and so are the ends of its
 * interval.
 */
function intervalOf(
  { target_a, target_b }: Pick<Counts, 'target_a' | 'target_b'>,
  comparisons: readonly Comparison[],
): Pick<Preferences['pairs'][number], 'ci_low' | 'ci_high'> {
  const found = comparisons.find(
    (one) => one.metric === PREFERENCE_KEY && one.target_a === target_a && one.target_b === target_b,
  );
  const share = (difference: number | null | undefined) => (difference == null ? null : (1 + difference) / 2);
  return { ci_low: share(found?.ci_low), ci_high: share(found?.ci_high) };
}

/**
 * Ranks only candidates that were compared and have equal coverage: half a win in each direction would place others
 * in the middle, and candidates that failed on hard items would be ranked by the easy ones.
 */
function rank(
  plan: Plan,
  pairs: readonly Counts[],
  { cells }: Pick<Aggregate, 'cells'>,
): Preferences['ranking'] {
  const { targets } = plan;
  const all = winsOfAll(targets.length, pairs);
  const answers = cells[benchmarksOfKind(plan, 'preference')[0]?.benchmark.pairs.of ?? -1] ?? [];
  const isComparable = (i: number, j: number) =>
    (all[i]?.[j] ?? 0) + (all[j]?.[i] ?? 0) > 0 && !coverageDiffers(answers[i] as Cell, answers[j] as Cell);
  const everyone = [...targets.keys()];
  const compared = everyone.filter((i) => everyone.some((j) => isComparable(i, j)));
  if (compared.length < MIN_RANKED) return null;
  const wins = compared.map((i) => compared.map((j) => all[i]?.[j] ?? 0));
  const fitted = bradleyTerry(wins);
  // With half a win in each direction, every table can be fitted.
  const ratings = fitted ?? bradleyTerry(withHalfWins(wins)) ?? [];
  const ranked = ratings.map(({ strength, log, se, elo }, i) => ({
    target_label: targets[compared[i] ?? -1]?.label ?? '',
    strength,
    log_strength: log,
    se,
    elo,
  }));
  return { half_wins_added: fitted === null, targets: ranked.sort((x, y) => y.strength - x.strength) };
}

/** For each pair of targets, the number of items that the first wins against the second. */
function winsOfAll(targets: number, pairs: readonly Counts[]): number[][] {
  const wins = Array.from({ length: targets }, () => new Array<number>(targets).fill(0));
  for (const [i, [a, b]] of targetPairs(targets).entries()) {
    const [ofA, ofB] = pairs[i]?.item_wins ?? [0, 0];
    (wins[a] as number[])[b] = ofA;
    (wins[b] as number[])[a] = ofB;
  }
  return wins;
}

function positionOf(
  judge: string,
  own: PreferenceMeasurement['judged'][number],
  confidence: number,
): Preferences['position'][number] {
  const found = positionBias(own, confidence);
  return {
    judge,
    pairs: own.length,
    consistency: found?.consistency ?? null,
    consistency_ci_low: found?.consistency_ci.low ?? null,
    consistency_ci_high: found?.consistency_ci.high ?? null,
    bias: found?.bias ?? null,
    bias_ci_low: found?.bias_ci?.low ?? null,
    bias_ci_high: found?.bias_ci?.high ?? null,
  };
}

/** Warnings about preferences. */
function preferenceWarnings({ position, ranking }: Preferences): string[] {
  const biased = position.flatMap(({ judge, bias, bias_ci_low, bias_ci_high, consistency }) => {
    if (bias === null || bias_ci_low === null || bias_ci_high === null) return [];
    if (bias_ci_low <= 0 && bias_ci_high >= 0) return [];
    const place = bias > 0 ? 'first' : 'second';
    const [share, alike] = formatTogether(percent, [0.5 + Math.abs(bias), consistency ?? 0]);
    return [
      `${judge} prefers the response shown ${place} in ${share} of its decisions, and gives the same answer in both orders for ${alike} of the pairs; other pairs count as ties.`,
    ];
  });
  if (!ranking?.half_wins_added) return biased;
  return [
    ...biased,
    `${PREFERENCE_KEY}: a target never won or never lost, so half a win was added in each direction to rank the targets.`,
  ];
}
