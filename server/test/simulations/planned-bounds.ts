import type { Plan } from '../../src/evaluate/evaluations/plan/plan.ts';
import { compareTargets } from '../../src/evaluate/evaluations/results/compare.ts';
import type { Estimate } from '../../src/evaluate/evaluations/schemas/estimate-schemas.ts';
import { normalQuantile } from '../../src/measure/statistics/distributions.ts';
import {
  type Correction,
  createRandom,
  pickOne,
  type Random,
  randomInteger,
} from '../../src/measure/statistics/statistics.ts';
import { aggregateOf, planOf } from '../support/evaluation-plan.ts';
import type { EvaluationService } from '../support/evaluation-service.ts';
import { normal } from './coverage.ts';

/*
 * Whether the bounds of the smallest detectable difference, which an estimate gives before a run, hold what turns out
 * afterwards. The truth is found without any formula of the plan: answers are drawn and compared as the service does it,
 * and the difference is sought that is shown in 80 % of the runs. `bench/statistics-plan.ts` prints 300 designs, a test
 * runs a few.
 */

/** What is simulated. The plan knows the items, their clusters, how many targets there are, and the correction. */
export interface PlannedDesign {
  readonly name: string;
  /** How many items each cluster has; all 1: the items stand for themselves. */
  readonly sizes: readonly number[];
  readonly targets: number;
  readonly correction: Correction;
  /** The middle of the two accuracies that differ. */
  readonly accuracy: number;
  /** Of the latent ease of two items of a cluster, and of an item to two targets: 0 to 1. */
  readonly withinClusters: number;
  readonly betweenTargets: number;
}

export interface Bounds {
  readonly low: number | null;
  readonly high: number | null;
}

export interface Later {
  /** The difference that is shown in 80 % of the runs. */
  readonly detectable: number;
  /** What the results of one run at that difference say of it: `smallest_detectable_difference`, null where nothing. */
  readonly said: number | null;
  /** The share of items on which the two targets differ, over all runs. */
  readonly discordance: number;
}

const POWER = 0.8;

/** Designs as varied as plans are: a third without clusters, a third in equal ones, a third in unequal ones. */
export function drawDesign(seed: number): PlannedDesign {
  const random = createRandom(seed, 'planned design');
  const between = (low: number, high: number) => low + (high - low) * random.fraction();
  const clusters = Math.round(Math.exp(between(Math.log(16), Math.log(120))));
  const kind = pickOne(random, ['alone', 'equal', 'unequal'] as const);
  const size = randomInteger(random, 2, 8);
  const sizes = {
    alone: () => new Array<number>(Math.round(Math.exp(between(Math.log(40), Math.log(500))))).fill(1),
    equal: () => new Array<number>(clusters).fill(size),
    unequal: () => Array.from({ length: clusters }, () => randomInteger(random, 1, 2 * size)),
  }[kind]();
  return {
    name: `${kind} ${seed}`,
    sizes,
    targets: pickOne(random, [2, 2, 3, 4]),
    correction: pickOne(random, ['holm', 'holm', 'bh', 'none'] as const),
    accuracy: between(0.4, 0.95),
    withinClusters: between(0, 1),
    betweenTargets: between(0, 0.9),
  };
}

const itemsOf = ({ sizes }: PlannedDesign) => sizes.reduce((sum, size) => sum + size, 0);

/** What the service says before the run. */
export async function estimateOf(
  service: EvaluationService,
  workspaceId: string,
  design: PlannedDesign,
): Promise<Estimate['benchmarks'][number]> {
  const clustered = design.sizes.some((size) => size > 1);
  const lines = design.sizes.flatMap((size, cluster) =>
    Array.from({ length: size }, (_, i) =>
      JSON.stringify({
        input: `Question ${i} of passage ${cluster}?`,
        expected: 'yes',
        ...(clustered && { cluster: `passage ${cluster}` }),
      }),
    ),
  );
  await service.newSource(workspaceId, design.name, lines.join('\n'));
  const { status, body } = await service.call('POST', `/workspaces/${workspaceId}/evaluations/estimate`, {
    name: 'Plan',
    targets: Array.from({ length: design.targets }, (_, i) => ({
      target_type: 'model',
      model_provider: 'baseline',
      model_id: 'echo',
      label: `t${i}`,
    })),
    benchmarks: [{ benchmark_type: 'dataset', subset: design.name, num_samples: lines.length }],
    methodology: { correction: design.correction },
  });
  if (status !== 200) throw new Error(`The estimate failed: ${JSON.stringify(body)}`);
  return body.benchmarks[0];
}

/** What is found with 80 % power, by `runs` simulations of each difference tried; the first target is the better one. */
export async function findDetectable(design: PlannedDesign, runs: number): Promise<Later> {
  const run = createRuns(design);
  let [low, high] = [0, 1];
  let found: Awaited<ReturnType<typeof run>> | undefined;
  while (high - low > 0.004) {
    const middle = (low + high) / 2;
    const tried = await run(middle, runs);
    if (tried.shown >= POWER) {
      high = middle;
      found = tried;
    } else low = middle;
  }
  const { said = null, discordance = 1 } = found ?? {};
  return { detectable: high, said, discordance };
}

function createRuns(design: PlannedDesign) {
  const plan = planFor(design);
  const aggregate = aggregateOf(plan, () => 1);
  const cells = aggregate.cells[0] ?? [];
  return async (delta: number, runs: number) => {
    // The same draws for each difference, so that more is always shown of a larger one.
    const random = createRandom(0, design.name);
    let [shown, differing] = [0, 0];
    let said: number | null = null;
    for (let i = 0; i < runs; i++) {
      const scores = cells.map((cell) => cell.scores);
      drawAnswers(random, design, delta, scores);
      const [first] = await compareTargets(plan, aggregate, []);
      if (first?.winner === 't0') shown += 1;
      differing += scores[0]?.reduce((sum, score, item) => sum + Number(score !== scores[1]?.[item]), 0) ?? 0;
      said = first?.smallest_detectable_difference ?? null;
    }
    return { shown: shown / runs, said, discordance: differing / runs / itemsOf(design) };
  };
}

function planFor(design: PlannedDesign): Plan {
  const plan = planOf([itemsOf(design)], design.targets, 1);
  const clusters = design.sizes.flatMap((size, cluster) => new Array<string>(size).fill(`c${cluster}`));
  return {
    ...plan,
    benchmarks: plan.benchmarks.map((benchmark) => ({ ...benchmark, clusters })),
    methodology: { ...plan.methodology, correction: design.correction },
  };
}

/**
 * Right where a latent normal number lies below the target's threshold. It is a sum of parts: those of the item are
 * common to the targets, those of the cluster to its items.
 */
function drawAnswers(random: Random, design: PlannedDesign, delta: number, scores: Float64Array[]): void {
  const { sizes, accuracy, withinClusters, betweenTargets } = design;
  const better = Math.min(1, Math.max(delta, accuracy + delta / 2));
  const thresholds = scores.map((_, target) => thresholdOf(target === 0 ? better : better - delta));
  const [cluster, alone] = [Math.sqrt(withinClusters), Math.sqrt(1 - withinClusters)];
  const [common, own] = [Math.sqrt(betweenTargets), Math.sqrt(1 - betweenTargets)];
  let item = 0;
  for (const size of sizes) {
    const ofCluster = normal(random);
    const ofTargets = scores.map(() => normal(random));
    for (let i = 0; i < size; i++, item++) {
      const shared = common * (cluster * ofCluster + alone * normal(random));
      for (const [target, row] of scores.entries()) {
        const ease = shared + own * (cluster * (ofTargets[target] ?? 0) + alone * normal(random));
        row[item] = Number(ease < (thresholds[target] ?? 0));
      }
    }
  }
}

function thresholdOf(share: number): number {
  if (share <= 0) return Number.NEGATIVE_INFINITY;
  return share >= 1 ? Number.POSITIVE_INFINITY : normalQuantile(share);
}

/** Whether the later figure lies between the bounds; what has no upper one is not bounded above. */
export function holdsLater({ low, high }: Bounds, later: number): boolean {
  return later >= (low ?? 0) && later <= (high ?? Number.POSITIVE_INFINITY);
}
