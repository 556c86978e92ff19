/**
 * A/A: 200 evaluations of two labels of one noisy model, answers drawn anew for each call. Every winner is a false
 * alarm; more than 18 miss the target of the design, and so does a discordance below 10 %.
 *
 *   node bench/statistics-aa.ts             simulated answers through plan, aggregate and comparison
 *   node bench/statistics-aa.ts --service   the real service, a mock model with noise per call, nothing shared
 */
import { onDisk } from '../server/test/support/each-database.ts';
import { arithmetic, mockTarget, startEvaluationService } from '../server/test/support/evaluation-service.ts';
import {
  type EqualTargets,
  EVALUATIONS,
  LEAST_DISCORDANCE,
  MOST_FALSE_ALARMS,
  meetsTarget,
  type Observed,
  simulateEqualTargets,
  summariseEqualTargets,
} from './lib/equal-targets.ts';

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

function print(name: string, found: EqualTargets): void {
  const { alarms, evaluations, ties, comparisons, leastDiscordance, meanDiscordance } = found;
  console.log(
    `${name}: ${alarms} of ${evaluations} name a winner, ${ties} of ${comparisons} comparisons are ties; discordance ${percent(meanDiscordance)} on average, at least ${percent(leastDiscordance)}: ${meetsTarget(found) ? 'met' : 'MISSED'}`,
  );
  if (!meetsTarget(found)) process.exitCode = 1;
}

console.log(
  `Target: at most ${MOST_FALSE_ALARMS} of ${EVALUATIONS}, discordance at least ${percent(LEAST_DISCORDANCE)}`,
);
if (process.argv.includes('--service')) print('real service, 100 items', await throughService(100));
else {
  print('one benchmark of 100 items', await simulateEqualTargets(EVALUATIONS, [100]));
  print('three benchmarks of 100, 50 and 20 items', await simulateEqualTargets(EVALUATIONS, [100, 50, 20]));
  print('one benchmark of 2000 items', await simulateEqualTargets(EVALUATIONS, [2000]));
  print('100 items, three epochs', await simulateEqualTargets(EVALUATIONS, [100], 3));
}

/** The two labels name one model of the mock server, which draws each answer anew. */
async function throughService(items: number): Promise<EqualTargets> {
  const service = await startEvaluationService(
    onDisk(undefined, async () => {}),
    { models: { noisy: { answers: { kind: 'solver', accuracy: 0.7, noise: 'per_call' } } } },
  );
  try {
    const all: Observed[] = [];
    for (let seed = 0; seed < EVALUATIONS; seed += 1) all.push(await evaluate(service, items, seed));
    return summariseEqualTargets(all);
  } finally {
    await service.stop();
  }
}

async function evaluate(
  service: Awaited<ReturnType<typeof startEvaluationService>>,
  items: number,
  seed: number,
): Promise<Observed> {
  const { path, evaluation } = await service.run({
    targets: [mockTarget('noisy', 'a'), mockTarget('noisy', 'b')],
    benchmarks: [arithmetic(items)],
    methodology: { random_seed: seed, concurrency: 32, cache: false },
  });
  const scores = new Map<number, number[]>();
  for (const { item, score } of await service.samples(path)) {
    scores.set(item, [...(scores.get(item) ?? []), score]);
  }
  const differ = [...scores.values()].filter(([left, right]) => left !== right).length;
  const all: { metric: string; winner: string }[] = evaluation.results.comparisons;
  return { comparisons: all.filter(({ metric }) => metric === 'arithmetic'), discordances: [differ / items] };
}
