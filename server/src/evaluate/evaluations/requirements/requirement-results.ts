import { joinNames } from '@touchstone/report/figures';
import {
  type Candidate,
  completeWeights,
  decideVerdict,
  type JudgedRequirement,
  limitComparisons,
  limitMetrics,
  nameInSentence,
  type ProvenDifferences,
  type Verdict,
} from '../../../decide/slo/slo.ts';
import { rationalToNumber } from '../../../kernel/rational.ts';
import type { Facts } from '../../../models/catalog/catalog.ts';
import { capacityKind } from '../kinds/capacity/capacity.ts';
import type { MeasuredWindows } from '../kinds/load/aggregate.ts';
import { loadKind } from '../kinds/load/load.ts';
import type { MeasuredByKind } from '../kinds/registry.ts';
import { benchmarksOfKind, type Plan } from '../plan/plan.ts';
import type { PlannedScenario } from '../plan/planned-scenario.ts';
import { requestedTier } from '../plan/preflight.ts';
import type { Aggregate } from '../results/aggregate.ts';
import type { CallReasons } from '../results/call-reasons.ts';
import type { ComparisonFigures } from '../results/describe-comparison.ts';
import { lowerIsBetter, type Metrics, metricsBelow } from '../results/metrics.ts';
import { targetsOfOtherModels } from '../results/who-answered.ts';
import type { Results } from '../schemas/result-schemas.ts';
import { observeLoad, observeTarget, type ScenarioWindows } from './observe.ts';
import { observeQuality } from './observe-quality.ts';
import { type PricedRequest, pricedRequest } from './priced-request.ts';
import { type StackFindings, stackFindings } from './stack-findings.ts';

/** Results computed from scenarios, facts and load. */
interface RequirementResults {
  /** Cost and lock-in metrics by target in plan order. */
  metrics: readonly Metrics[];
  /** The scenarios as rows of the results, with their limits as metrics. */
  limits: Results['target_results'];
  /** The verdict with proven score differences; null without a scenario. */
  decide: (shown?: ProvenDifferences) => Verdict | null;
  findings: ScenarioFindings[];
  /** Warnings about requirements. */
  warnings: string[];
}

interface WhatIsMissing {
  notMeasured?: CallReasons['notMeasured'];
  unanswered?: readonly (number | null)[];
}

/** The findings of one target under one scenario. */
interface ScenarioFindings extends StackFindings {
  target_label: string;
  scenario_label: string;
}

/** The findings as results, with exact amounts as numbers. */
export function toEvidence({
  cost,
  priced_request,
  ...finding
}: ScenarioFindings): NonNullable<Results['evidence']>[number] {
  const { monthly_usd, per_1k_usd, per_1k_good_usd, break_even, ...rest } = cost;
  const usd = (amount: typeof monthly_usd) => (amount === null ? null : rationalToNumber(amount));
  return {
    ...copyAsJson(finding),
    cost: {
      ...copyAsJson(rest),
      monthly_usd: usd(monthly_usd),
      per_1k_requests_usd: usd(per_1k_usd),
      per_1k_good_requests_usd: usd(per_1k_good_usd),
      ...(priced_request && { priced_request: pricedRequestShown(priced_request) }),
      break_even: break_even && {
        provider: break_even.provider,
        model_id: break_even.model_id,
        api_per_1k_requests_usd: rationalToNumber(break_even.api_per_1k_usd),
        floor_per_1k_requests_usd: rationalToNumber(break_even.floor_per_1k_usd),
        mean_rps: usd(break_even.mean_rps),
      },
    },
  };
}

function pricedRequestShown({ tokens: { input, output, cached }, ...request }: PricedRequest) {
  return { ...request, input_tokens: input, output_tokens: output, cached_share: cached?.share ?? null };
}

type Json<T> = T extends readonly (infer E)[]
  ? Json<E>[]
  : T extends object
    ? { -readonly [K in keyof T]: Json<T[K]> }
    : T;

/** A mutable copy with the type of the response's schema. */
export function copyAsJson<T>(value: T): Json<T> {
  return structuredClone(value) as Json<T>;
}

/**
 * @param quality by target: the mean score and its bounds; null if nothing was scored
 * @param missing by target: why it was not measured as requested, null if it was; and the share of its questions
 * without a response, null if that is too small to report
 */
export function requirementResults(
  plan: Plan,
  measured: MeasuredByKind,
  facts: Facts | undefined,
  quality: readonly Candidate['quality'][],
  aggregate: Aggregate,
  { notMeasured = [], unanswered = [] }: WhatIsMissing = {},
): RequirementResults {
  const others = targetsOfOtherModels(plan, aggregate.calls);
  const windows = (measured.of(loadKind) ?? []).filter((one) => one.windows.length > 0);
  const capacity = measured.of(capacityKind)?.searches ?? [];
  const scenarios = plan.scenarios ?? [];
  if (scenarios.length > 0 && facts === undefined)
    throw new Error('Scenarios need the facts of the catalogue.');
  const known = plan.targets.flatMap((target, index) =>
    scenarios.flatMap((scenario, place) => {
      if (facts === undefined) return [];
      const searched = capacity.find((one) => one.target === index && one.scenario === place) ?? null;
      const silent = notMeasured[index] ?? null;
      // Requests without any response say nothing about latency, rate or availability.
      const own = silent ? NO_WINDOWS : { ...windowsOf(plan, windows, index, scenario), capacity: searched };
      const shown = observeLoad(own, scenario);
      const { cost_assumptions: assumptions = {} } = plan.methodology;
      const tier = requestedTier(target, plan.preflight?.targets[index]);
      const priced = { day: plan.pricesOf ?? '', tier, assumptions };
      const tokens = { load: own.load, own: aggregate.calls[index]?.own };
      const request = pricedRequest(plan, index, scenario, tokens);
      const findings = stackFindings(facts, target, scenario, { ...shown.measured, request }, priced);
      const observed = {
        ...observeTarget(own, scenario, shown, findings),
        // Scores of responses from another model do not count for this target.
        quality: others.has(index) ? {} : observeQuality(plan, aggregate, index, scenario),
        ...(plan.methodology.delivery === 'batch' && { why_untimed: IN_BATCHES }),
        ...(silent && { not_measured: silent.reason }),
      };
      return [{ index, target, scenario, findings, observed }];
    }),
  );
  const metrics = plan.targets.map((_, target) =>
    Object.assign(
      {},
      ...known
        .filter(({ index }) => index === target)
        .map(({ findings, scenario }) => costMetrics(findings, scenario.label)),
    ),
  );
  const candidates = plan.targets.map(({ label }, index) => ({
    label,
    quality: quality[index] ?? null,
    ...(notMeasured[index] && { not_measured: notMeasured[index].reason }),
    ...(unanswered[index] && { unanswered_share: unanswered[index] }),
    observed: Object.fromEntries(
      known.flatMap((one) => (one.index === index ? [[one.scenario.label, one.observed]] : [])),
    ),
  }));
  const findings = known.map((one) => ({
    target_label: one.target.label,
    scenario_label: one.scenario.label,
    ...one.findings,
  }));
  const limits = scenarios.map((scenario) => ({ label: scenario.label, scenario }));
  const { random_seed: seed, weights } = plan.methodology;
  return {
    metrics,
    limits: limits.map(({ label, scenario }) => ({
      target_label: label,
      metrics: limitMetrics(scenario, label),
      benchmark_scores: {},
    })),
    decide: (shown) =>
      limits.length === 0
        ? null
        : decideVerdict({
            candidates,
            scenarios: limits,
            weights: completeWeights(weights),
            seed,
            ...(shown && { shown }),
          }),
    findings,
    warnings: scenarios.flatMap((scenario) => syntheticWarnings(scenario, findings)),
  };
}

/** Warnings about budgets that synthetic requests decide: one sentence for each scenario and kind of request. */
function syntheticWarnings(
  { label, budget }: PlannedScenario,
  findings: readonly ScenarioFindings[],
): string[] {
  if (Object.keys(budget).length === 0) return [];
  const priced = findings.flatMap(({ scenario_label, target_label, cost, priced_request }) =>
    scenario_label === label &&
    cost.basis === 'api' &&
    cost.per_1k_usd !== null &&
    priced_request?.is_synthetic
      ? [{ target_label, says: priced_request.says }]
      : [],
  );
  return [...Map.groupBy(priced, ({ says }) => says)].map(
    ([says, own]) =>
      `Under ${nameInSentence(label)}, the cost of ${joinNames(own.map(({ target_label }) => nameInSentence(target_label)))} is priced from ${says}. Add a dataset of your own requests to base the cost on their responses.`,
  );
}

const NO_WINDOWS: ScenarioWindows = {
  load: null,
  availability: null,
  capacity: null,
  loadRps: null,
  slice: null,
};

const IN_BATCHES =
  'targets were called through batches, which measure no latency; evaluate it with load, without delivery batch';

function windowsOf(
  plan: Plan,
  windows: readonly MeasuredWindows[],
  index: number,
  scenario: PlannedScenario,
): Omit<ScenarioWindows, 'capacity'> {
  const { label, slo_requirements } = scenario;
  const find = (key: string) =>
    windows.find(({ benchmark, target }) => benchmark === key && target === index) ?? null;
  const found = find(`load/${label}`);
  const planned = benchmarksOfKind(plan, 'load').find(({ benchmark: { key } }) => key === found?.benchmark)
    ?.benchmark.windows;
  // Plans of older versions contain no rate; a closed loop has only the measured one.
  const open = planned?.rateRps ?? slo_requirements.throughput_rps ?? null;
  const isClosed = planned?.slice.traffic.loop === 'closed';
  const loadRps = found !== null && isClosed ? found.summary.attempted_rps : open;
  return { load: found, availability: find('availability'), loadRps, slice: planned?.slice ?? null };
}

function costMetrics({ cost, lock_in }: StackFindings, label: string): Metrics {
  const usd = (amount: typeof cost.monthly_usd) => lowerIsBetter(amount && rationalToNumber(amount));
  return {
    ...metricsBelow(`cost/${label}`, {
      monthly_usd: usd(cost.monthly_usd),
      per_1k_requests_usd: usd(cost.per_1k_usd),
      per_1k_good_requests_usd: usd(cost.per_1k_good_usd),
    }),
    ...metricsBelow('lock_in', { score: lowerIsBetter(lock_in.score) }),
  };
}

/** Comparisons of candidates with scenarios, one for each requirement with a number on both sides. */
export function requirementComparisons(requirements: readonly JudgedRequirement[]): ComparisonFigures[] {
  return limitComparisons(requirements).map(({ n, ...compared }) => ({
    ...compared,
    n: n ?? 0,
    tie_ci_low: null,
    tie_ci_high: null,
    p_value: null,
    p_adjusted: null,
    family_size: 0,
    clusters: null,
    dropped: 0,
    test: null,
    exploratory: false,
    smallest_detectable_difference: null,
  }));
}
