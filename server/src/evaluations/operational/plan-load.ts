import { type Distribution, vocabulary } from '../../catalog/catalog.ts';
import { impossible } from '../../kernel/errors.ts';
import { type LoadAsked, type PlannedWindows, planLoad, type RequestSizes } from '../load/plan-windows.ts';
import type { PlannedCapacity } from '../plan.ts';
import { limitsOf } from './held-at.ts';
import type { OperationalInput } from './plan-operational.ts';
import type { PlannedScenario } from './scenario.ts';

/** Longer than this it is no benchmark but an operation. */
const LONGEST_MS = 4 * 3_600_000;

/** The load of a scenario in slices. Throws 422 for a scenario that says too little for it. */
export function planScenarioLoad(
  input: OperationalInput,
  scenario: PlannedScenario,
  requests: number,
): PlannedWindows {
  const { peakRps, ...asked } = loadAsked(input, scenario, requests);
  if ((requests * 1000) / peakRps > LONGEST_MS) {
    throw impossible(
      '/num_samples',
      `At ${peakRps} requests/s, ${requests} requests take more than four hours.`,
      'limit_exceeded',
    );
  }
  return planLoad({ peakRps, ...asked }) ?? needsTrace(scenario);
}

/** Up to so many times the peak a search looks, and how near the ends of its bracket come. */
const UP_TO = 16;
const TOLERANCE = 0.08;

/** A search for the highest rate at which the scenario's limits hold, with so many requests at each rate. */
export function planScenarioCapacity(
  input: OperationalInput,
  scenario: PlannedScenario,
  requests: number,
): PlannedCapacity {
  const { peakRps, ...load } = loadAsked(input, scenario, requests);
  if (limitsOf(scenario).length === 0) {
    throw impossible(
      '/subset',
      `capacity is the highest rate that holds limits, and the scenario "${scenario.label}" states none on its latency.`,
    );
  }
  if (planLoad({ ...load, peakRps }) === null) needsTrace(scenario);
  const limits = { startRps: peakRps, maxRps: peakRps * UP_TO, tolerance: TOLERANCE };
  return { scenario: input.scenarios.indexOf(scenario), load, limits };
}

function loadAsked(input: OperationalInput, scenario: PlannedScenario, requests: number): LoadAsked {
  const { slo_requirements, traffic_profile, workload_type, label } = scenario;
  const peakRps = slo_requirements.throughput_rps;
  if (peakRps === undefined) {
    throw impossible(
      '/benchmark_type',
      `load needs slo_requirements.throughput_rps of the scenario "${label}": the rate at its peak.`,
    );
  }
  const { word: profile } = vocabulary.traffic_profile.meaning(traffic_profile);
  const sizes = sizesOf(workload_type, input.warnings);
  return { profile, peakRps, requests, seed: input.methodology.random_seed, ...sizes };
}

function needsTrace({ label, traffic_profile }: PlannedScenario): never {
  throw impossible(
    '/benchmark_type',
    `The traffic of the scenario "${label}" is ${traffic_profile}, which needs the times of a trace; choose another traffic_profile.`,
  );
}

/** Token counts of a workload; what is not known of it is taken from the general one, and said. */
export function sizesOf(workload: string, warnings: string[]): RequestSizes {
  const { sizes, word } = vocabulary.workload_type.meaning(workload);
  const general = vocabulary.workload_type.meaning('general').sizes;
  const known = (name: 'input_tokens' | 'output_tokens'): Distribution => {
    const found = sizes[name] ?? general[name];
    if (found === undefined) throw new Error(`The general workload has no ${name}.`);
    if (sizes[name] === undefined) {
      warnings.push(`The ${name} of ${word} requests are not known; those of general requests are sent.`);
    }
    return found;
  };
  return { inputTokens: known('input_tokens'), outputTokens: known('output_tokens') };
}
