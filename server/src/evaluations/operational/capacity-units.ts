import { blankSample } from '../ask.ts';
import type { Lane } from '../lanes.ts';
import { type CapacityResult, searchCapacity } from '../load/capacity-search.ts';
import { missesOf, steadyRequests, summariseLoad } from '../load/load-summary.ts';
import { windowAtRate } from '../load/plan-windows.ts';
import type { LoadRequest } from '../load/request-log.ts';
import { type Unit, unitAt, unitsOfBenchmarks } from '../plan.ts';
import type { Run, StopReason } from '../run.ts';
import type { UnitKind } from '../unit-kinds.ts';
import { expectedCost } from './expected-cost.ts';
import { heldAt, limitsOf } from './held-at.ts';
import { runWindowAlone } from './run-window.ts';
import { spentOn } from './window-record.ts';

/** What one rate of a search showed. */
export interface CapacityStepFacts {
  attempted: number;
  /** By limit, how many requests were over it or not answered. */
  misses: Record<string, number>;
  latency_p95_ms: number | null;
  saturated: boolean;
  contaminated: boolean;
}

/** A search as its ledger row keeps it: what each rate showed, and not every request. */
export interface StoredCapacity {
  format: 1;
  result: CapacityResult;
  /** In the order of `result.steps`. */
  facts: CapacityStepFacts[];
}

/** One that holds, one that does not, the gap between them halved to its tolerance, and the confirmation. */
const FEWEST_RATES = 7;

/**
 * Searches for capacity: a unit is one search on one target, whose rates depend on each other. A search that was
 * interrupted begins again, for half a bracket tells nothing.
 */
export const capacityKind: UnitKind = {
  kind: 'capacity',
  async run(run, benchmarks) {
    let stopped: StopReason = null;
    for (const number of unitsOfBenchmarks(run.plan, benchmarks)) {
      run.throwIfEnded();
      const unit = unitAt(run.plan, number);
      const lane = run.lanes[unit.target] as Lane;
      if (run.known.isDone(number) || lane.exhausted) continue;
      const load = run.plan.benchmarks[unit.benchmark]?.capacity?.load;
      const expected = load ? FEWEST_RATES * expectedCost(load, lane.connection.price) : 0;
      if (!(await run.budget.admits(unit.target, expected))) {
        stopped = 'budget';
        break;
      }
      await runSearch(run, unit, lane);
      run.ended();
    }
    return stopped ?? (run.lanes.some(({ exhausted }) => exhausted) ? 'quota' : null);
  },
};

async function runSearch(run: Run, unit: Unit, lane: Lane): Promise<void> {
  const { capacity } = run.plan.benchmarks[unit.benchmark] ?? {};
  const scenario = run.plan.scenarios?.[capacity?.scenario ?? -1];
  if (capacity === undefined || scenario === undefined) {
    throw new Error(`Benchmark ${unit.benchmark} has no search.`);
  }
  const facts: CapacityStepFacts[] = [];
  const sent: LoadRequest[] = [];
  const result = await searchCapacity(capacity.limits, async (rateRps) => {
    const window = windowAtRate(capacity.load, rateRps, facts.length + 1000 * unit.epoch);
    const { record, contaminated } = await runWindowAlone(run, lane, window);
    sent.push(...record.requests);
    const requests = steadyRequests(record);
    const saturated = record.saturatedAtMs !== null;
    facts.push({
      attempted: requests.length,
      misses: Object.fromEntries(limitsOf(scenario).map(([p, limit]) => [p, missesOf(requests, limit)])),
      latency_p95_ms: summariseLoad([record], 0.95).latencyMs.p95?.observed ?? null,
      saturated,
      contaminated,
    });
    return heldAt([record], saturated, scenario);
  });
  const spent = spentOn(sent, lane.connection.price);
  run.budget.settle(unit.target, spent.cost);
  const stored: StoredCapacity = { format: 1, result, facts };
  await run.ledger.record({
    ...blankSample(unit, 1, run.deps.clock.now()),
    ...spent,
    state: 'measured',
    verdict: 'measured',
    answer: JSON.stringify(stored),
  });
}
