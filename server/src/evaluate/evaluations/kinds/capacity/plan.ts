import { count } from '@touchstone/report/figures';
import { REQUEST_TIMES } from '@touchstone/report/limits';
import { timeLimitsOf } from '../../../../decide/slo/slo.ts';
import { impossibleField } from '../../../../kernel/errors.ts';
import { toSampledItems } from '../../../../measure/benchmarks/benchmarks.ts';
import { windowAtRate } from '../../../../measure/traffic/traffic.ts';
import type { PlannedScenario } from '../../plan/planned-scenario.ts';
import { resolveTrace } from '../../plan/resolve-trace.ts';
import type { DraftBenchmark, KindPlan } from '../kind.ts';
import { LOAD_REQUESTS_VERSION } from '../load/describe.ts';
import {
  countedRequests,
  createRecordItem,
  plannedGenerators,
  requireGenerators,
  requireReplay,
  requireScenario,
} from '../load/plan.ts';
import {
  isTraceReplayed,
  type LoadPlanInput,
  MAX_RPS,
  requireMemoryForRequests,
  scenarioLoad,
} from '../load/scenario-load.ts';
import type { CapacitySearch } from './describe.ts';

/** The subset of `load` that selects a capacity search. */
const CAPACITY_SUBSET = 'capacity';

export const capacityPlan: KindPlan = {
  takesSessions: true,
  takesGenerators: true,
  takes: ({ benchmark_type, subset }) => benchmark_type === 'load' && subset === CAPACITY_SUBSET,
  async draft(choice, context) {
    const input = { choice, trace: await resolveTrace(choice.trace ?? null, context.dataset), ...context };
    requireReplay('load', input);
    if (choice.sessions != null)
      throw impossibleField(
        '/sessions',
        'A capacity search sends single requests; omit sessions, or measure load at one rate without a subset.',
      );
    await requireGenerators(input);
    const requests = countedRequests('load', input);
    requireScenario(input);
    return input.scenarios.map((scenario) =>
      draftSearch(`load/${scenario.label}/capacity`, planSearch(input, scenario, requests)),
    );
  },
};

/** The search is one item, because its rates depend on each other. */
function draftSearch(key: string, planned: CapacitySearch): DraftBenchmark {
  const capacity = { ...planned, load: { ...planned.load, benchmark: key } };
  return {
    planned: {
      kind: 'capacity',
      key,
      type: 'load',
      version: LOAD_REQUESTS_VERSION,
      items: 1,
      chanceLevel: null,
      capacity,
    },
    sampled: toSampledItems([createRecordItem(capacity)]),
  };
}

/** Highest tried rate as a multiple of the peak, width of the final bracket, and time limit. */
const MAX_RATE_FACTOR = 16;
const BRACKET_TOLERANCE = 0.08;
const MAX_SEARCH_MS = 3_600_000;

/**
 * Plans the search for the highest rate at which the scenario's limits hold, with `requests` requests at each rate.
 */
function planSearch(input: LoadPlanInput, scenario: PlannedScenario, requests: number): CapacitySearch {
  if (isTraceReplayed(scenario)) {
    throw impossibleField(
      '/subset',
      `A capacity search needs traffic that can be scaled, but the scenario "${scenario.label}" uses a trace. Choose another traffic_profile.`,
    );
  }
  const { peakRps, ...load } = scenarioLoad(input, scenario, requests);
  requireMemoryForRequests(2 * requests, '/num_samples');
  if (timeLimitsOf(scenario, REQUEST_TIMES).length === 0) {
    throw impossibleField(
      '/subset',
      `capacity is the highest rate that meets the latency limits, but the scenario "${scenario.label}" has none (such as p95_latency_ms or p95_ttft_ms).`,
    );
  }
  if ((requests * 1000) / peakRps > MAX_SEARCH_MS) {
    throw impossibleField(
      '/num_samples',
      `At ${count(peakRps)} requests/s ${requests} requests take more than an hour, the time limit of a search.`,
      'limit_exceeded',
    );
  }
  const limits = {
    startRps: peakRps,
    maxRps: Math.min(peakRps * MAX_RATE_FACTOR, MAX_RPS),
    tolerance: BRACKET_TOLERANCE,
    longestMs: MAX_SEARCH_MS,
  };
  return {
    scenario: input.scenarios.indexOf(scenario),
    load: { ...load, ...plannedGenerators(input, windowAtRate(load, peakRps, 0)) },
    limits,
  };
}
