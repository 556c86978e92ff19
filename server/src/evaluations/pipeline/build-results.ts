import type { Facts } from '../../catalog/catalog.ts';
import { toUsdNumber } from '../../kernel/money.ts';
import { createGiveWay } from '../../kernel/yield-to-event-loop.ts';
import { estimateScore } from '../../statistics/statistics.ts';
import { judgingReport, judgingWarnings } from '../kinds/judging/report.ts';
import { capacityReport, loadReport } from '../kinds/load/report.ts';
import { preferenceReport } from '../kinds/preference/report.ts';
import { clusterNumbers } from '../plan/clusters.ts';
import { isScored, type Plan, type PlannedBenchmark, type PlannedTarget } from '../plan/plan.ts';
import { barFacts } from '../requirements/limit-comparisons.ts';
import { operationalResults, toEvidence, toJson } from '../requirements/requirement-results.ts';
import type { Aggregate, Calls, Cell } from '../results/aggregate.ts';
import { compareTargets, isBinary } from '../results/compare.ts';
import { runMetrics } from '../results/metrics.ts';
import { isAskedAt, qualityOf } from '../results/quality.ts';
import { summarise } from '../results/summary.ts';
import type { Judging } from '../schemas/judging-schemas.ts';
import type { Coverage, Results } from '../schemas/result-schemas.ts';

/**
 * The results of what was measured so far. Until everything was (`final`), they are provisional and compare
 * nothing: looking often and stopping at the first winner finds winners that are not there. `stopped` says why an
 * evaluation ended before everything was asked.
 */
export async function buildResults(
  plan: Plan,
  aggregate: Aggregate,
  { final, facts: catalogue, stopped = null }: { final: boolean; facts?: Facts; stopped?: string | null },
): Promise<Results> {
  const coverage = await each(plan, aggregate, coverageOf);
  const intervals = await each(plan, aggregate, intervalOf);
  const metrics = await metricsOf(plan, aggregate, coverage);
  const quality = plan.targets.map(({ label }) => qualityOf(plan, intervals, coverage, label));
  const operational = operationalResults(plan, aggregate, catalogue, quality);
  const all = metrics.map((own, target) => ({ ...own, ...operational.metrics[target] }));
  const target_results = plan.targets.map(({ label }, target) => ({
    target_label: label,
    metrics: all[target] ?? {},
    benchmark_scores: Object.fromEntries(
      intervals.flatMap(({ target_label, benchmark, score }) =>
        target_label === label && score !== null ? [[benchmark, score]] : [],
      ),
    ),
  }));
  const { verdict } = operational;
  const comparisons = final
    ? await compareTargets(plan, aggregate, all, barFacts(verdict?.requirements ?? []))
    : [];
  const judging = await judgingOf(plan, aggregate, comparisons);
  const facts = {
    target_results: [...target_results, ...operational.bars],
    comparisons,
    provisional: !final,
    intervals,
    coverage,
    cost: { ...costOf(aggregate), ...(judging && { judge_usd: judgeCost(judging) }) },
    ...(verdict && {
      requirements: toJson(verdict.requirements),
      evidence: operational.findings.map(toEvidence),
    }),
    ...(verdict && final && { verdict: toJson(verdict.scenarios) }),
    ...(aggregate.windows.length > 0 && { load: aggregate.windows.map((one) => loadReport(one, plan)) }),
    ...(aggregate.capacity.length > 0 && {
      capacity: aggregate.capacity.map((one) => capacityReport(one, plan)),
    }),
    ...(judging && { judging }),
    methodology: plan.methodology,
    warnings: [
      ...warningsOf(coverage, plan),
      ...(stopped === 'quota' ? quotaWarnings(coverage, plan) : []),
      ...operational.warnings,
      ...(judging ? judgingWarnings(judging) : []),
    ],
  };
  const said = final ? (verdict?.scenarios ?? []).flatMap(({ sentences }) => sentences) : [];
  return { ...facts, overall_summary: [summarise(plan, facts), ...said].join(' ') };
}

async function judgingOf(
  plan: Plan,
  aggregate: Aggregate,
  comparisons: Results['comparisons'],
): Promise<Judging | null> {
  const facts = aggregate.judging;
  if (facts === null) return null;
  const { preferences } = facts;
  return {
    ...(await judgingReport(plan, facts)),
    ...(preferences && { preferences: preferenceReport(plan, preferences, aggregate, comparisons) }),
  };
}

/** By target; quantiles of a million latencies take some milliseconds each. */
async function metricsOf(plan: Plan, { calls }: Aggregate, coverage: readonly Coverage[]) {
  const giveWay = createGiveWay();
  const metrics: ReturnType<typeof runMetrics>[] = [];
  for (const [target, { label }] of plan.targets.entries()) {
    await giveWay();
    const own = coverage.filter((one) => one.target_label === label && isAskedAt(plan, one.benchmark));
    const scored = sum(own.map((cell) => cell.scored));
    const units = sum(own.map((cell) => cell.units));
    metrics.push(runMetrics(calls[target] as Calls, scored, units));
  }
  return metrics;
}

async function each<T>(
  plan: Plan,
  { cells }: Aggregate,
  make: (target: PlannedTarget, benchmark: PlannedBenchmark, cell: Cell, plan: Plan) => T,
): Promise<T[]> {
  const giveWay = createGiveWay();
  const made: T[] = [];
  for (const [t, target] of plan.targets.entries()) {
    for (const [b, benchmark] of plan.benchmarks.entries()) {
      if (!isScored(benchmark)) continue;
      await giveWay();
      made.push(make(target, benchmark, cells[b]?.[t] as Cell, plan));
    }
  }
  return made;
}

function coverageOf({ label }: PlannedTarget, { key }: PlannedBenchmark, { counts }: Cell): Coverage {
  const pending = counts.units - counts.scored - counts.failed - counts.unscored;
  return { target_label: label, benchmark: key, ...counts, pending };
}

function intervalOf(
  { label }: PlannedTarget,
  { key, clusters, pairs }: PlannedBenchmark,
  cell: Cell,
  plan: Plan,
) {
  const numbers = clusterNumbers(clusters);
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
    halves: pairs !== undefined && plan.methodology.epochs === 1 && plan.targets.length === 2,
    ...(numbers && { clusters: keys }),
    confidence: plan.methodology.confidence_level,
  });
  return { target_label: label, benchmark: key, score: estimate, ci_low, ci_high, n, method };
}

function costOf({ calls, gradingCost }: Aggregate): Results['cost'] {
  const priced = sum(calls.map((one) => one.priced));
  const picodollars = calls.reduce((total, { paid }) => total + paid, 0n);
  const shared = sum(calls.map((one) => one.shared));
  return {
    usd: priced === 0 ? null : toUsdNumber(picodollars),
    unknown_calls: sum(calls.map((one) => one.unpriced)),
    ...(gradingCost !== null && { grading_usd: toUsdNumber(gradingCost) }),
    ...(shared > 0 && { shared_answers: shared }),
  };
}

function judgeCost({ judges }: Judging): number | null {
  const known = judges.flatMap(({ cost_usd }) => cost_usd ?? []);
  return known.length === 0 ? null : sum(known);
}

function warningsOf(coverage: readonly Coverage[], plan: Plan): string[] {
  const warnings: string[] = [];
  for (const cell of coverage) {
    const at = `${cell.target_label} on ${cell.benchmark}`;
    if (cell.failed > 0) {
      const classes = Object.entries(cell.failures).map(([reason, n]) => `${n} ${reason}`);
      warnings.push(
        `${at}: ${cell.failed} of ${cell.units} units failed (${classes.join(', ')}); they count as missing, not as wrong.`,
      );
    }
    if (cell.unscored > 0)
      warnings.push(
        `${at}: ${cell.unscored} answers could not be graded; they count as missing, not as wrong.`,
      );
    if (cell.truncated > 0) warnings.push(`${at}: ${replies(cell.truncated)} hit the token limit.`);
    if (cell.extraction.none > 0)
      warnings.push(`${at}: no answer was found in ${replies(cell.extraction.none)}; that counts as wrong.`);
    const chance = plan.benchmarks.find(({ key }) => key === cell.benchmark)?.chanceLevel ?? null;
    if (chance !== null) warnings.push(`${cell.benchmark}: guessing scores ${chance}.`);
  }
  return [...new Set(warnings)];
}

/** Nobody looks for answers that were never asked for where an evaluation is complete otherwise. */
function quotaWarnings(coverage: readonly Coverage[], plan: Plan): string[] {
  const open = coverage.filter(({ benchmark, pending }) => pending > 0 && !isCriterion(plan, benchmark));
  const asked = open.filter(({ benchmark }) => isAskedAt(plan, benchmark));
  // Preferences are open where answers are; where all are there, judges could not be asked.
  return (asked.length > 0 ? asked : open).map(
    ({ target_label, benchmark, units, pending }) =>
      `${target_label} on ${benchmark}: ${pending} of ${units} units are open, for the account of a model is exhausted (quota); resume the evaluation once it has money again.`,
  );
}

const isCriterion = ({ benchmarks }: Plan, key: string) =>
  benchmarks.some((one) => one.key === key && one.criterion !== undefined);

const replies = (n: number) => `${n} ${n === 1 ? 'reply' : 'replies'}`;

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
