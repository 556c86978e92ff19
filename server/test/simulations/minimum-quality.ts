import { buildResults } from '../../src/evaluate/evaluations/pipeline/build-results.ts';
import { plannedScenario } from '../../src/evaluate/evaluations/plan/planned-scenario.ts';
import { createRandom, type Random } from '../../src/measure/statistics/statistics.ts';
import { drawGamma } from '../../src/measure/traffic/variates.ts';
import { aggregateOf, FACTS, FAILED, planOf } from '../support/evaluation-plan.ts';

/** How scores are drawn; their true mean is known. */
export interface MinimumDesign {
  readonly name: string;
  /** Scores of the items of one target; null = no score. */
  readonly scores: (truth: number, items: number, random: Random) => (number | null)[];
  /** Items that share a cluster; 1 = none do. */
  readonly clusterSize: number;
}

function beta(mean: number, together: number, random: Random): number {
  const a = drawGamma(random, mean * together, 1);
  const b = drawGamma(random, (1 - mean) * together, 1);
  return a / (a + b);
}

const answers = (truth: number, random: Random) => Number(random.fraction() < truth);
const each = (items: number, of: () => number | null) => Array.from({ length: items }, of);

/** Right and wrong answers in clusters of a size, alike by the intraclass correlation. */
function clustered(size: number, icc: number): MinimumDesign {
  return {
    name: `clusters of ${size}, correlation ${icc}`,
    clusterSize: size,
    scores(truth, items, random) {
      let rate = truth;
      return Array.from({ length: items }, (_, item) => {
        if (item % size === 0)
          rate = icc === 1 ? answers(truth, random) : beta(truth, (1 - icc) / icc, random);
        return answers(rate, random);
      });
    },
  };
}

export const MINIMUM_DESIGNS: readonly MinimumDesign[] = [
  {
    name: 'independent',
    clusterSize: 1,
    scores: (truth, items, random) => each(items, () => answers(truth, random)),
  },
  clustered(5, 0.1),
  clustered(5, 0.5),
  clustered(10, 0.3),
  clustered(5, 1),
  {
    name: 'graded evenly',
    clusterSize: 1,
    scores: (truth, items, random) => each(items, () => beta(truth, 3, random)),
  },
  {
    name: 'graded, mostly 0 or 1',
    clusterSize: 1,
    scores: (truth, items, random) => each(items, () => beta(truth, 0.5, random)),
  },
  {
    name: 'every tenth without a score',
    clusterSize: 1,
    scores: (truth, items, random) =>
      each(items, () => (random.fraction() < 0.1 ? null : answers(truth, random))),
  },
];

/** The shares of runs in which a minimum passes and fails, and whether its interval held the truth. */
export interface MinimumFound {
  readonly pass: number;
  readonly fail: number;
  readonly covered: number;
}

/** Runs of one target whose true score is known against a minimum, planned and judged as the service does. */
export async function simulateMinimum(
  { name, scores, clusterSize }: MinimumDesign,
  { truth, least, items, runs, firstSeed = 0 }: MinimumAsked,
): Promise<MinimumFound> {
  const scenario = plannedScenario(
    {
      id: '',
      name: 's',
      workload_type: 'general',
      traffic_profile: null,
      slo_requirements: {},
      budget: {},
      compliance: {},
      vendor_lock_in_tolerance: null,
      quality: [{ benchmark: 'b0', min: least }],
    },
    's',
  );
  const drafted = planOf([items], 1, 1);
  const clusters = Array.from({ length: items }, (_, item) => String(Math.floor(item / clusterSize)));
  const plan = {
    ...drafted,
    scenarios: [scenario],
    benchmarks: drafted.benchmarks.map((one) => (clusterSize === 1 ? one : { ...one, clusters })),
  };
  const found = { pass: 0, fail: 0, covered: 0 };
  for (let run = 0; run < runs; run++) {
    const random = createRandom(firstSeed + run, 'minimum quality', name);
    const drawn = scores(truth, items, random);
    const aggregate = aggregateOf(plan, ({ item }) => drawn[item] ?? FAILED);
    const { requirements = [] } = await buildResults(plan, aggregate, { final: true, facts: FACTS });
    const [judged] = requirements;
    if (judged?.status === 'pass') found.pass++;
    if (judged?.status === 'fail') found.fail++;
    if ((judged?.ci_low ?? 0) <= truth && truth <= (judged?.ci_high ?? 1)) found.covered++;
  }
  return { pass: found.pass / runs, fail: found.fail / runs, covered: found.covered / runs };
}

interface MinimumAsked {
  readonly truth: number;
  readonly least: number;
  readonly items: number;
  readonly runs: number;
  readonly firstSeed?: number;
}
