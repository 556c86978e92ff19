import {
  ALLOWED_MISSES,
  judgeDependent,
  type Latencies,
  latencyEvidence,
  limitsOf,
  type Misses,
  missesIn,
  worstOf,
} from '../../../slo/slo.ts';
import {
  type CapacityResult,
  figuresOf,
  requestsToSend,
  searchCapacity,
  steadyRequests,
  summariseFigures,
  summariseLoad,
  windowAtRate,
} from '../../../traffic/traffic.ts';
import { benchmarkAt } from '../../plan/plan.ts';
import type { PlannedScenario } from '../../plan/planned-scenario.ts';
import { type LoadUnit, runLoad, runWindowAlone } from '../load/load-units.ts';
import { expectedCost } from '../load/spending.ts';
import type { CapacitySearch } from '../shapes.ts';
import { USUAL_RATES } from './estimate.ts';

/** What one rate of a search showed. */
interface CapacityStepFigures {
  attempted: number;
  /** By limit, how many requests were over it or not answered. */
  misses: Record<string, number>;
  latency_p95_ms: number | null;
  saturated: boolean;
  contaminated: boolean;
  /** A limit is open, and our own lateness decided some of the requests. */
  sent_late?: true;
  /** All that were sent, warm-up included; absent in searches of older versions. */
  requests?: number;
  /** Of each limit, as load says it; absent in searches of older versions. */
  latencies?: Latencies;
  /** Requests that the server failed; absent in searches of older versions. */
  availability?: Misses;
}

/** How far a search is shown to be while it may still try a further rate. */
const ALMOST = 0.95;

/** A search as its ledger row keeps it: what each rate showed, and not every request. */
export interface StoredCapacity {
  format: 1;
  result: CapacityResult;
  /** In the order of `result.steps`. */
  facts: CapacityStepFigures[];
}

/**
 * Searches for capacity: a unit is one search on one target, whose rates depend on each other. A search that was
 * interrupted begins again, for half a bracket tells nothing.
 */
export const runSearches = runLoad({
  expected: (one) => {
    const { load, limits } = searchOf(one).capacity;
    const requests = requestsToSend(windowAtRate(load, limits.startRps, 0));
    return USUAL_RATES * expectedCost({ ...load, requests }, one.slot.connection.price);
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
        const { record, contaminated } = await runWindowAlone(one, window, spending);
        const requests = steadyRequests(record);
        const saturated = record.saturatedAtMs !== null;
        const { confidence_level: confidence } = run.plan.methodology;
        const { latencyMs } = summariseLoad([record], confidence);
        const figures = figuresOf(record);
        const limits = limitsOf(scenario).map(
          ([p, limit]) =>
            [
              p,
              latencyEvidence(
                [figures],
                limit,
                (counted, isAll) => (isAll ? latencyMs : summariseFigures(counted, confidence).latencyMs)[p],
              ),
            ] as const,
        );
        // Their number was planned, so the rule takes them as independent, and the rate that is found is tried once more.
        const judged = limits.map(([p, { effective: _, ...evidence }]) =>
          judgeDependent(evidence, ALLOWED_MISSES[p]),
        );
        const isLate = limits.some(
          ([, { left_out }], i) => left_out !== undefined && judged[i] === 'inconclusive',
        );
        facts.push({
          attempted: requests.length,
          misses: Object.fromEntries(limits.map(([p, { misses }]) => [p, misses])),
          latency_p95_ms: latencyMs.p95?.observed ?? null,
          saturated,
          contaminated,
          ...(isLate && { sent_late: true }),
          requests: record.requests.length,
          latencies: Object.fromEntries(limits),
          availability: missesIn([figures.failures]),
        });
        run.partly(Math.min(facts.length / USUAL_RATES, ALMOST));
        if (saturated) return 'fail';
        return worstOf(judged);
      },
      { elapsedMs: () => performance.now() - begun, isOver: () => one.slot.exhausted },
    );
    return one.slot.exhausted ? null : JSON.stringify({ format: 1, result, facts } satisfies StoredCapacity);
  },
});

function searchOf({ run, unit }: LoadUnit): { capacity: CapacitySearch; scenario: PlannedScenario } {
  const { capacity } = benchmarkAt(run.plan, unit.benchmark, 'capacity');
  const scenario = run.plan.scenarios?.[capacity.scenario];
  if (scenario === undefined) throw new Error(`Benchmark ${unit.benchmark} has no scenario to search for.`);
  return { capacity, scenario };
}
