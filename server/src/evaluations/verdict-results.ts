import { describeComparison } from './describe-comparison.ts';
import type { Comparison, Results } from './evaluation-schemas.ts';
import type { Plan, PlannedScenario } from './plan.ts';
import {
  type Amount,
  barComparisons,
  barMetrics,
  type Candidate,
  decideVerdict,
  type JudgedRequirement,
} from './verdict/verdict.ts';

type Intervals = Results['intervals'];

/** What scenario targets add to the results. */
export interface VerdictResults {
  requirements: NonNullable<Results['requirements']>;
  verdict: Results['verdict'];
  /** Of the scenarios: their limits as metrics. */
  bars: Results['target_results'];
  comparisons: Comparison[];
  /** By label of the candidate: what was found for requirements. */
  metrics: Readonly<Record<string, Record<string, number>>>;
  sentences: string[];
}

/**
 * Every candidate held against every scenario of the plan, by what is measured and known so far; null without
 * scenarios. Until everything is measured there is no verdict, for the order may still turn.
 */
export function verdictResults(
  plan: Plan,
  intervals: Intervals,
  { final }: { final: boolean },
): VerdictResults | null {
  const scenarios = plan.scenarios ?? [];
  if (scenarios.length === 0) return null;
  const decided = decideVerdict({
    candidates: plan.targets.map(({ label }) => candidateOf(plan, label, scenarios, intervals)),
    scenarios,
    seed: plan.methodology.random_seed,
  });
  const requirements = decided.requirements.map((one) => ({ ...one, missing: [...one.missing] }));
  return {
    requirements,
    verdict: final ? (structuredClone(decided.scenarios) as Results['verdict']) : undefined,
    bars: scenarios.map(({ label, scenario }) => ({
      target_label: label,
      metrics: barMetrics(scenario, label),
      benchmark_scores: {},
    })),
    comparisons: final ? comparisonsOf(plan, decided.requirements) : [],
    metrics: Object.fromEntries(
      plan.targets.map(({ label }) => [label, metricsOf(label, decided.requirements)]),
    ),
    sentences: final ? decided.scenarios.flatMap(({ sentences }) => sentences) : [],
  };
}

function candidateOf(
  { benchmarks }: Plan,
  label: string,
  scenarios: readonly PlannedScenario[],
  intervals: Intervals,
): Candidate {
  const own = intervals.filter(({ target_label }) => target_label === label);
  const floors = benchmarks.map(({ chanceLevel }) => chanceLevel ?? 0);
  const score = qualityOf(own);
  return {
    label,
    quality: score && { score, floor: mean(floors) },
    observed: Object.fromEntries(scenarios.map((scenario) => [scenario.label, scenario.known[label] ?? {}])),
  };
}

/** The mean over the benchmarks, each as much as any other; null where one has no score. */
function qualityOf(intervals: Intervals): Amount | null {
  if (intervals.length === 0 || intervals.some(({ score }) => score === null)) return null;
  return {
    value: mean(intervals.map(({ score }) => score ?? 0)),
    low: mean(intervals.map(({ ci_low }) => ci_low ?? 0)),
    high: mean(intervals.map(({ ci_high }) => ci_high ?? 1)),
  };
}

function mean(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}

function metricsOf(label: string, requirements: readonly JudgedRequirement[]): Record<string, number> {
  return Object.fromEntries(
    requirements.flatMap(({ target_label, metric, observed }) =>
      target_label === label && observed !== null ? [[metric, observed]] : [],
    ),
  );
}

function comparisonsOf({ methodology }: Plan, requirements: readonly JudgedRequirement[]): Comparison[] {
  return barComparisons(requirements).map(({ n, ...one }) =>
    describeComparison(
      {
        ...one,
        tie_ci_low: null,
        tie_ci_high: null,
        p_value: null,
        p_adjusted: null,
        family_size: 0,
        n: n ?? 0,
        clusters: null,
        dropped: 0,
        test: null,
        exploratory: false,
        smallest_detectable_difference: null,
      },
      methodology.margin,
    ),
  );
}
