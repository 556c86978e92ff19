import {
  alphaFromConfidence,
  clusteredNoWorsePower,
  effectiveItems,
  MIN_ITEMS_TO_DECIDE,
  noWorsePower,
  noWorsePowerByT,
  quantileNoWorsePower,
  smallestSampleForPower,
} from '../../../measure/statistics/statistics.ts';
import type { PlannedBenchmark } from '../kinds/shapes.ts';
import { clusterSizes } from '../plan/clusters.ts';
import {
  COMPARED_PERCENTILES,
  hasMargin,
  type NoWorseMargins,
  type NoWorseQuestion,
  noWorseQuestion,
} from '../plan/no-worse.ts';
import type { Plan } from '../plan/plan.ts';
import type { Estimate } from '../schemas/estimate-schemas.ts';

type PlannedMeasure = NonNullable<Estimate['no_worse']>[number];

const POWER = 0.8;
/** Assumed share of items on which two equally good targets differ. */
const ASSUMED_DISCORDANCE = 0.2;
/** Assumed standard deviation of the logarithm of a latency: p95 is 2.3 times p50. */
const ASSUMED_LATENCY_SPREAD = 0.5;
/**
 * Share of evaluations whose independent requests look dependent by chance (one-sided 5 % for the misses and for the
 * ranks of both), and the remaining share of their information; printed by `bench/no-worse.ts`.
 */
const ASSUMED_CHANCE_CORRELATION = { share: 0.3, worth: 0.74 };
/**
 * Assumed variance of an item's contribution to the logarithm of the cost ratio: both targets solve 80 %, costs vary
 * by half and correlate by half.
 */
const ASSUMED_COST_VARIANCE = ASSUMED_DISCORDANCE / 0.8 ** 2 + 0.5 ** 2;

export const NO_WORSE_ASSUMPTIONS = `No worse: the one-sided power for a candidate that equals the baseline, at the corrected level of the first candidate. Assumptions: right or wrong responses that differ on ${ASSUMED_DISCORDANCE * 100} % of the items; independent log-normal latencies with a p95 of 2.3 times the p50; 80 % of tasks solved; and costs that vary by half.`;

/**
 * The probability that candidates equal to the baseline are shown to be no worse, by measure; undefined for other
 * questions.
 */
export function planNoWorsePower(plan: Plan): PlannedMeasure[] | undefined {
  const question = noWorseQuestion(plan);
  if (question === null) return undefined;
  const alpha = levelOf(plan, question);
  return plan.benchmarks.flatMap((benchmark) =>
    (Object.entries(question.margins) as [keyof NoWorseMargins, number][]).flatMap(([name, margin]) =>
      hasMargin(benchmark, name) ? PLANNED[name](benchmark, plan, { alpha, margin }) : [],
    ),
  );
}

interface Aim {
  readonly alpha: number;
  readonly margin: number;
}

function levelOf({ methodology }: Plan, { candidates }: NoWorseQuestion): number {
  const alpha = alphaFromConfidence(methodology.confidence_level);
  return methodology.correction === 'none' ? alpha : alpha / candidates.length;
}

type PlanMeasure = (benchmark: PlannedBenchmark, plan: Plan, aim: Aim) => PlannedMeasure[];

const PLANNED: { readonly [K in keyof Required<NoWorseMargins>]: PlanMeasure } = {
  score: (benchmark, _, aim) => [ofAnswers('score', benchmark, aim)],
  success: (benchmark, _, aim) => [ofAnswers('success', benchmark, aim)],
  latency_ratio: ofLatency,
  cost_ratio: (benchmark, _, { alpha, margin }) => [ofCost(benchmark, { alpha, margin })],
};

function ofAnswers(measure: string, { key, items, clusters }: PlannedBenchmark, aim: Aim): PlannedMeasure {
  const sizes = clusterSizes(clusters);
  const alone = (n: number) => noWorsePower(n, ASSUMED_DISCORDANCE, aim);
  const about = { benchmark: key, measure, margin: aim.margin, level: aim.alpha, n: items };
  if (sizes === null)
    return { ...about, power: rounded(alone(items)), n_needed: smallestSampleForPower(alone, POWER) };
  const copies = clusteredNoWorsePower(sizes, 1, ASSUMED_DISCORDANCE, aim);
  // More items form more clusters of the same sizes.
  const needed = smallestSampleForPower((n) => {
    const count = Math.floor((n * sizes.length) / items);
    const worth = (n * effectiveItems(sizes, 1)) / items;
    return count < MIN_ITEMS_TO_DECIDE ? 0 : noWorsePowerByT(worth, ASSUMED_DISCORDANCE, count - 1, aim);
  }, POWER);
  return {
    ...about,
    clusters: sizes.length,
    power: rounded(copies),
    power_if_independent: rounded(clusteredNoWorsePower(sizes, 0, ASSUMED_DISCORDANCE, aim)),
    n_needed: needed,
  };
}

/** Number of measured requests of each target. */
function ofLatency(benchmark: PlannedBenchmark, { methodology }: Plan, aim: Aim): PlannedMeasure[] {
  if (benchmark.kind !== 'load') return [];
  const requests = benchmark.windows.slices * benchmark.windows.slice.requests * methodology.epochs;
  return Object.entries(COMPARED_PERCENTILES).map(([measure, perMille]) => {
    const of = (n: number) => quantileNoWorsePower(n, perMille, ASSUMED_LATENCY_SPREAD, aim);
    const power = (n: number) =>
      (1 - ASSUMED_CHANCE_CORRELATION.share) * of(n) +
      ASSUMED_CHANCE_CORRELATION.share * of(Math.floor(n * ASSUMED_CHANCE_CORRELATION.worth));
    return {
      ...{ benchmark: benchmark.key, measure, margin: aim.margin, level: aim.alpha, n: requests },
      ...{ power: rounded(power(requests)), n_needed: smallestSampleForPower(power, POWER) },
    };
  });
}

function ofCost({ key, items, clusters }: PlannedBenchmark, { alpha, margin }: Aim): PlannedMeasure {
  const sizes = clusterSizes(clusters);
  const aim = { alpha, margin: Math.log(margin) };
  const byCount = (share: number) => (n: number) => {
    const count = sizes === null ? n : Math.floor((n * sizes.length) / items);
    return count < MIN_ITEMS_TO_DECIDE
      ? 0
      : noWorsePowerByT(n * share, ASSUMED_COST_VARIANCE, count - 1, aim);
  };
  const copies = byCount(sizes === null ? 1 : effectiveItems(sizes, 1) / items);
  return {
    ...{ benchmark: key, measure: 'cost_per_solved', margin, level: alpha, n: items },
    ...(sizes && { clusters: sizes.length }),
    power: rounded(copies(items)),
    ...(sizes && { power_if_independent: rounded(byCount(1)(items)) }),
    n_needed: smallestSampleForPower(copies, POWER),
  };
}

const rounded = (power: number) => Math.round(power * 1000) / 1000;
