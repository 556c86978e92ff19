import { plural } from '@touchstone/report/figures';
import { minimumKeyOf, minimumsThatCanBeShown } from '../../../decide/slo/slo.ts';
import { toUsdNumber } from '../../../kernel/money.ts';
import {
  detectableAtBest,
  detectableByMcnemar,
  effectiveItems,
  fewestItemsForTie,
  MIN_ITEMS_TO_DECIDE,
  smallSampleFactor,
} from '../../../measure/statistics/statistics.ts';
import { callCost, type ModelPrice, type Models } from '../../../models/models.ts';
import type { EstimateContext, KindEstimate, Volume } from '../kinds/kind.ts';
import { KINDS, kindOf } from '../kinds/registry.ts';
import type { PlannedBenchmark } from '../kinds/shapes.ts';
import { clusterSizes } from '../plan/clusters.ts';
import {
  benchmarksOfKind,
  comparesTargets,
  countUnits,
  hasScores,
  type Plan,
  type PlannedTarget,
} from '../plan/plan.ts';
import { countPairs } from '../plan/target-pairs.ts';
import { smallestTieLevel } from '../plan/warnings.ts';
import type { Estimate } from '../schemas/estimate-schemas.ts';
import type { EarlierRuns } from './earlier-runs.ts';
import { NO_WORSE_ASSUMPTIONS, planNoWorsePower } from './no-worse-power.ts';

/** Approximate characters per token of English text and code: 338k estimated for 325k counted tokens. */
const CHARACTERS_PER_TOKEN = 4;
/** Assumed if a target sets no max_tokens. */
const ASSUMED_OUTPUT_TOKENS = 200;
/** Assumed share of items on which two targets differ, for the smallest detectable difference. */
const ASSUMED_DISCORDANCE = 0.2;
/** Two independent targets that are each right half of the time differ on half of the items. */
const MAX_ASSUMED_DISCORDANCE = 0.5;
const POWER = 0.8;
const BOUNDED_ASSUMPTION =
  ' The actual value is between the lower and the upper bound, unless the targets differ on more than half of the items.';
const MINIMUMS_ASSUMPTION =
  'Minimum scores: assumes independent responses that are right or wrong, with each side tested at 5 %. Scores between 0 and 1 vary less, which gives more power. Items of one cluster are assumed to be copies of each other.';
const CLUSTERED_ASSUMPTION =
  ' Items of one cluster are assumed to be copies of each other (intraclass correlation 1) in the first figure and independent (0) in the second; the actual value is between them. If an earlier evaluation of the same data observed a correlation, a third figure uses it.';

const BATCHES_ASSUMPTION =
  'Delivery: provider batches at the price in batch_price; judges are called directly. A batch takes up to 24 hours, so no duration is estimated.';
const NO_LATENCY_NOTE =
  'Batches measure no latency, throughput or availability, so requirements on them stay unknown. Evaluate them with load and without delivery.';

/** A plan, and the amount of text that it sends. */
export interface PlannedVolume {
  plan: Plan;
  /** Characters in the messages of all items of each benchmark, counted once. */
  characters: readonly number[];
  warnings: readonly string[];
}

/** Estimates the cost and statistical power of an evaluation; calls no model. */
export function estimateEvaluation(
  models: Models,
  { plan, characters, warnings }: PlannedVolume,
  earlier: EarlierRuns,
): Estimate {
  const benchmarks = estimateParts(plan, characters);
  const isBatch = plan.methodology.delivery === 'batch';
  const targets = plan.targets.map((target) => estimateTarget(models, benchmarks, target, isBatch));
  const judges = (plan.judges ?? []).map((judge) => estimateJudge(models, benchmarks, judge));
  const priced = [...targets, ...judges].flatMap(({ cost_usd }) => (cost_usd === null ? [] : [cost_usd]));
  const scored = plan.benchmarks.filter(hasScores);
  const comparisons = scored.filter(comparesTargets).length * Math.max(1, countPairs(plan.targets.length));
  const family = plan.methodology.correction === 'none' ? 1 : comparisons;
  const noWorse = planNoWorsePower(plan);
  return {
    units: countUnits(plan),
    cost_usd: priced.length === 0 ? null : priced.reduce((sum, usd) => sum + usd, 0),
    ...(isBatch && { delivery: 'batch' as const, cost_usd_if_direct: sumDirect(targets, judges) }),
    duration_seconds: isBatch ? null : durationOf(plan, benchmarks, earlier.latencyOf),
    ...loadDuration(plan, benchmarks, earlier.latencyOf),
    benchmarks: scored.map((benchmark) => ({
      benchmark: benchmark.key,
      items: benchmark.items,
      ...(benchmark.smokeTest && { smoke_test: true as const }),
      ...smallestDifferences(plan, plan.benchmarks.indexOf(benchmark), family, earlier),
      ...minimumsOf(plan, benchmark),
      items_for_a_tie: fewestItemsForTie(plan.methodology.margin, smallestTieLevel(plan)),
    })),
    ...(noWorse && { no_worse: noWorse }),
    targets,
    ...(judges.length > 0 && { judges }),
    assumptions: [
      ...(noWorse ? [NO_WORSE_ASSUMPTIONS] : []),
      `Input: one token for ${CHARACTERS_PER_TOKEN} characters. Output: max_tokens of the stack, or ${ASSUMED_OUTPUT_TOKENS} if not set. No retries.`,
      `Smallest detectable difference: targets differ on ${ASSUMED_DISCORDANCE * 100} % of the items (more when the difference itself needs more), power ${POWER}, ${plural(family, 'comparison')} in the family.${plan.targets.length > 1 && scored.length > 0 ? BOUNDED_ASSUMPTION : ''}${scored.some(({ clusters }) => clusterSizes(clusters) !== null) ? CLUSTERED_ASSUMPTION : ''}`,
      isBatch
        ? BATCHES_ASSUMPTION
        : 'Duration: the median latency of earlier evaluations of the same models in this workspace at the starting concurrency.',
      ...(isBatch && plan.scenarios ? [NO_LATENCY_NOTE] : []),
      ...(plan.scenarios?.some(({ quality = [] }) => quality.length > 0) ? [MINIMUMS_ASSUMPTION] : []),
      ...assumptionsOf(plan),
    ],
    ...(warnings.length > 0 && { warnings: [...warnings] }),
  };
}

/** A benchmark of the plan with the estimate of its kind. */
interface Part {
  benchmark: PlannedBenchmark;
  estimate: KindEstimate<PlannedBenchmark>;
  context: EstimateContext;
}

function estimateParts(plan: Plan, characters: readonly number[]): Part[] {
  const assumed = {
    tokensOf: (read: number) => read / CHARACTERS_PER_TOKEN,
    answerTokens: ASSUMED_OUTPUT_TOKENS,
  };
  return plan.benchmarks.map((benchmark, at) => ({
    benchmark,
    estimate: kindOf(benchmark).estimate ?? {},
    context: { plan, at, characters, ...assumed },
  }));
}

function estimateTarget(
  models: Models,
  parts: readonly Part[],
  target: PlannedTarget,
  isBatch: boolean,
): Estimate['targets'][number] {
  const volume = sumVolumes(
    parts.map(({ benchmark, estimate, context }) => estimate.targetVolume?.(benchmark, target, context)),
  );
  // A target that is not called needs no configured provider.
  const connection = volume.calls === 0 ? undefined : models.resolveTarget(target);
  const { label, endpoint } = target;
  const cost = priceOf(volume, connection?.price);
  const batch = isBatch ? connection?.batches?.price : undefined;
  return {
    target_label: label,
    ...(endpoint && { asked_at: new URL(endpoint.url).host }),
    ...volume,
    cost_usd: cost && cost * (batch?.factor ?? 1),
    ...(batch && {
      cost_usd_if_direct: cost,
      batch_price: { price_factor: batch.factor, source: batch.source, as_of: batch.asOf },
    }),
  };
}

/** The cost with single calls; null if no price is known. */
function sumDirect(targets: Estimate['targets'], judges: NonNullable<Estimate['judges']>): number | null {
  const all = [
    ...targets.map(({ cost_usd, cost_usd_if_direct = cost_usd }) => cost_usd_if_direct),
    ...judges.map(({ cost_usd }) => cost_usd),
  ];
  const priced = all.filter((usd) => usd !== null);
  return priced.length === 0 ? null : priced.reduce((sum, usd) => sum + usd, 0);
}

function estimateJudge(
  models: Models,
  parts: readonly Part[],
  { label, provider, modelId }: PlannedTarget,
): NonNullable<Estimate['judges']>[number] {
  const volume = sumVolumes(
    parts.map(({ benchmark, estimate, context }) => estimate.judgeVolume?.(benchmark, context)),
  );
  return { judge: label, ...volume, cost_usd: priceOf(volume, models.resolve(provider, modelId).price) };
}

/** The total volume of all parts, in whole tokens. */
function sumVolumes(parts: readonly (Volume | undefined)[]): Volume {
  const sum = (of: keyof Volume) => Math.ceil(parts.reduce((total, part) => total + (part?.[of] ?? 0), 0));
  return { calls: sum('calls'), input_tokens: sum('input_tokens'), output_tokens: sum('output_tokens') };
}

/** Cost in USD; null without a price. */
function priceOf(
  { calls, input_tokens, output_tokens }: Volume,
  price: ModelPrice | undefined,
): number | null {
  const usage = { input_tokens, output_tokens, reasoning_tokens: null, cached_tokens: null };
  const cost = price ? callCost(usage, price, calls) : null;
  return cost === null ? null : toUsdNumber(cost);
}

/** The assumptions of the plan's kinds, each sentence once. */
function assumptionsOf(plan: Plan): string[] {
  const all = KINDS.flatMap(({ name, estimate }) => {
    const own = benchmarksOfKind(plan, name).map(({ benchmark }) => benchmark);
    return own.length === 0 ? [] : (estimate?.assumptions?.(own, plan) ?? []);
  });
  return [...new Set(all)];
}

/**
 * The smallest detectable differences if targets differ on the assumed share of the items. For clusters: both
 * extremes (copies and independent items), and the correlation observed earlier, which lies between. Also bounds that
 * hold whatever the targets have in common.
 */
function smallestDifferences(plan: Plan, at: number, family: number, earlier: EarlierRuns) {
  const { items = 0, clusters } = plan.benchmarks[at] ?? {};
  const sizes = clusterSizes(clusters);
  if (plan.targets.length < 2) return { smallest_detectable_difference: null };
  const of = (icc: number, discordance = ASSUMED_DISCORDANCE) =>
    smallestDifference(items, sizes && { sizes, icc }, plan, { discordance, family });
  const before = sizes === null ? null : earlier.correlationOf(plan, at);
  return {
    smallest_detectable_difference: of(1),
    ...(sizes && { clusters: sizes.length, smallest_detectable_if_independent: of(0) }),
    ...(before && { as_found_before: { ...before, smallest_detectable_difference: of(before.icc) } }),
    smallest_detectable_at_best: smallestAtBest(plan, items, sizes?.length ?? items),
    smallest_detectable_at_worst: of(1, MAX_ASSUMED_DISCORDANCE),
  };
}

/** What these items can show about each minimum that a scenario sets for the score; empty if there is none. */
function minimumsOf({ scenarios = [] }: Plan, { key, items, clusters }: PlannedBenchmark) {
  const sizes = clusterSizes(clusters);
  const minimums = scenarios.flatMap(({ label, quality = [] }) =>
    quality
      .filter((minimum) => minimumKeyOf(minimum) === key)
      .map(({ min }) => {
        const at = (icc: number) =>
          roundShown(minimumsThatCanBeShown(items, sizes && { sizes, icc }, min, POWER));
        return { scenario_label: label, min, ...at(1), ...(sizes && { if_independent: at(0) }) };
      }),
  );
  return minimums.length === 0 ? {} : { minimums };
}

function roundShown(shown: ReturnType<typeof minimumsThatCanBeShown>) {
  const round = (share: number | null) => share && Math.round(share * 1000) / 1000;
  return {
    passes_from: round(shown.passes_from),
    fails_up_to: round(shown.fails_up_to),
    found_from: round(shown.found_from),
    found_up_to: round(shown.found_up_to),
  };
}

/**
 * A lower bound: no correction demands less than the level itself, and repetitions are worth at most as many new
 * items.
 */
function smallestAtBest({ methodology }: Plan, items: number, clusters: number): number | null {
  if (clusters < MIN_ITEMS_TO_DECIDE) return null;
  const aim = { alpha: 1 - methodology.confidence_level, power: POWER };
  return detectableAtBest(items * methodology.epochs, aim);
}

/** Null if there are too few items or clusters to name a winner, or no difference is large enough. */
function smallestDifference(
  items: number,
  clustered: { sizes: readonly number[]; icc: number } | null,
  { methodology }: Plan,
  { discordance, family }: { discordance: number; family: number },
): number | null {
  const clusters = clustered?.sizes.length ?? items;
  if (clusters < MIN_ITEMS_TO_DECIDE) return null;
  const aim = { alpha: (1 - methodology.confidence_level) / family, power: POWER };
  const n = clustered === null ? items : effectiveItems(clustered.sizes, clustered.icc);
  const smallest = detectableByMcnemar(Math.floor(n), discordance, aim);
  if (smallest === null || clustered === null) return smallest;
  // Clustered differences are tested by a t test.
  const corrected = smallest * smallSampleFactor(clusters - 1, aim);
  return corrected > 1 ? null : Math.round(corrected * 1000) / 1000;
}

/** The duration of load, by benchmark and in total; empty if no load is sent. */
function loadDuration(
  plan: Plan,
  parts: readonly Part[],
  latencyOf: (target: PlannedTarget) => number | null,
): Pick<Estimate, 'load'> {
  const sending = parts.filter(({ estimate }) => estimate.sendsLoad);
  if (sending.length === 0) return {};
  const benchmarks = sending.map((part) => ({
    benchmark: part.benchmark.key,
    duration_seconds: durationOf(plan, [part], latencyOf),
  }));
  return { load: { duration_seconds: durationOf(plan, sending, latencyOf), benchmarks } };
}

function durationOf(
  plan: Plan,
  parts: readonly Part[],
  latencyOf: (target: PlannedTarget) => number | null,
): number | null {
  let milliseconds = 0;
  for (const target of plan.targets) {
    for (const { benchmark, estimate, context } of parts) {
      const ms = estimate.targetMs?.(benchmark, target, latencyOf(target), context);
      if (ms === null) return null;
      milliseconds += ms ?? 0;
    }
  }
  return Math.round(milliseconds) / 1000;
}
