import { type CapacityResult, searchCapacity, windowAtRate } from '../../../../measure/traffic/traffic.ts';
import { benchmarkAt } from '../../plan/plan.ts';
import type { PlannedScenario } from '../../plan/planned-scenario.ts';
import { type LoadUnit, runLoad, runWindowAlone } from '../load/load-units.ts';
import { expectedWindowCost } from '../load/spending.ts';
import type { CapacitySearch } from './describe.ts';
import { EXPECTED_RATES_PER_SEARCH } from './estimate.ts';
import { type CapacityStepFigures, judgeRate } from './judge-rate.ts';

/** Maximum reported progress of a search before its last rate. */
const MAX_PARTIAL_PROGRESS = 0.95;

/** The stored result of a search: the outcome of each rate, without individual requests. */
export interface StoredCapacity {
  format: 1;
  result: CapacityResult;
  /** In the order of `result.steps`. */
  facts: CapacityStepFigures[];
}

/**
 * Runs capacity searches: a unit is one search on one target, whose rates depend on each other. An interrupted search
 * starts again, because half a bracket shows nothing.
 */
export const runCapacitySearches = runLoad({
  expected: async (one) => {
    const { load, limits } = searchOf(one).capacity;
    return (
      EXPECTED_RATES_PER_SEARCH *
      (await expectedWindowCost(one.run, one.slot, windowAtRate(load, limits.startRps, 0)))
    );
  },
  async measure(one, spending) {
    const { run } = one;
    const { capacity, scenario } = searchOf(one);
    const facts: CapacityStepFigures[] = [];
    const begun = performance.now();
    const result = await searchCapacity(
      capacity.limits,
      async (rateRps) => {
        const window = windowAtRate(capacity.load, rateRps, facts.length + 1000 * one.unit.epoch);
        const { generators, voidTries, ...sent } = await runWindowAlone(one, window, spending);
        const tried = { rateRps, window, ...sent };
        const judged = judgeRate(tried, scenario, run.plan.methodology.confidence_level);
        facts.push({
          ...judged.facts,
          ...(generators.length > 0 && { generators }),
          ...(voidTries.length > 0 && { void_tries: voidTries.length }),
        });
        run.partly(Math.min(facts.length / EXPECTED_RATES_PER_SEARCH, MAX_PARTIAL_PROGRESS));
        return judged.verdict;
      },
      { elapsedMs: () => performance.now() - begun, isOver: () => one.slot.stopped !== null },
    );
    return one.slot.stopped ? null : JSON.stringify({ format: 1, result, facts } satisfies StoredCapacity);
  },
});

function searchOf({ run, unit }: LoadUnit): { capacity: CapacitySearch; scenario: PlannedScenario } {
  const { capacity } = benchmarkAt(run.plan, unit.benchmark, 'capacity');
  const scenario = run.plan.scenarios?.[capacity.scenario];
  if (scenario === undefined)
    throw new Error(`Benchmark ${unit.benchmark} has no scenario for a capacity search.`);
  return { capacity, scenario };
}
