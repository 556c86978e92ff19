import { COVERAGE_GAP } from '@touchstone/report/figures';
import { createYieldToEventLoop } from '../../../kernel/yield-to-event-loop.ts';
import {
  adjustPValues,
  type Correction,
  comparePairs,
  correctedLevels,
  decideComparison,
  MIN_ITEMS_TO_DECIDE,
  type PairedComparison,
  type Pairs,
  reasonForTooFewItems,
  simultaneousInterval,
  tieInterval,
  tiePValue,
} from '../../../measure/statistics/statistics.ts';
import type { PlannedBenchmark } from '../kinds/shapes.ts';
import { numberClusters } from '../plan/clusters.ts';
import { comparesPairs, comparesTargets, gradedBenchmark, type Plan } from '../plan/plan.ts';
import { countPairs, pairKey, type TargetPair, targetPairs } from '../plan/target-pairs.ts';
import type { Comparison } from '../schemas/result-schemas.ts';
import {
  type Aggregate,
  type Cell,
  countLenientDifferences,
  type PairCells,
  withLenientScores,
} from './aggregate.ts';
import { type ComparisonFigures, describeComparison } from './describe-comparison.ts';
import { isFormMeasured } from './grader-fit.ts';
import type { Metric, Metrics } from './metrics.ts';
import { fillMissing, hasMissing } from './missing-scores.ts';
import { targetsOfOtherModels } from './who-answered.ts';

interface Pair extends ComparedPair {
  a: number;
  b: number;
  benchmark: number;
  /** Number of pairs of units that share one response. */
  shared: number;
  /** Why this comparison cannot name a winner or a tie; null if it can. */
  barred: Barred | null;
  /** The comparison by lenient scores; null if they are equal or must not decide. */
  lenient: (ComparedPair & { responses: readonly [a: number, b: number] }) | null;
}

interface ComparedPair {
  paired: PairedComparison;
  /** The comparisons with missing scores counted for one target and against the other; empty if none are missing. */
  completions: readonly PairedComparison[];
}

type Barred = 'too_few_items' | 'too_few_clusters' | 'coverage_differs' | 'other_model';

/**
 * Compares every pair of targets on every benchmark, and with up to four targets on every metric that both have. The
 * family of the correction is the score comparisons that may name a winner; which those are depends on how many items
 * and clusters were scored, never on the scores. Ties form a second family of the same comparisons with the same
 * correction. A winner or tie is named only if it holds whatever the missing responses would have scored, and only if
 * the lenient reading decides every comparison alike: otherwise it depends on how responses are read. `n_needed`
 * assumes all pairs in the family, because with more items each may be in it.
 */
export async function compareTargets(
  plan: Plan,
  aggregate: Aggregate,
  metrics: readonly Metrics[],
  requirements: readonly ComparisonFigures[] = [],
): Promise<Comparison[]> {
  const yieldToEventLoop = createYieldToEventLoop();
  const scored = [...plan.benchmarks.keys()].filter((i) =>
    comparesTargets(plan.benchmarks[i] as PlannedBenchmark),
  );
  const all = countPairs(plan.targets.length) * scored.length;
  const planned = plan.methodology.correction === 'none' ? 1 : all;
  const pairs: Pair[] = [];
  for (const benchmark of scored) {
    const all = await pairBenchmark(plan, aggregate, benchmark, planned, yieldToEventLoop);
    pairs.push(...all.filter(({ paired }) => paired.n > 0));
  }
  const judged = await judgePairs(plan, pairs, yieldToEventLoop);
  const read = pairs.map((pair) => ({ ...pair, ...pair.lenient }));
  const leniently = pairs.some(({ lenient }) => lenient !== null)
    ? await judgePairs(plan, read, yieldToEventLoop)
    : null;
  const family = judged.filter(({ p }) => p !== null).length;
  const figures = [
    ...pairs.map((pair, i) => {
      const other = leniently && decideOverMissing(plan, read[i] as Pair, leniently[i] as JudgedPair);
      return scoreComparison(plan, pair, judged[i] as JudgedPair, { family, leniently: other });
    }),
    ...metricComparisons(plan, metrics),
    ...requirements,
  ];
  return figures.map((one) => describeComparison(one, plan.methodology.margin));
}

/** Decides each comparison after correction and with missing responses. */
async function judgePairs(
  plan: Plan,
  pairs: readonly Pair[],
  yieldToEventLoop: () => Promise<void>,
): Promise<JudgedPair[]> {
  const correction = plan.methodology.correction as Correction;
  const adjusted = adjust(pairs, correction, ({ paired }) => paired.p_value);
  const family = adjusted.filter((p) => p !== null).length;
  const worst = adjust(pairs, correction, worstPValue);
  const { levels, worstLevels } = await tieLevels(plan, pairs, family, yieldToEventLoop);
  return pairs.map((_, i) => ({
    ...{ p: adjusted[i] ?? null, worstP: worst[i] ?? null },
    ...{ tieLevel: levels[i] as number, worstTieLevel: worstLevels[i] as number },
  }));
}

async function pairBenchmark(
  plan: Plan,
  aggregate: Aggregate,
  benchmark: number,
  familySize: number,
  yieldToEventLoop: () => Promise<void>,
): Promise<Pair[]> {
  const { methodology, targets } = plan;
  const planned = plan.benchmarks[benchmark] as PlannedBenchmark;
  // A missing comparison of two responses is missing for both targets, but the responses themselves may exist.
  const answers = (comparesPairs(planned) ? gradedBenchmark(planned) : null) ?? benchmark;
  const clusters = numberClusters(planned.clusters);
  const others = targetsOfOtherModels(plan, aggregate.calls);
  const pairs: Pair[] = [];
  for (const pair of targetPairs(targets.length)) {
    await yieldToEventLoop();
    const [a, b] = pair;
    const key = pairKey(targets.length, pair);
    const [left, right] = comparesPairs(planned)
      ? (aggregate.preferred.get(key) as PairCells)
      : cellsOf(aggregate, benchmark, pair);
    const settings = {
      binary: methodology.epochs === 1 && isBinary(left) && isBinary(right),
      confidence: methodology.confidence_level,
      margin: methodology.margin,
      familySize,
    };
    const shared = aggregate.sharedPairs[answers]?.get(key) ?? 0;
    const differs = coverageDiffers(...cellsOf(aggregate, answers, pair));
    const compare = async (of: PairCells, binary: boolean): Promise<ComparedPair> => {
      await yieldToEventLoop();
      const comparing = { ...settings, binary };
      const paired = comparePairs(pairScores(of[0].scores, of[1].scores, clusters), comparing);
      const completions: PairedComparison[] = [];
      const isBarred = differs && reasonForTooFewItems(paired) === null;
      if (!isBarred && (hasMissing(left) || hasMissing(right))) {
        for (const forA of [0, 1] as const) {
          await yieldToEventLoop();
          const filled = [fillMissing(of[0], forA), fillMissing(of[1], forA === 1 ? 0 : 1)] as const;
          completions.push(comparePairs(pairScores(...filled, clusters), comparing));
        }
      }
      return { paired, completions };
    };
    const strict = await compare([left, right], settings.binary);
    const isOther = others.has(a) || others.has(b);
    const few = reasonForTooFewItems(strict.paired) ?? (differs ? 'coverage_differs' : null);
    const barred = isOther ? 'other_model' : few;
    const read = [withLenientScores(left), withLenientScores(right)] as const;
    const isReadOtherwise = !isFormMeasured(planned) && (read[0] !== left || read[1] !== right);
    const lenient = isReadOtherwise
      ? {
          ...(await compare(read, settings.binary && read.every(isBinary))),
          responses: [countLenientDifferences(left), countLenientDifferences(right)] as const,
        }
      : null;
    pairs.push({ a, b, benchmark, ...strict, shared, barred, lenient });
  }
  return pairs;
}

function cellsOf({ cells }: Aggregate, benchmark: number, [a, b]: TargetPair): PairCells {
  return [cells[benchmark]?.[a] as Cell, cells[benchmark]?.[b] as Cell];
}

/** The scores of the items for which both targets have one. */
export function pairScores(
  left: Float64Array,
  right: Float64Array,
  clusters: readonly number[] | null,
): Pairs {
  const pairs = { a: [] as number[], b: [] as number[], onlyA: 0, onlyB: 0 };
  const keys: number[] = [];
  for (let item = 0; item < left.length; item++) {
    const [a, b] = [left[item] as number, right[item] as number];
    if (Number.isNaN(a) || Number.isNaN(b)) {
      if (!Number.isNaN(a)) pairs.onlyA++;
      if (!Number.isNaN(b)) pairs.onlyB++;
      continue;
    }
    pairs.a.push(a);
    pairs.b.push(b);
    if (clusters) keys.push(clusters[item] as number);
  }
  return { ...pairs, clusters: clusters && keys };
}

/**
 * Whether the scored shares of two targets differ so much that they are not compared. It divides only once, so that
 * exactly 2 points are not more than 2 points.
 */
export function coverageDiffers({ counts: a }: Cell, { counts: b }: Cell): boolean {
  return a.units > 0 && Math.abs(a.scored - b.scored) / a.units > COVERAGE_GAP;
}

/** Whether every score is 0 or 1. */
export function isBinary({ scores }: Cell): boolean {
  return scores.every((score) => Number.isNaN(score) || score === 0 || score === 1);
}

/** The largest p-value that missing scores can lead to; 1 if the difference can vanish or change its sign. */
function worstPValue({ paired, completions }: Pair): number | null {
  if (paired.p_value === null) return null;
  const sign = Math.sign(paired.delta ?? 0);
  const all = completions.map(({ delta, p_value }) => (Math.sign(delta ?? 0) === sign ? (p_value ?? 1) : 1));
  return Math.max(paired.p_value, ...all);
}

/** Adjusted p-values in the order of the pairs; null outside the family. */
function adjust(
  pairs: readonly Pair[],
  correction: Correction,
  pOf: (pair: Pair) => number | null,
): (number | null)[] {
  const tested = pairs.flatMap((pair, i) => {
    const p = pair.barred === null ? pOf(pair) : null;
    return p === null ? [] : [{ i, p }];
  });
  const values = tested.map(({ p }) => p);
  const corrected = adjustPValues(correction, values);
  const adjusted: (number | null)[] = pairs.map(() => null);
  for (const [k, { i }] of tested.entries()) adjusted[i] = corrected[k] ?? null;
  return adjusted;
}

/** The levels for ties, by existing scores and by the worst completion of missing ones. */
async function tieLevels(
  { methodology }: Plan,
  pairs: readonly Pair[],
  familySize: number,
  yieldToEventLoop: () => Promise<void>,
): Promise<{ levels: number[]; worstLevels: number[] }> {
  const { margin, confidence_level } = methodology;
  const alpha = 1 - confidence_level;
  const tested: { i: number; p: number; worst: number }[] = [];
  for (const [i, { barred, paired, completions }] of pairs.entries()) {
    if (barred !== null || paired.p_value === null) continue;
    await yieldToEventLoop();
    const pOf = ({ basis }: PairedComparison) => tiePValue(basis, { margin, alpha, familySize });
    const p = pOf(paired);
    tested.push({ i, p, worst: p === 1 ? 1 : Math.max(p, ...completions.map(pOf)) });
  }
  const levelsBy = (pOf: (one: (typeof tested)[number]) => number) => {
    const levels = pairs.map(() => alpha);
    const judged = correctedLevels(methodology.correction as Correction, tested.map(pOf), alpha);
    for (const [k, { i }] of tested.entries()) levels[i] = judged[k] ?? alpha;
    return levels;
  };
  return { levels: levelsBy(({ p }) => p), worstLevels: levelsBy(({ worst }) => worst) };
}

/** Decides by existing scores, unless missing ones could change the outcome. */
function decideOverMissing({ methodology }: Plan, pair: Pair, judged: JudgedPair): Decision {
  const { paired, completions } = pair;
  const { confidence_level, margin } = methodology;
  const decideFor = (of: PairedComparison, p_adjusted: number | null, tieLevel: number) =>
    decideComparison({
      delta: of.delta,
      ci: interval(of.ci_low, of.ci_high),
      tie_ci: tieInterval(of.basis, tieLevel),
      p_value: of.p_value,
      p_adjusted,
      alpha: 1 - confidence_level,
      margin,
      n: of.n,
      clusters: of.clusters,
    });
  const decision = decideFor(paired, judged.p, judged.tieLevel);
  const holds = completions.every(
    (one) => decideFor(one, judged.worstP, judged.worstTieLevel).outcome === decision.outcome,
  );
  const isOpen = decision.outcome === 'undecided';
  const isBarred = isOpen ? missingBarAnyOutcome(pair, margin) : !holds;
  return isBarred ? { ...decision, outcome: 'undecided', reason: 'missing_answers' } : decision;
}

/** Whether the missing share is so large that no number of items with the same share would decide. */
function missingBarAnyOutcome(pair: Pair, margin: number): boolean {
  return pair.completions.length > 0 && !OUTCOMES.some((outcome) => mayBe(outcome, pair, margin));
}

const OUTCOMES = ['winner', 'tie'] as const;

/** Whether existing scores and every completion of missing ones support the same outcome. */
function mayBe(outcome: 'winner' | 'tie', { paired, completions }: Pair, margin: number): boolean {
  const deltas = [paired, ...completions].map(({ delta }) => delta ?? 0);
  if (outcome === 'tie') return deltas.every((delta) => Math.abs(delta) < margin);
  return deltas.every((delta) => delta > 0) || deltas.every((delta) => delta < 0);
}

/**
 * The adjusted p-value of a comparison and the level of its tie, each also with the worst completion of missing
 * scores.
 */
interface JudgedPair {
  readonly p: number | null;
  readonly worstP: number | null;
  readonly tieLevel: number;
  readonly worstTieLevel: number;
}

type Decision = Omit<ReturnType<typeof decideComparison>, 'reason'> & { reason: string };

/** The outcome if the lenient reading gives the same one, otherwise undecided. */
function decideOverReadings(strict: Decision, lenient: Decision | null): Decision {
  if (lenient === null || lenient.outcome === strict.outcome || strict.reason === 'missing_answers')
    return strict;
  // If only the lenient reading shows a tie, more items can still decide, so it stays undecided.
  if (strict.outcome === 'undecided' && lenient.outcome === 'tie') return strict;
  return { ...strict, outcome: 'undecided', reason: 'depends_on_grader' };
}

function scoreComparison(
  plan: Plan,
  pair: Pair,
  judged: JudgedPair,
  { family, leniently }: { family: number; leniently: Decision | null },
): ComparisonFigures {
  const { paired, barred, lenient } = pair;
  const labels = [plan.targets[pair.a]?.label ?? '', plan.targets[pair.b]?.label ?? ''] as const;
  const decision = decideOverReadings(decideOverMissing(plan, pair, judged), leniently);
  const tie = tieInterval(paired.basis, judged.tieLevel);
  const outcome = barred === null ? decision.outcome : 'undecided';
  const winner = { better: labels[0], worse: labels[1], tie: 'tie', undecided: 'undecided' }[outcome];
  return {
    target_a: labels[0],
    target_b: labels[1],
    metric: plan.benchmarks[pair.benchmark]?.key ?? '',
    delta: paired.delta ?? 0,
    winner,
    ci_low: paired.ci_low,
    ci_high: paired.ci_high,
    tie_ci_low: tie?.low ?? null,
    tie_ci_high: tie?.high ?? null,
    tie_level: judged.tieLevel,
    p_value: paired.p_value,
    p_adjusted: judged.p,
    family_size: family,
    n: paired.n,
    clusters: paired.clusters,
    dropped: (plan.benchmarks[pair.benchmark]?.items ?? 0) - paired.n,
    shared_answers: pair.shared,
    test: paired.test,
    direction: 'higher',
    reason: barred ?? decision.reason,
    exploratory: decision.exploratory && barred === null,
    n_needed:
      outcome === 'undecided' && !NO_MORE_ITEMS.includes(barred ?? decision.reason)
        ? itemsToAsk(plan, pair)
        : null,
    smallest_detectable_difference: barred === null ? paired.smallest_detectable_difference : null,
    ...simultaneousFields(plan, paired, judged.p === null ? 0 : family, WINNER_SIDES[outcome]),
    ...(paired.design_effect !== null && { design_effect: paired.design_effect }),
    ...(paired.icc !== null && { icc: paired.icc }),
    ...(paired.correlation !== null && { correlation: paired.correlation }),
    ...(lenient && {
      lenient_reading: {
        delta: lenient.paired.delta ?? 0,
        responses_a: lenient.responses[0],
        responses_b: lenient.responses[1],
      },
    }),
  };
}

/** Reasons for which more items of the same kind would not help. */
const NO_MORE_ITEMS = ['missing_answers', 'depends_on_grader', 'other_model'];

const WINNER_SIDES = { better: 1, worse: -1, tie: 0, undecided: 0 } as const;

/** The interval and level of a comparison within its Holm family; empty outside a family. */
function simultaneousFields(
  { methodology: { confidence_level: confidence, correction } }: Plan,
  { basis }: PairedComparison,
  familySize: number,
  side: -1 | 0 | 1,
): Pick<Comparison, 'simultaneous_interval'> {
  if (familySize === 0 || correction !== 'holm') return {};
  const interval = simultaneousInterval(basis, { confidence, familySize, side });
  if (interval === null) return {};
  const { low, high, level, rests_on } = interval;
  return { simultaneous_interval: { ci_low: low, ci_high: high, level, rests_on } };
}

/**
 * The number of items to send so that the outcome holds whatever the missing scores would be. Null if there are too
 * few clusters, because the same passages give no more of them, or if coverage differs.
 */
function itemsToAsk({ benchmarks, methodology: { margin } }: Plan, pair: Pair): number | null {
  const { paired, completions, barred } = pair;
  const asked = benchmarks[pair.benchmark]?.items ?? 0;
  if (barred === 'coverage_differs' || paired.n === 0) return null;
  if (paired.clusters !== null && paired.clusters < MIN_ITEMS_TO_DECIDE) return null;
  const needed = OUTCOMES.filter((outcome) => completions.length === 0 || mayBe(outcome, pair, margin)).map(
    (outcome) => {
      const each = [paired, ...completions].map(({ needed_for, n }) => ({ of: needed_for[outcome], n }));
      return Math.max(
        ...each.map(({ of, n }) =>
          of === null ? Infinity : Math.ceil((Math.max(MIN_ITEMS_TO_DECIDE, of) * asked) / n),
        ),
      );
    },
  );
  const fewest = Math.min(...needed);
  return Number.isFinite(fewest) ? fewest : null;
}

function interval(low: number | null, high: number | null) {
  return low === null || high === null ? null : { low, high };
}

function metricComparisons(plan: Plan, metrics: readonly Metrics[]): ComparisonFigures[] {
  const names = [...new Set(metrics.flatMap(Object.keys))];
  return names.flatMap((metric) =>
    targetPairs(plan.targets.length).flatMap(([a, b]) => {
      const [left, right] = [metrics[a]?.[metric], metrics[b]?.[metric]];
      if (left === undefined || right === undefined) return [];
      return [describedDifference(plan, metric, [a, b], left, right)];
    }),
  );
}

/** A difference that is reported without an outcome. */
function describedDifference(
  plan: Plan,
  metric: string,
  [a, b]: TargetPair,
  left: Metric,
  right: Metric,
): ComparisonFigures {
  return {
    target_a: plan.targets[a]?.label ?? '',
    target_b: plan.targets[b]?.label ?? '',
    metric,
    delta: left.value - right.value,
    winner: 'undecided',
    ci_low: null,
    ci_high: null,
    tie_ci_low: null,
    tie_ci_high: null,
    p_value: null,
    p_adjusted: null,
    family_size: 0,
    n: 0,
    clusters: null,
    dropped: 0,
    test: null,
    direction: left.direction,
    reason: 'describes_the_run',
    exploratory: false,
    n_needed: null,
    smallest_detectable_difference: null,
  };
}
