import {
  count,
  formatExact,
  joinNames,
  percent,
  plural,
  usd,
  withoutFullStop,
} from '@touchstone/report/figures';
import {
  nameInSentence,
  type ProvenDifference,
  scoreName,
  withIncomplete,
  withNoWorse,
  withOnlySmokeTests,
  withProvenDifferences,
} from '../../../decide/slo/slo.ts';
import { toUsdNumber } from '../../../kernel/money.ts';
import { sum } from '../../../kernel/sum.ts';
import { createYieldToEventLoop } from '../../../kernel/yield-to-event-loop.ts';
import { estimateScore } from '../../../measure/statistics/statistics.ts';
import type { KindReport, ReportContext } from '../kinds/kind.ts';
import { callsWithoutSamples, KINDS, type MeasuredByKind, NOTHING_MEASURED } from '../kinds/registry.ts';
import type { PlannedBenchmark } from '../kinds/shapes.ts';
import { numberClusters } from '../plan/clusters.ts';
import { endingModels } from '../plan/ending-models.ts';
import {
  comparesPairs,
  comparesTargets,
  hasOnlySmokeTests,
  hasScores,
  isPartScore,
  type Plan,
  type PlannedTarget,
} from '../plan/plan.ts';
import { preflightCost, preflightWarnings } from '../plan/preflight.ts';
import type { References } from '../plan/references.ts';
import {
  copyAsJson,
  requirementComparisons,
  requirementResults,
  toEvidence,
} from '../requirements/requirement-results.ts';
import type { Aggregate, Calls, Cell } from '../results/aggregate.ts';
import { answersWithoutSamples, type CallReasons, callReasons, type Stops } from '../results/call-reasons.ts';
import { compareTargets, isBinary } from '../results/compare.ts';
import { nothingRightWarnings } from '../results/describe-no-worse.ts';
import { furtherScores, furtherScoreWarnings } from '../results/further-scores.ts';
import { gradedByVersions } from '../results/graded-by.ts';
import { graderFit, graderFitWarnings, lenientScoreOf } from '../results/grader-fit.ts';
import {
  incompleteTargets,
  stoppedTargets,
  unansweredShares,
  withOtherModelsNotMeasured,
} from '../results/incomplete.ts';
import { metricRanges } from '../results/metric-ranges.ts';
import { type Metrics, runMetrics } from '../results/metrics.ts';
import { hasMissing, scoreBounds } from '../results/missing-scores.ts';
import { isAskedBenchmarkKey, meanQuality } from '../results/quality.ts';
import { tierWarnings } from '../results/service-tiers.ts';
import { summariseResults } from '../results/summary.ts';
import { unreadableKey, unreadableWarnings } from '../results/unreadable.ts';
import {
  describeAliases,
  type OtherAnswers,
  otherAnswersSentence,
  otherModelAnswers,
} from '../results/who-answered.ts';
import type { Coverage, Results } from '../schemas/result-schemas.ts';
import { decideNoWorseOfPlan } from './no-worse.ts';

/** Facts of the catalogue, and which end dates of models to warn about. */
export type ResultsContext = Partial<Pick<References, 'facts' | 'sayModelEnd'>>;

interface BuildOptions extends ResultsContext {
  final: boolean;
  /** Measurements of kinds other than scores. */
  measured?: MeasuredByKind;
  /** Why the evaluation ended before every request was sent. */
  stopped?: string | null;
  /** Maximum number of calls in progress when a run was interrupted. */
  cutOff?: number;
  /** Why targets were stopped, in plan order. */
  stops?: Stops;
}

/**
 * Builds the results of the measurements so far. Until everything is measured (`final`), they are provisional and
 * name no winner: looking often and stopping at the first winner finds false winners.
 */
export async function buildResults(
  plan: Plan,
  aggregate: Aggregate,
  {
    final,
    measured = NOTHING_MEASURED,
    facts: catalogue,
    sayModelEnd,
    stopped = null,
    cutOff = 0,
    stops = [],
  }: BuildOptions,
): Promise<Results> {
  const coverage = await mapCells(plan, aggregate, coverageOf);
  const intervals = await mapCells(plan, aggregate, intervalOf);
  const ofRun = await metricsOfRun(plan, aggregate, coverage);
  const quality = plan.targets.map(({ label }) => meanQuality(plan, intervals, coverage, label));
  const ofKinds = callsWithoutSamples(measured);
  const calls = callReasons(plan, aggregate, ofKinds, stops);
  const { reasons } = calls;
  const underLoad = answersWithoutSamples(plan, ofKinds);
  const others = otherModelAnswers(plan, aggregate.calls, underLoad);
  const silent = final ? withOtherModelsNotMeasured(plan, calls.notMeasured, others) : [];
  const stopped_targets = final
    ? stoppedTargets(plan, coverage, stops, { ...calls, notMeasured: silent })
    : [];
  const incomplete = final
    ? incompleteTargets(plan, coverage, {
        ...{ notMeasured: silent, stopped: stopped_targets, reasons, others },
      })
    : [];
  const required = requirementResults(plan, measured, catalogue, quality, aggregate, {
    notMeasured: silent,
    unanswered: final ? unansweredShares(plan, coverage, reasons) : [],
  });
  const metrics = mergeMetrics([ofRun, ...metricsOfKinds(plan, measured), required.metrics]);
  const target_results = plan.targets.map(({ label }, target) => ({
    target_label: label,
    metrics: valuesOf(metrics[target]),
    benchmark_scores: Object.fromEntries(
      intervals.flatMap(({ target_label, benchmark, score }) =>
        target_label === label && score !== null ? [[benchmark, score]] : [],
      ),
    ),
  }));
  const judged = required.decide();
  const comparisons = final
    ? await compareTargets(plan, aggregate, metrics, requirementComparisons(judged?.requirements ?? []))
    : [];
  const proven = provenDifferences(plan, comparisons);
  const disputed = disputedDifferences(plan, comparisons);
  const verdict = proven.length + disputed.length > 0 ? required.decide({ proven, disputed }) : judged;
  const unread = unreadableWarnings(
    final ? coverage.filter(({ benchmark }) => isAskedBenchmarkKey(plan, benchmark)) : [],
  );
  const no_worse = final ? await decideNoWorseOfPlan(plan, aggregate, measured) : undefined;
  const reports = await reportKinds(measured, { plan, aggregate, comparisons });
  const cost = withPreflight({ ...costOf(aggregate, cutOff), ...reports.cost }, plan);
  const grader_fit = final ? graderFit(plan, aggregate, comparisons) : [];
  const smokeTests = plan.benchmarks.filter(({ smokeTest }) => smokeTest);
  const datasets = plan.benchmarks.flatMap(({ key, data = [] }) =>
    data.flatMap(({ name, address, sha256 }) =>
      address === null ? [{ benchmark: key, source: name, version: sha256 }] : [],
    ),
  );
  const figures = {
    target_results: [...target_results, ...required.limits],
    comparisons,
    ...(no_worse && { no_worse }),
    ...(final &&
      metricRanges(
        plan.targets.map(({ label }) => label),
        metrics,
      )),
    provisional: !final,
    intervals,
    coverage,
    ...(reasons.length > 0 && { reasons }),
    ...(silent.some(Boolean) && { not_measured: silent.filter((one) => one !== null) }),
    ...(stopped_targets.length > 0 && { stopped: stopped_targets }),
    ...(others.length > 0 && { other_models: others.map(({ said: _, ...one }) => one) }),
    ...furtherScores(plan, aggregate),
    ...(aggregate.gradedBy.size > 0 && { graded_by: gradedByVersions(aggregate) }),
    ...(grader_fit.length > 0 && { grader_fit }),
    ...(datasets.length > 0 && { datasets }),
    ...(smokeTests.length > 0 && { smoke_tests: smokeTests.map(({ key }) => key) }),
    cost,
    ...(verdict && {
      requirements: copyAsJson(verdict.requirements),
      evidence: required.findings.map(toEvidence),
    }),
    ...(verdict &&
      final && {
        verdict: copyAsJson(
          verdict.scenarios.map((one) => {
            const shown = withProvenDifferences(
              one,
              proven,
              plan.benchmarks.filter(comparesTargets).map(({ key }) => key),
              plan.methodology.margin,
            );
            const told = withIncomplete(shown, incomplete);
            const whole = no_worse ? withNoWorse(told, noWorseAnswers(no_worse)) : told;
            return hasOnlySmokeTests(plan) ? withOnlySmokeTests(whole) : whole;
          }),
        ),
      }),
    ...reports.results,
    methodology: plan.methodology,
    warnings: [
      ...(catalogue && sayModelEnd
        ? endingModels([...plan.targets, ...(plan.judges ?? [])], { facts: catalogue, sayModelEnd })
        : []),
      ...(final ? incomplete.map(({ sentence }) => sentence) : others.map(otherAnswersSentence)),
      ...preflightWarnings(plan),
      ...warningsOf(coverage, plan, { read: unread.about, reasons }),
      ...unread.warnings,
      ...graderFitWarnings({ grader_fit }),
      ...furtherScoreWarnings(plan, aggregate),
      ...stopWarnings(coverage, plan, { stopped, stops }),
      ...reports.warnings,
      ...required.warnings,
      ...describeAliases(plan, aggregate.calls),
      ...mixtureWarnings(aggregate, plan, others),
      ...tierWarnings(aggregate.calls, underLoad, plan, catalogue),
      ...(no_worse ? nothingRightWarnings(no_worse) : []),
      ...describeOverspending(cost, plan),
      ...(cutOff > 0
        ? [
            `Up to ${plural(cutOff, 'call was', 'calls were')} in progress when the evaluation was interrupted; their cost is unknown.`,
          ]
        : []),
    ],
  };
  return { ...figures, overall_summary: summariseResults(plan, figures, incomplete) };
}

const noWorseAnswers = ({ baseline, candidates }: NonNullable<Results['no_worse']>) => ({
  baseline,
  candidates: candidates.map(({ target_label: label, outcome }) => ({ label, outcome })),
});

/**
 * Calls in progress when the limit was reached exceed it slightly; more only if they cost more than earlier calls.
 */
const UNREPORTED_OVERSPENDING = 1.05;

function describeOverspending(
  { usd: asking, grading_usd }: Results['cost'],
  { methodology }: Plan,
): string[] {
  const { max_cost_usd } = methodology;
  const spent = (asking ?? 0) + (grading_usd ?? 0);
  if (max_cost_usd === null || spent <= UNREPORTED_OVERSPENDING * max_cost_usd) return [];
  return [
    `The run cost ${usd(spent)}, more than max_cost_usd (${formatExact(usd, max_cost_usd)}): some calls cost more than expected before their response.`,
  ];
}

/** Proven score differences; hints from few items do not count. */
function provenDifferences({ benchmarks }: Plan, comparisons: Results['comparisons']): ProvenDifference[] {
  const scored = new Set(benchmarks.filter(comparesTargets).map(({ key }) => key));
  return comparisons.flatMap(({ target_a: a, target_b: b, metric, winner, delta, exploratory }) => {
    if (!scored.has(metric) || exploratory || delta === null || (winner !== a && winner !== b)) return [];
    return [{ better: winner, worse: winner === a ? b : a, benchmark: metric, by: Math.abs(delta) }];
  });
}

/** Pairs whose comparison has another outcome under the lenient reading. */
function disputedDifferences({ benchmarks }: Plan, comparisons: Results['comparisons']) {
  const scored = new Set(benchmarks.filter(comparesTargets).map(({ key }) => key));
  return comparisons
    .filter(({ metric, reason }) => scored.has(metric) && reason === 'depends_on_grader')
    .map(({ target_a: a, target_b: b }) => ({ a, b }));
}

/** Collects the reports of all kinds in order; a later kind may extend the report of an earlier one. */
async function reportKinds(
  measured: MeasuredByKind,
  context: Omit<ReportContext, 'results'>,
): Promise<Required<KindReport>> {
  const all: Required<KindReport> = { results: {}, cost: {}, warnings: [] };
  for (const kind of KINDS) {
    const own = measured.of(kind);
    if (own === null) continue;
    const said = await kind.report?.(own, { ...context, results: all.results });
    if (!said) continue;
    all.results = { ...all.results, ...said.results };
    all.cost = { ...all.cost, ...said.cost };
    all.warnings = [...all.warnings, ...(said.warnings ?? [])];
  }
  return all;
}

/** Metrics by target, of each kind that measured something. */
function metricsOfKinds(plan: Plan, measured: MeasuredByKind): (readonly Metrics[])[] {
  return KINDS.flatMap((kind) => {
    const own = measured.of(kind);
    return own === null || !kind.metrics ? [] : [kind.metrics(own, plan)];
  });
}

/** Merges lists of metrics by target into one list. */
function mergeMetrics([first = [], ...more]: readonly (readonly Metrics[])[]): Metrics[] {
  return first.map((own, target) => Object.assign({}, own, ...more.map((of) => of[target])));
}

function valuesOf(metrics: Metrics = {}): Record<string, number> {
  return Object.fromEntries(Object.entries(metrics).map(([name, { value }]) => [name, value]));
}

/** Metrics by target. Quantiles of a million latencies take some milliseconds each. */
async function metricsOfRun(plan: Plan, { calls }: Aggregate, coverage: readonly Coverage[]) {
  const yieldToEventLoop = createYieldToEventLoop();
  const metrics: ReturnType<typeof runMetrics>[] = [];
  for (const [target, { label }] of plan.targets.entries()) {
    await yieldToEventLoop();
    const own = coverage.filter(
      (one) => one.target_label === label && isAskedBenchmarkKey(plan, one.benchmark),
    );
    const scored = sum(own.map((cell) => cell.scored));
    const units = sum(own.map((cell) => cell.units));
    metrics.push(runMetrics(calls[target] as Calls, scored, units));
  }
  return metrics;
}

async function mapCells<T>(
  plan: Plan,
  { cells }: Aggregate,
  make: (target: PlannedTarget, benchmark: PlannedBenchmark, cell: Cell, plan: Plan) => T,
): Promise<T[]> {
  const yieldToEventLoop = createYieldToEventLoop();
  const made: T[] = [];
  for (const [t, target] of plan.targets.entries()) {
    for (const [b, benchmark] of plan.benchmarks.entries()) {
      if (!hasScores(benchmark)) continue;
      await yieldToEventLoop();
      made.push(make(target, benchmark, cells[b]?.[t] as Cell, plan));
    }
  }
  return made;
}

function coverageOf({ label }: PlannedTarget, { key }: PlannedBenchmark, { counts }: Cell): Coverage {
  const pending = counts.units - counts.scored - counts.failed - counts.unscored;
  return { target_label: label, benchmark: key, ...counts, pending };
}

function intervalOf({ label }: PlannedTarget, benchmark: PlannedBenchmark, cell: Cell, plan: Plan) {
  const { key, clusters } = benchmark;
  const numbers = numberClusters(clusters);
  const scores: number[] = [];
  const keys: number[] = [];
  for (const [item, score] of cell.scores.entries()) {
    if (Number.isNaN(score)) continue;
    scores.push(score);
    if (numbers) keys.push(numbers[item] as number);
  }
  const { n, estimate, ci_low, ci_high, method } = estimateScore({
    scores,
    binary: plan.methodology.epochs === 1 && isBinary(cell),
    halves: comparesPairs(benchmark) && plan.methodology.epochs === 1 && plan.targets.length === 2,
    ...(numbers && { clusters: keys }),
    confidence: plan.methodology.confidence_level,
  });
  const bounds = hasMissing(cell) ? scoreBounds(cell) : null;
  return {
    target_label: label,
    benchmark: key,
    score: estimate,
    ci_low,
    ci_high,
    n,
    method,
    ...(bounds && { score_if_missing_wrong: bounds.low, score_if_missing_right: bounds.high }),
    ...lenientScoreOf(benchmark, cell),
  };
}

function costOf({ calls, gradingCost }: Aggregate, cutOff: number): Results['cost'] {
  const priced = sum(calls.map((one) => one.priced));
  const picodollars = calls.reduce((total, { paid }) => total + paid, 0n);
  const shared = sum(calls.map((one) => one.shared));
  return {
    usd: priced === 0 ? null : toUsdNumber(picodollars),
    unknown_calls: sum(calls.map((one) => one.unpriced)) + cutOff,
    ...(cutOff > 0 && { cut_off_calls: cutOff }),
    ...(gradingCost !== null && { grading_usd: toUsdNumber(gradingCost) }),
    ...(shared > 0 && { shared_answers: shared }),
  };
}

/** Adds the cost of preflight calls that are not stored as samples. */
function withPreflight(cost: Results['cost'], { preflight }: Plan): Results['cost'] {
  const [asking, judging] = [preflightCost(preflight?.targets), preflightCost(preflight?.judges)];
  const usd = (sum: number) => toUsdNumber(BigInt(sum));
  return {
    ...cost,
    ...(asking.calls > 0 && { usd: (cost.usd ?? 0) + usd(asking.spent) }),
    ...(judging.calls > 0 && { judge_usd: (cost.judge_usd ?? 0) + usd(judging.spent) }),
  };
}

/**
 * Warns about figures over responses of several models, routes or configurations, because they describe none of them.
 */
function mixtureWarnings({ calls }: Aggregate, { targets }: Plan, others: readonly OtherAnswers[]): string[] {
  return targets.flatMap(({ label }, i) => {
    const { models = {}, routes = {}, fingerprints = {} } = calls[i] ?? {};
    return [
      ...(others.some(({ target_label }) => target_label === label)
        ? []
        : mixtureWarning(label, 'models', models, 'Set one version or route to measure only that.')),
      ...mixtureWarning(label, 'routes', routes, 'Set one in provider_route to measure only that.'),
      ...mixtureWarning(
        label,
        'configurations of the server (system_fingerprint)',
        fingerprints,
        'The provider changed its configuration, or uses several: measure again to check whether the scores agree.',
      ),
    ];
  });
}

const MAX_NAMED = 5;

function mixtureWarning(
  label: string,
  what: string,
  names: Readonly<Record<string, number>>,
  remedy: string,
): string[] {
  const named = Object.entries(names).filter(([name]) => name !== '');
  if (named.length < 2) return [];
  const all = sum(Object.values(names));
  const shares = named
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MAX_NAMED)
    .map(([name, n]) => `${name} in ${n} (${percent(n / all)})`);
  const more = named.length > MAX_NAMED ? ` and ${named.length - MAX_NAMED} more` : '';
  return [
    `${label}: responses came from ${named.length} ${what}: ${shares.join(', ')}${more}. Its figures combine them. ${remedy}`,
  ];
}

/**
 * One sentence for each problem of a benchmark, with the targets it concerns; `read` contains those already
 * mentioned.
 */
function warningsOf(
  coverage: readonly Coverage[],
  plan: Plan,
  { read, reasons }: { read: ReadonlySet<string>; reasons: CallReasons['reasons'] },
): string[] {
  const byBenchmark = Map.groupBy(coverage, ({ benchmark }) => benchmark);
  return [...byBenchmark].flatMap(([key, cells]) => {
    const on = `On ${nameInSentence(scoreName(key))}`;
    const chance = plan.benchmarks.find((one) => one.key === key)?.chanceLevel ?? null;
    const isUnsaid = ({ extraction, target_label }: Coverage) =>
      extraction.none > 0 && !read.has(unreadableKey(key, target_label));
    const none = cells.some(isUnsaid) ? cells : [];
    return [
      ...describeCells(
        cells,
        ({ failed }) => failed,
        ({ failed, units, failures, target_label, benchmark }, who) => {
          const [first] = reasons.filter(
            (one) => one.target_label === target_label && one.benchmark === benchmark,
          );
          const classes = Object.entries(failures).map(([reason, n]) => `${count(n)} ${reason}`);
          const example = first === undefined ? '' : `; most often: ${withoutFullStop(first.message)}`;
          return `${count(failed)} of ${plural(units, 'question')} of ${who} (${classes.join(', ')}${example})`;
        },
        (said) => `${on}, calls failed for ${said}; they count as missing, not as wrong.`,
      ),
      ...describeCells(
        cells,
        ({ unscored }) => unscored,
        ({ unscored }, who) => `${plural(unscored, 'response')} of ${who}`,
        (said) => `${on}, ${said} could not be graded; they count as missing, not as wrong.`,
      ),
      ...describeCells(
        cells,
        ({ truncated }) => truncated,
        ({ truncated }, who) => `${responses(truncated)} of ${who}`,
        (said) => `${on}, the token limit cut off ${said}.`,
      ),
      ...describeCells(
        isAskedBenchmarkKey(plan, key) ? cells : [],
        ({ no_finish_reason = 0 }) => no_finish_reason,
        ({ no_finish_reason = 0 }, who) => `${responses(no_finish_reason)} of ${who}`,
        (said) =>
          `${on}, ${said} ended without a known finish reason, so they may be incomplete; they are graded as received.`,
      ),
      ...describeCells(
        none,
        ({ extraction }) => extraction.none,
        ({ extraction }, who) => `${responses(extraction.none)} of ${who}`,
        (said) => `${on}, no answer was found in ${said}; they count as wrong.`,
      ),
      ...describeCells(
        cells,
        ({ only_reasoning = 0 }) => only_reasoning,
        ({ only_reasoning = 0 }, who) => `${responses(only_reasoning)} of ${who}`,
        (said) =>
          `${on}, ${said} had only reasoning and no text, which does not count as an answer. Check the server's reasoning settings.`,
      ),
      ...(chance === null ? [] : [`${on}, guessing scores ${percent(chance)}.`]),
    ];
  });
}

/** Lists the affected targets with their counts, highest first; empty if there are none. */
function describeCells(
  cells: readonly Coverage[],
  times: (cell: Coverage) => number,
  who: (cell: Coverage, label: string) => string,
  says: (said: string) => string,
): string[] {
  const own = cells.filter((cell) => times(cell) > 0).toSorted((a, b) => times(b) - times(a));
  return own.length === 0
    ? []
    : [says(joinNames(own.map((cell) => who(cell, nameInSentence(cell.target_label)))))];
}

/**
 * Warns about unsent requests of stopped targets, which an otherwise complete evaluation does not count as missing.
 */
function stopWarnings(
  coverage: readonly Coverage[],
  plan: Plan,
  { stopped, stops }: { stopped: string | null; stops: Stops },
): string[] {
  if (stopped !== 'quota' && stopped !== 'refused') return [];
  const whyOf = (label: string) => {
    const stop = stops[plan.targets.findIndex((target) => target.label === label)];
    const words = stop ? `: ${withoutFullStop(stop.message)}` : '';
    return (stop?.cause ?? stopped) === 'quota'
      ? `the account of a model is exhausted (quota)${words}. Add credit`
      : `the model or its account refuses every call${words}. Correct the cause`;
  };
  const open = coverage.filter(({ benchmark, pending }) => pending > 0 && !isCriterion(plan, benchmark));
  const asked = open.filter(({ benchmark }) => isAskedBenchmarkKey(plan, benchmark));
  // Preferences are missing wherever responses are. If all responses exist, judges could not be called.
  return (asked.length > 0 ? asked : open).map(
    ({ target_label, benchmark, units, pending }) =>
      `On ${nameInSentence(scoreName(benchmark))}, ${count(pending)} of ${plural(units, 'question')} of ${nameInSentence(target_label)} were not sent, because ${whyOf(target_label)}, then resume the evaluation if it was stored, or run it again.`,
  );
}

const isCriterion = ({ benchmarks }: Plan, key: string) =>
  benchmarks.some((one) => one.key === key && isPartScore(one));

const responses = (n: number) => plural(n, 'response');
