import { count } from '@touchstone/report/figures';
import { REQUEST_TIMES } from '@touchstone/report/limits';
import { timeLimitsOf } from '../../../../decide/slo/slo.ts';
import { impossible } from '../../../../kernel/errors.ts';
import { sampledItemsOf } from '../../../../measure/benchmarks/benchmarks.ts';
import { windowAtRate } from '../../../../measure/traffic/traffic.ts';
import type { PlannedScenario } from '../../plan/planned-scenario.ts';
import { resolveTrace } from '../../plan/resolve-trace.ts';
import type { DraftBenchmark, KindPlan } from '../kind.ts';
import { SPEED_VERSION } from '../load/describe.ts';
import {
  generatorsOf,
  recordItem,
  requestsOf,
  requireGenerators,
  requireReplay,
  requireScenario,
} from '../load/plan.ts';
import { isReplayed, type LoadPlanInput, loadAsked, MOST_RPS, requireRoom } from '../load/scenario-load.ts';
import type { CapacitySearch } from './describe.ts';

/** The subset of `load` that searches. */
const CAPACITY = 'capacity';

export const capacityPlan: KindPlan = {
  takesSessions: true,
  takesGenerators: true,
  takes: ({ benchmark_type, subset }) => benchmark_type === 'load' && subset === CAPACITY,
  async draft(choice, context) {
    const input = { choice, trace: await resolveTrace(choice.trace ?? null, context.dataset), ...context };
    requireReplay('load', input);
    if (choice.sessions != null)
      throw impossible(
        '/sessions',
        'A capacity search sends single requests; omit sessions, or measure load at one rate without a subset.',
      );
    await requireGenerators(input);
    const requests = requestsOf('load', input);
    requireScenario(input);
    return input.scenarios.map((scenario) =>
      draftSearch(`load/${scenario.label}/capacity`, planSearch(input, scenario, requests)),
    );
  },
};

/** One item: the rates of a search depend on each other. */
function draftSearch(key: string, planned: CapacitySearch): DraftBenchmark {
  const capacity = { ...planned, load: { ...planned.load, benchmark: key } };
  return {
    planned: {
      kind: 'capacity',
      key,
      type: 'load',
      version: SPEED_VERSION,
      items: 1,
      chanceLevel: null,
      capacity,
    },
    sampled: sampledItemsOf([recordItem(capacity)]),
  };
}

/** Up to so many times the peak a search looks, how near the ends of its bracket come, and how long it looks. */
const UP_TO = 16;
const TOLERANCE = 0.08;
const LONGEST_SEARCH_MS = 3_600_000;

/** A search for the highest rate at which the scenario's limits hold, with so many requests at each rate. */
function planSearch(input: LoadPlanInput, scenario: PlannedScenario, requests: number): CapacitySearch {
  if (isReplayed(scenario)) {
    throw impossible(
      '/subset',
      `A capacity search needs traffic that can be scaled, but the scenario "${scenario.label}" uses a trace. Choose another traffic_profile.`,
    );
  }
  const { peakRps, ...load } = loadAsked(input, scenario, requests);
  requireRoom(2 * requests, '/num_samples');
  if (timeLimitsOf(scenario, REQUEST_TIMES).length === 0) {
    throw impossible(
      '/subset',
      `capacity is the highest rate that meets the latency limits, but the scenario "${scenario.label}" has none (such as p95_latency_ms or p95_ttft_ms).`,
    );
  }
  if ((requests * 1000) / peakRps > LONGEST_SEARCH_MS) {
    throw impossible(
      '/num_samples',
      `At ${count(peakRps)} requests/s ${requests} requests take more than an hour, the time limit of a search.`,
      'limit_exceeded',
    );
  }
  const limits = {
    startRps: peakRps,
    maxRps: Math.min(peakRps * UP_TO, MOST_RPS),
    tolerance: TOLERANCE,
    longestMs: LONGEST_SEARCH_MS,
  };
  return {
    scenario: input.scenarios.indexOf(scenario),
    load: { ...load, ...generatorsOf(input, windowAtRate(load, peakRps, 0)) },
    limits,
  };
}
