import type { Unit } from '../../server/src/evaluations/plan/plan.ts';
import { compareTargets } from '../../server/src/evaluations/results/compare.ts';
import type { Comparison } from '../../server/src/evaluations/schemas/result-schemas.ts';
import { createRandom } from '../../server/src/statistics/statistics.ts';
import { aggregateOf, planOf } from '../../server/test/support/evaluation-plan.ts';

/*
 * A/A: evaluations of two labels of one and the same model, whose answers vary from call to call. Every winner is a
 * false alarm. `bench/statistics-aa.ts` prints it, a test runs the simulation.
 */

/** One in twenty of 200 is 10; more than 18 would happen by chance in fewer than 1 of 100 such runs. */
export const EVALUATIONS = 200;
export const MOST_FALSE_ALARMS = 18;
export const LEAST_DISCORDANCE = 0.1;

export interface EqualTargets {
  readonly evaluations: number;
  /** Evaluations that name a winner in any comparison. */
  readonly alarms: number;
  /** The smallest share of items, of any benchmark, on which the two labels differed, and the mean. */
  readonly leastDiscordance: number;
  readonly meanDiscordance: number;
  readonly ties: number;
  readonly comparisons: number;
}

/** What one evaluation of the two labels said. */
export interface Observed {
  readonly comparisons: readonly Pick<Comparison, 'winner'>[];
  readonly discordances: readonly number[];
}

export function summariseEqualTargets(all: readonly Observed[]): EqualTargets {
  const discordances = all.flatMap(({ discordances }) => discordances);
  const winners = all.map(({ comparisons }) => comparisons.map(({ winner }) => winner));
  const named = (winner: string) => winner !== 'tie' && winner !== 'undecided';
  return {
    evaluations: all.length,
    alarms: winners.filter((list) => list.some(named)).length,
    leastDiscordance: Math.min(...discordances),
    meanDiscordance: discordances.reduce((sum, share) => sum + share, 0) / discordances.length,
    ties: winners.flat().filter((winner) => winner === 'tie').length,
    comparisons: winners.flat().length,
  };
}

/** Whether the run met the design's target and was a fair one: equal answers would never differ. */
export function meetsTarget({ evaluations, alarms, leastDiscordance }: EqualTargets): boolean {
  const allowed = Math.floor((MOST_FALSE_ALARMS * evaluations) / EVALUATIONS);
  return leastDiscordance >= LEAST_DISCORDANCE && alarms <= allowed;
}

/** Simulated answers, through the same plan, aggregate and comparison as real ones. */
export async function simulateEqualTargets(
  evaluations: number,
  items: readonly number[],
  epochs = 1,
): Promise<EqualTargets> {
  const observed: Observed[] = [];
  for (let seed = 0; seed < evaluations; seed++) observed.push(await simulateOne(seed, [...items], epochs));
  return summariseEqualTargets(observed);
}

async function simulateOne(seed: number, items: number[], epochs: number): Promise<Observed> {
  const random = createRandom(seed, 'equal targets');
  const difficulty = items.map((count) => Array.from({ length: count }, () => 0.3 + 0.6 * random.fraction()));
  const answer = ({ benchmark, item }: Unit) =>
    random.fraction() < (difficulty[benchmark]?.[item] ?? 0) ? 1 : 0;
  const plan = planOf(items, 2, epochs);
  const aggregate = aggregateOf(plan, answer);
  const discordances = aggregate.cells.map(([left, right]) => {
    const differ = left?.scores.filter((score, item) => score !== right?.scores[item]).length ?? 0;
    return differ / (left?.scores.length ?? 1);
  });
  return { comparisons: await compareTargets(plan, aggregate, [{}, {}]), discordances };
}
