import { createYieldToEventLoop } from '../../../kernel/yield-to-event-loop.ts';
import {
  type Advantage,
  alphaFromConfidence,
  type Correction,
  comparePairs,
  correctedLevels,
  decideNoWorse,
  EXPLORATORY_BELOW,
  itemsNeededForNoWorse,
  type NoWorseOutcome,
  type OneSided,
  pairedAdvantage,
  reasonForTooFewItems,
} from '../../../measure/statistics/statistics.ts';
import type { PlannedBenchmark } from '../kinds/shapes.ts';
import { numberClusters } from '../plan/clusters.ts';
import { hasMargin, type NoWorseQuestion, noWorseQuestion } from '../plan/no-worse.ts';
import type { Plan } from '../plan/plan.ts';
import type { NoWorse, NoWorseMeasure } from '../schemas/no-worse-schemas.ts';
import { type Aggregate, type Cell, withLenientScores } from './aggregate.ts';
import { compareAnswerCosts } from './answer-costs.ts';
import { coverageDiffers, isBinary, pairScores } from './compare.ts';
import { describeCandidate, describeMeasure } from './describe-no-worse.ts';
import { isFormMeasured } from './grader-fit.ts';
import { fillMissing, hasMissing } from './missing-scores.ts';
import { targetsOfOtherModels } from './who-answered.ts';

/** One measure of a candidate compared with the baseline. */
export interface NoWorseEvidence
  extends Pick<
    NoWorseMeasure,
    | 'benchmark'
    | 'measure'
    | 'scale'
    | 'margin'
    | 'candidate'
    | 'baseline'
    | 'n'
    | 'clusters'
    | 'test'
    | 'worth'
  > {
  /**
   * For a difference: candidate minus baseline. For a ratio: the logarithm of baseline over candidate. Null if there
   * is none.
   */
  readonly advantage: Advantage | null;
  /** The advantage with missing scores counted against the candidate, and for it; empty if none are missing. */
  readonly completions: readonly (Advantage | null)[];
  /** The advantage by lenient scores, also with missing ones; absent if they are equal or must not decide. */
  readonly lenient?: readonly (Advantage | null)[];
  /** Why the measure is undecided whatever was measured; null if it may be decided. */
  readonly barred: string | null;
  /** With fewer items or requests nothing can be shown, whatever the figures. */
  readonly fewest?: number;
}

/** The question for one candidate. */
export type NoWorseAsked = NoWorseQuestion & { readonly candidate: number };

interface Row extends NoWorseEvidence {
  readonly target: number;
  /** With missing scores at their worst; 1 if undecidable. */
  readonly strict: OneSided;
  /** The advantage under the reading that shows less. */
  readonly worst: OneSided;
}

/**
 * Decides which candidates are no worse than the baseline, by measure and over all measures. A candidate is no worse
 * only if each measure shows it (an intersection–union test: Berger 1982), so its p-value is the largest; the
 * correction over the candidates gives each a level for all of its measures. `worse` is decided by measure, corrected
 * over the candidates. `measuredOf` returns measures other than scores, each computed on demand. Undefined for
 * another question.
 */
export async function compareWithBaseline(
  plan: Plan,
  aggregate: Aggregate,
  measuredOf: (asked: NoWorseAsked) => readonly (() => NoWorseEvidence)[],
): Promise<NoWorse | undefined> {
  const question = noWorseQuestion(plan);
  if (question === null) return undefined;
  const yieldToEventLoop = createYieldToEventLoop();
  const others = targetsOfOtherModels(plan, aggregate.calls);
  const rows: Row[] = [];
  for (const target of question.candidates) {
    const isOther = others.has(target) || others.has(question.baseline);
    for (const found of [
      ...scoreEvidence(plan, aggregate, question, target),
      ...measuredOf({ ...question, candidate: target }),
    ]) {
      await yieldToEventLoop();
      const measured = found();
      const evidence = isOther ? { ...measured, barred: 'other_model' } : measured;
      const { advantage, completions, lenient = [] } = evidence;
      const strict = worstTest(evidence, [advantage, ...completions]);
      const worst =
        lenient.length === 0 ? strict : worstTest(evidence, [advantage, ...completions, ...lenient]);
      rows.push({ ...evidence, target, strict, worst });
    }
  }
  const levels = levelsByCandidate(plan, question, rows);
  const worseLevels = levelsByMeasure(plan, rows);
  const measures = rows.map((row, i) =>
    judge(plan, row, levels.get(row.target) ?? 0, worseLevels[i] ?? 0, question),
  );
  const baseline = plan.targets[question.baseline]?.label ?? '';
  return {
    baseline,
    candidates: question.candidates.map((target) => {
      const target_label = plan.targets[target]?.label ?? '';
      const own = measures.filter((one) => one.target_label === target_label);
      const outcome = outcomeOfAll(own);
      return { target_label, outcome, sentence: describeCandidate(target_label, baseline, outcome, own) };
    }),
    measures,
    costs: compareAnswerCosts(plan, aggregate, question),
    served: [question.baseline, ...question.candidates].map((target) => {
      const { models = {}, routes = {}, fingerprints = {} } = aggregate.calls[target] ?? {};
      return { target_label: plan.targets[target]?.label ?? '', models, routes, fingerprints };
    }),
  };
}

/** Scores and the success of tasks, each computed on demand. */
function scoreEvidence(
  plan: Plan,
  { cells }: Aggregate,
  { baseline, margins }: NoWorseQuestion,
  candidate: number,
): (() => NoWorseEvidence)[] {
  return plan.benchmarks.flatMap((benchmark, at) =>
    (['score', 'success'] as const).flatMap((measure) => {
      const margin = margins[measure];
      if (margin === undefined || !hasMargin(benchmark, measure)) return [];
      const [mine, theirs] = [cells[at]?.[candidate] as Cell, cells[at]?.[baseline] as Cell];
      return [
        () => ({
          ...{ benchmark: benchmark.key, measure, scale: 'difference' as const, margin },
          ...differenceOf(plan, numberClusters(benchmark.clusters), mine, theirs, margin),
          ...storedLenientScore(plan, benchmark, mine, theirs, margin),
        }),
      ];
    }),
  );
}

function differenceOf(
  { methodology }: Plan,
  clusters: readonly number[] | null,
  mine: Cell,
  theirs: Cell,
  margin: number,
) {
  const settings = {
    binary: methodology.epochs === 1 && isBinary(mine) && isBinary(theirs),
    confidence: methodology.confidence_level,
    margin,
  };
  const scores = pairScores(mine.scores, theirs.scores, clusters);
  const paired = comparePairs(scores, settings);
  const barred = reasonForTooFewItems(paired) ?? (coverageDiffers(mine, theirs) ? 'coverage_differs' : null);
  const isMissing = barred !== 'coverage_differs' && (hasMissing(mine) || hasMissing(theirs));
  const completed = ([forMe, forThem]: readonly [0 | 1, 0 | 1]) => {
    const filled = pairScores(fillMissing(mine, forMe), fillMissing(theirs, forThem), clusters);
    const { delta, basis } = comparePairs(filled, settings);
    return pairedAdvantage(delta, basis);
  };
  return {
    candidate: meanOf(scores.a),
    baseline: meanOf(scores.b),
    advantage: pairedAdvantage(paired.delta, paired.basis),
    completions: isMissing
      ? (
          [
            [0, 1],
            [1, 0],
          ] as const
        ).map(completed)
      : [],
    n: paired.n,
    clusters: paired.clusters,
    test: paired.test === 'mcnemar_mid_p' ? 'tango' : paired.test,
    barred,
  };
}

/** The difference by lenient scores; empty if they are equal or may not decide. */
function storedLenientScore(
  plan: Plan,
  benchmark: PlannedBenchmark,
  mine: Cell,
  theirs: Cell,
  margin: number,
): Pick<NoWorseEvidence, 'lenient'> {
  const [me, them] = [withLenientScores(mine), withLenientScores(theirs)];
  if (isFormMeasured(benchmark) || (me === mine && them === theirs)) return {};
  const read = differenceOf(plan, numberClusters(benchmark.clusters), me, them, margin);
  return { lenient: [read.advantage, ...read.completions] };
}

const meanOf = (scores: readonly number[]) =>
  scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;

const limitOf = ({ scale, margin }: NoWorseEvidence) => (scale === 'ratio' ? -Math.log(margin) : -margin);

function worstTest(evidence: NoWorseEvidence, advantages: readonly (Advantage | null)[]): OneSided {
  if (evidence.barred !== null) return { above: 1, below: 1 };
  const tests = advantages.map((one) => one?.test(limitOf(evidence)) ?? { above: 1, below: 1 });
  return {
    above: Math.max(...tests.map(({ above }) => above)),
    below: Math.max(...tests.map(({ below }) => below)),
  };
}

const levelOf = ({ methodology }: Plan) => alphaFromConfidence(methodology.confidence_level);
const correctionOf = ({ methodology }: Plan) => methodology.correction as Correction;

function levelsByCandidate(plan: Plan, { candidates }: NoWorseQuestion, rows: readonly Row[]) {
  const all = candidates.map((target) =>
    Math.max(...rows.filter((row) => row.target === target).map(({ worst }) => worst.above)),
  );
  const levels = correctedLevels(correctionOf(plan), all, levelOf(plan));
  return new Map(candidates.map((target, i) => [target, levels[i] ?? 0]));
}

/** Levels in the order of the rows. */
function levelsByMeasure(plan: Plan, rows: readonly Row[]): number[] {
  const levels = new Array<number>(rows.length).fill(0);
  const places = rows.map((_, i) => i);
  const same = (i: number) => JSON.stringify([rows[i]?.benchmark, rows[i]?.measure]);
  for (const group of Map.groupBy(places, same).values()) {
    const judged = correctedLevels(
      correctionOf(plan),
      group.map((i) => rows[i]?.worst.below ?? 1),
      levelOf(plan),
    );
    for (const [k, i] of group.entries()) levels[i] = judged[k] ?? 0;
  }
  return levels;
}

const POWER = 0.8;

function judge(
  plan: Plan,
  row: Row,
  level: number,
  worseLevel: number,
  { candidates, baseline }: NoWorseQuestion,
): NoWorseMeasure {
  const { advantage, scale, n, worth, clusters, barred, worst } = row;
  const counted = { level, worseLevel, n: worth ?? n, clusters };
  const outcome = barred === null ? decideNoWorse({ ...counted, test: worst }) : 'undecided';
  const found = advantage?.test(limitOf(row)) ?? null;
  const reason = barred ?? whyOf(outcome, row, counted, levelOf(plan));
  const bounds = advantage?.bounds({ low: level, high: worseLevel }) ?? null;
  const units = Math.min(counted.n, clusters ?? counted.n);
  const figures = {
    target_label: plan.targets[row.target]?.label ?? '',
    benchmark: row.benchmark,
    measure: row.measure,
    scale,
    margin: row.margin,
    candidate: finite(row.candidate),
    baseline: finite(row.baseline),
    observed: advantage && onScale(scale, advantage.observed),
    ...endsOf(scale, bounds),
    p_no_worse: barred === null && found ? worst.above : null,
    p_worse: barred === null && found ? worst.below : null,
    level,
    worse_level: worseLevel,
    test: row.test,
    n,
    ...(worth !== undefined && { worth }),
    clusters,
    outcome,
    reason,
    exploratory: barred === null && units < EXPLORATORY_BELOW,
    n_needed: outcome === 'undecided' ? neededOf(plan, row, found, reason, candidates.length) : null,
  };
  return { ...figures, sentence: describeMeasure(figures, plan.targets[baseline]?.label ?? '') };
}

const finite = (value: number | null) => (value !== null && Number.isFinite(value) ? value : null);

/** An advantage as shown: a difference, or a ratio. */
const onScale = (scale: NoWorseMeasure['scale'], advantage: number) =>
  finite(scale === 'ratio' ? Math.exp(-advantage) : advantage);

function endsOf(scale: NoWorseMeasure['scale'], bounds: { low: number; high: number } | null) {
  if (bounds === null) return { ci_low: null, ci_high: null };
  const [low, high] = [onScale(scale, bounds.low), onScale(scale, bounds.high)];
  return scale === 'ratio' ? { ci_low: high, ci_high: low } : { ci_low: low, ci_high: high };
}

function whyOf(
  outcome: NoWorseOutcome,
  row: Row,
  counted: { level: number; worseLevel: number; n: number; clusters: number | null },
  alpha: number,
): string {
  if (outcome !== 'undecided') return outcome === 'no_worse' ? 'above_margin' : 'below_margin';
  const found = row.advantage?.test(limitOf(row)) ?? null;
  if (found === null) return 'no_interval';
  const few = reasonForTooFewItems(counted);
  if (few !== null) return few;
  const decides = (test: OneSided) => decideNoWorse({ ...counted, test }) !== 'undecided';
  if (decides(row.strict) || (row.lenient && decides(worstTest(row, row.lenient))))
    return 'depends_on_grader';
  if (decides(found)) return 'missing_answers';
  return Math.min(found.above, found.below) <= alpha ? 'not_after_correction' : 'interval_too_wide';
}

/** Number of items or requests that would decide, at the strictest level of the correction. */
function neededOf(
  plan: Plan,
  { n, worth, clusters, fewest = 0, barred }: Row,
  found: OneSided | null,
  reason: string,
  candidates: number,
): number | null {
  if (found === null || ['missing_answers', 'too_few_clusters', 'depends_on_grader'].includes(reason))
    return null;
  if (n === 0 || (barred !== null && barred !== 'too_few_items')) return null;
  if (clusters !== null && reasonForTooFewItems({ n, clusters }) !== null) return null;
  const shared = correctionOf(plan) === 'none' ? 1 : candidates;
  const needed = itemsNeededForNoWorse(found, n, { alpha: levelOf(plan) / shared, power: POWER });
  const least = Math.ceil((fewest * n) / Math.max(1, worth ?? n));
  if (needed === null) return least > n ? least : null;
  return Math.max(needed, least);
}

function outcomeOfAll(measures: readonly NoWorseMeasure[]): NoWorseOutcome {
  if (measures.some(({ outcome }) => outcome === 'worse')) return 'worse';
  const all = measures.length > 0 && measures.every(({ outcome }) => outcome === 'no_worse');
  return all ? 'no_worse' : 'undecided';
}
