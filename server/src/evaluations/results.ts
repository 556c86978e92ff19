import { toUsdNumber } from '../kernel/money.ts';
import type { Aggregate, Cell } from './aggregate.ts';
import { compareTargets, isBinary } from './compare.ts';
import type { Coverage, Results } from './evaluation-schemas.ts';
import { runMetrics } from './metrics.ts';
import type { Plan, PlannedBenchmark, PlannedTarget } from './plan.ts';
import { estimateScore } from './statistics/statistics.ts';
import { summarise } from './summary.ts';
import { verdictResults } from './verdict-results.ts';

/**
 * The results of what was measured so far. Until everything was (`final`), they are provisional and compare
 * nothing: looking often and stopping at the first winner finds winners that are not there.
 */
export function buildResults(plan: Plan, aggregate: Aggregate, { final }: { final: boolean }): Results {
  const coverage = each(plan, aggregate, coverageOf);
  const intervals = each(plan, aggregate, intervalOf);
  const metrics = plan.targets.map(({ label }, target) => {
    const own = coverage.filter(({ target_label }) => target_label === label);
    const calls = aggregate.calls[target];
    const scored = sum(own.map((cell) => cell.scored));
    return calls ? runMetrics(calls, scored, sum(own.map((cell) => cell.units))) : {};
  });
  const judged = verdictResults(plan, intervals, { final });
  const candidates = plan.targets.map(({ label }, target) => ({
    target_label: label,
    metrics: { ...metrics[target], ...judged?.metrics[label] },
    benchmark_scores: Object.fromEntries(
      intervals.flatMap(({ target_label, benchmark, score }) =>
        target_label === label && score !== null ? [[benchmark, score]] : [],
      ),
    ),
  }));
  const compared = final ? compareTargets(plan, aggregate, metrics) : [];
  const facts = {
    target_results: [...candidates, ...(judged?.bars ?? [])],
    comparisons: [...compared, ...(judged?.comparisons ?? [])],
    provisional: !final,
    intervals,
    coverage,
    cost: costOf(aggregate),
    methodology: plan.methodology,
    warnings: warningsOf(coverage, plan),
    ...(judged && { requirements: judged.requirements }),
    ...(judged?.verdict && { verdict: judged.verdict }),
  };
  return { ...facts, overall_summary: [summarise(plan, facts), ...(judged?.sentences ?? [])].join(' ') };
}

function each<T>(
  plan: Plan,
  { cells }: Aggregate,
  make: (target: PlannedTarget, benchmark: PlannedBenchmark, cell: Cell, plan: Plan) => T,
): T[] {
  return plan.targets.flatMap((target, t) =>
    plan.benchmarks.map((benchmark, b) => make(target, benchmark, cells[b]?.[t] as Cell, plan)),
  );
}

function coverageOf({ label }: PlannedTarget, { key }: PlannedBenchmark, { counts }: Cell): Coverage {
  const pending = counts.units - counts.scored - counts.failed - counts.unscored;
  return { target_label: label, benchmark: key, ...counts, pending };
}

function intervalOf({ label }: PlannedTarget, { key, clusters }: PlannedBenchmark, cell: Cell, plan: Plan) {
  const scored = [...cell.scores.keys()].filter((item) => !Number.isNaN(cell.scores[item]));
  const { n, estimate, ci_low, ci_high, method } = estimateScore({
    scores: scored.map((item) => cell.scores[item] as number),
    binary: plan.methodology.epochs === 1 && isBinary(cell),
    ...(clusters && { clusters: scored.map((item) => clusters[item] ?? `\0${item}`) }),
    confidence: plan.methodology.confidence_level,
  });
  return { target_label: label, benchmark: key, score: estimate, ci_low, ci_high, n, method };
}

function costOf({ calls }: Aggregate): Results['cost'] {
  const priced = sum(calls.map((one) => one.priced));
  const picodollars = calls.reduce((total, { paid }) => total + paid, 0n);
  const shared = sum(calls.map((one) => one.shared));
  return {
    usd: priced === 0 ? null : toUsdNumber(picodollars),
    unknown_calls: sum(calls.map((one) => one.unpriced)),
    ...(shared > 0 && { shared_answers: shared }),
  };
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

const replies = (n: number) => `${n} ${n === 1 ? 'reply' : 'replies'}`;

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
