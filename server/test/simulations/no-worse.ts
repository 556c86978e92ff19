import type { MeasuredWindows } from '../../src/evaluate/evaluations/kinds/load/aggregate.ts';
import { createMeasuredByKind } from '../../src/evaluate/evaluations/kinds/registry.ts';
import type { PlannedBenchmark } from '../../src/evaluate/evaluations/kinds/shapes.ts';
import type { MeasuredTasks } from '../../src/evaluate/evaluations/kinds/tasks/aggregate.ts';
import { decideNoWorseOfPlan } from '../../src/evaluate/evaluations/pipeline/no-worse.ts';
import { planNoWorsePower } from '../../src/evaluate/evaluations/pipeline/no-worse-power.ts';
import type { Plan } from '../../src/evaluate/evaluations/plan/plan.ts';
import { createRandom, type Random } from '../../src/measure/statistics/statistics.ts';
import { planLoad } from '../../src/measure/traffic/traffic.ts';
import { drawStandardNormal } from '../../src/measure/traffic/variates.ts';
import { aggregateOf, planOf } from '../support/evaluation-plan.ts';

/*
 * How often a candidate is called no worse, by seeded simulation through the comparer and the planner of the service:
 * exactly at the margin, and where it is as good as the baseline. `bench/no-worse.ts` prints it, a test runs a short version.
 */

export interface NoWorseDesign {
  readonly name: string;
  readonly plan: Plan;
  /** What was measured, where each candidate is worse than the baseline by this share of its margin: 1 = by the margin, 0 = as good. */
  readonly draw: (
    worse: number,
    random: Random,
  ) => Parameters<typeof decideNoWorseOfPlan> extends [unknown, ...infer Rest] ? Rest : never;
}

const NONE = createMeasuredByKind(new Map());
const chance = (share: number, random: Random) => random.fraction() < share;

interface Answers {
  items: number;
  candidates?: number;
  /** Of clusters, and how alike the items of one are. */
  clusters?: { size: number; icc: number };
  graded?: true;
  epochs?: number;
}

const SCORE_MARGIN = 0.1;
const DISCORDANCE = 0.2;

/** Right and wrong answers that differ on a fifth of the items, or scores between 0 and 1. */
function answers(name: string, given: Answers): NoWorseDesign {
  const { items, candidates = 1, clusters, graded, epochs = 1 } = given;
  const drafted = planOf([items], candidates + 1, epochs);
  const plan = asking(drafted, { score: SCORE_MARGIN });
  const [benchmark] = plan.benchmarks as [PlannedBenchmark];
  const keys = Array.from({ length: items }, (_, item) => String(Math.floor(item / (clusters?.size ?? 1))));
  return {
    name,
    plan: { ...plan, benchmarks: [clusters ? { ...benchmark, clusters: keys } : benchmark] },
    draw(worse, random) {
      const draw = () => (graded ? gradedItem : answeredItem)(candidates, worse * SCORE_MARGIN, random);
      let shared = draw();
      const scores = Array.from({ length: items }, (_, item) => {
        if (clusters && item % clusters.size === 0) shared = draw();
        // An item is the copy of its cluster, or stands alone: two items are both copies with probability icc.
        return clusters && chance(Math.sqrt(clusters.icc), random) ? shared : draw();
      });
      return [aggregateOf(plan, ({ item, target }) => scores[item]?.[target] ?? 0), NONE];
    },
  };
}

/** Of the baseline first. Each candidate differs from it on a fifth of the items, whatever the others do. */
function answeredItem(candidates: number, worseBy: number, random: Random): number[] {
  const baseline = Number(chance(0.7, random));
  const flips = { 1: (DISCORDANCE + worseBy) / 2 / 0.7, 0: (DISCORDANCE - worseBy) / 2 / 0.3 };
  const others = Array.from({ length: candidates }, () =>
    chance(flips[baseline as 0 | 1], random) ? 1 - baseline : baseline,
  );
  return [baseline, ...others];
}

/** Near the ends as graded scores are: a normal draw, cut at 0 and 1, of which little lies outside. */
function gradedItem(candidates: number, worseBy: number, random: Random): number[] {
  const hard = 0.6 + 0.1 * drawStandardNormal(random);
  const one = (mean: number) => Math.min(1, Math.max(0, mean + 0.12 * (2 * random.fraction() - 1)));
  return [one(hard), ...Array.from({ length: candidates }, () => one(hard - worseBy))];
}

const LATENCY_RATIO = 1.2;
const SPREAD = 0.5;

interface Load {
  requests: number;
  candidates?: number;
  /** How a latency is drawn: independent, or with the one before it. */
  follows?: number;
}

/** Latencies that are log-normal, of independent requests or as an autoregression of their logarithms. */
function latencies(name: string, { requests, candidates = 1, follows = 0 }: Load): NoWorseDesign {
  const drafted = planOf([], candidates + 1, 1);
  const windows = planLoad({
    profile: 'steady',
    peakRps: 10,
    requests,
    seed: 0,
    inputTokens: { kind: 'constant', value: 10 },
    outputTokens: { kind: 'constant', value: 10 },
  } as never);
  if (windows === null) throw new Error('This load cannot be planned.');
  const benchmark = {
    kind: 'load' as const,
    ...{ key: 'load/s', type: 'load', version: '1', items: windows.slices, chanceLevel: null, windows },
  };
  const plan = asking({ ...drafted, benchmarks: [benchmark] }, { latency_ratio: LATENCY_RATIO });
  return {
    name,
    plan,
    draw(worse, random) {
      const each = Math.ceil(requests / windows.slices);
      const measured = plan.targets.map((_, target) => {
        const times = target === 0 ? 1 : LATENCY_RATIO ** worse;
        const slices = Array.from({ length: windows.slices }, () => ({
          latencies: logNormal(each, follows, random).map((latency) => latency * times),
        }));
        return { benchmark: 'load/s', target, windows: slices } as unknown as MeasuredWindows;
      });
      return [aggregateOf(plan, () => null), createMeasuredByKind(new Map([['load', measured]]))];
    },
  };
}

function logNormal(n: number, follows: number, random: Random): Float64Array {
  let state = drawStandardNormal(random);
  return Float64Array.from({ length: n }, () => {
    state = follows * state + Math.sqrt(1 - follows ** 2) * drawStandardNormal(random);
    return 200 * Math.exp(SPREAD * state);
  });
}

const COST_RATIO = 1.3;

/** Tasks of which 80 % are solved, at costs that vary by half and go together by half. */
function costs(
  name: string,
  { items, candidates = 1 }: { items: number; candidates?: number },
): NoWorseDesign {
  const drafted = planOf([items], candidates + 1, 1);
  const benchmarks = drafted.benchmarks.map((one) => ({ ...one, kind: 'tasks' as const, key: 'tasks/t' }));
  const plan = asking({ ...drafted, benchmarks }, { cost_ratio: COST_RATIO });
  // Costs with a coefficient of variation of ½: of ln the variance is ln 1.25, of which half is the item's.
  const sigma = Math.sqrt(Math.log(1.25));
  return {
    name,
    plan,
    draw(worse, random) {
      const measured = plan.targets.map((_, target) => ({
        ...{ at: 0, target, runs: new Uint16Array(items).fill(1), solved: new Uint16Array(items) },
        ...{ costs: new Float64Array(items), graded: { cost: { sum: 1, isWhole: true } } },
      }));
      for (let item = 0; item < items; item++) {
        const hard = drawStandardNormal(random);
        const right = chance(0.8, random);
        for (const { target, costs: paid, solved } of measured) {
          const times = target === 0 ? 1 : COST_RATIO ** worse;
          const own = Math.SQRT1_2 * (hard + drawStandardNormal(random));
          paid[item] = 1e9 * times * Math.exp(sigma * own);
          // The baseline solves `right`; a candidate differs on a tenth of the items either way.
          const flip = target > 0 && chance(right ? 0.1 / 0.8 : 0.1 / 0.2, random);
          solved[item] = Number(flip ? !right : right);
        }
      }
      const all = measured as unknown as MeasuredTasks[];
      return [aggregateOf(plan, () => 0), createMeasuredByKind(new Map([['tasks', all]]))];
    },
  };
}

function asking(plan: Plan, no_worse_margins: NonNullable<Plan['methodology']['no_worse_margins']>): Plan {
  const question = { question: 'no_worse' as const, baseline: 't0', no_worse_margins };
  return { ...plan, methodology: { ...plan.methodology, ...question } };
}

/** Shares of simulated evaluations, by measure. */
export interface NoWorseFound {
  readonly measure: string;
  /** Any candidate is called no worse, where all are worse by exactly the margin. */
  readonly falseNoWorse: number;
  /** Any is called worse there. */
  readonly falseWorse: number;
  /** The first candidate is called no worse, where all are as good as the baseline. */
  readonly found: number;
  /** What the estimate says of that; with clusters if their items are copies, and if independent. */
  readonly planned: readonly number[];
}

export async function simulateNoWorse(
  design: NoWorseDesign,
  runs: number,
  firstSeed = 0,
): Promise<NoWorseFound[]> {
  const planned = planNoWorsePower(design.plan) ?? [];
  const counts = new Map(
    planned.map(({ measure }) => [measure, { falseNoWorse: 0, falseWorse: 0, found: 0 }]),
  );
  for (let run = 0; run < runs; run++) {
    for (const worse of [1, 0]) {
      const random = createRandom(firstSeed + run, 'no worse', design.name, String(worse));
      const result = await decideNoWorseOfPlan(design.plan, ...design.draw(worse, random));
      for (const [measure, count] of counts) {
        const own = result?.measures.filter((one) => one.measure === measure) ?? [];
        const isAny = (outcome: string) => own.some((one) => one.outcome === outcome);
        if (worse === 0) count.found += Number(own[0]?.outcome === 'no_worse');
        else {
          count.falseNoWorse += Number(isAny('no_worse'));
          count.falseWorse += Number(isAny('worse'));
        }
      }
    }
  }
  return [...counts].map(([measure, count]) => {
    const { power = 0, power_if_independent } = planned.find((one) => one.measure === measure) ?? {};
    return {
      measure,
      falseNoWorse: count.falseNoWorse / runs,
      falseWorse: count.falseWorse / runs,
      found: count.found / runs,
      planned: [power, ...(power_if_independent === undefined ? [] : [power_if_independent])],
    };
  });
}

export const NO_WORSE_DESIGNS: readonly NoWorseDesign[] = [
  answers('right or wrong, 100 items', { items: 100 }),
  answers('right or wrong, 300 items', { items: 300 }),
  answers('right or wrong, 300 items, 3 candidates', { items: 300, candidates: 3 }),
  answers('graded, 60 items', { items: 60, graded: true }),
  answers('40 clusters of 5, correlation .3', { items: 200, clusters: { size: 5, icc: 0.3 } }),
  answers('100 clusters of 3 that are copies', { items: 300, clusters: { size: 3, icc: 1 } }),
  answers('60 clusters of 5 that are independent', { items: 300, clusters: { size: 5, icc: 0 } }),
  answers('60 clusters of 5, correlation .3, 3 candidates', {
    items: 300,
    candidates: 3,
    clusters: { size: 5, icc: 0.3 },
  }),
  latencies('400 requests', { requests: 400 }),
  latencies('2,000 requests', { requests: 2000 }),
  latencies('2,000 requests, 3 candidates', { requests: 2000, candidates: 3 }),
  latencies('2,000 requests that follow each other by .7', { requests: 2000, follows: 0.7 }),
  costs('cost of 150 tasks', { items: 150 }),
  costs('cost of 300 tasks, 3 candidates', { items: 300, candidates: 3 }),
];
