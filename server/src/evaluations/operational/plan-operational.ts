import { type Distribution, vocabulary } from '../../catalog/catalog.ts';
import { impossible } from '../../kernel/errors.ts';
import { type Item, toItem } from '../benchmarks/benchmarks.ts';
import type { NewBenchmarkChoice } from '../evaluation-schemas.ts';
import {
  type PlannedWindows,
  planAvailability,
  planLatency,
  planLoad,
  type RequestSizes,
  sliceOf,
} from '../load/plan-windows.ts';
import type { PlannedBenchmark, ResolvedMethodology } from '../plan.ts';
import type { PlannedScenario } from './scenario.ts';

/** The benchmarks that measure how a target serves, not what it answers. */
export type SpeedBenchmark = 'latency' | 'load' | 'availability';

export interface OperationalInput {
  choice: NewBenchmarkChoice;
  scenarios: readonly PlannedScenario[];
  methodology: ResolvedMethodology;
  /** Sentences about what was understood differently from what may have been meant are added to it. */
  warnings: string[];
}

/** A benchmark of the plan with its items: one a slice of load. */
export interface PlannedOperational {
  planned: PlannedBenchmark;
  items: Item[];
}

type Planner = (input: OperationalInput, requests: number) => { key: string; windows: PlannedWindows }[];

const PLANNERS: Readonly<Record<SpeedBenchmark, Planner>> = {
  latency: (input, requests) => {
    const sizes = sizesOf(input.scenarios[0]?.workload_type ?? 'general', input.warnings);
    return [{ key: 'latency', windows: planLatency({ requests, seed: seedOf(input), ...sizes }) }];
  },
  load: (input, requests) => {
    if (input.scenarios.length === 0) {
      throw impossible(
        '/benchmark_type',
        'load is shaped by a scenario: add a target of target_type scenario, whose throughput_rps is the rate.',
      );
    }
    return input.scenarios.map((scenario) => ({
      key: `load/${scenario.label}`,
      windows: loadOf(input, scenario, requests),
    }));
  },
  availability: (input, requests) => [
    { key: 'availability', windows: planAvailability({ requests, seed: seedOf(input) }) },
  ],
};

/** A window holds the process for itself; beyond this it is no benchmark but an operation. */
const MOST_REQUESTS = 100_000;
const LONGEST_MS = 4 * 3_600_000;

/** The benchmarks that follow from facts about a stack; nothing is asked for them. */
const FACTS = ['cost', 'compliance', 'lock_in'];

export function isFactsBenchmark(type: string): boolean {
  return FACTS.includes(type);
}

/** A benchmark that follows from facts. Throws 422 without a scenario to hold them against. */
export function planFacts(type: string, { choice, scenarios }: OperationalInput): PlannedOperational[] {
  if (choice.subset != null) throw impossible('/subset', `${type} has no subsets; leave subset out.`);
  if (scenarios.length === 0) {
    throw impossible(
      '/benchmark_type',
      `${type} is worked out for a scenario: add a target of target_type scenario, whose limits it is held against.`,
    );
  }
  return [
    { planned: { key: type, kind: 'facts', type, version: '1', items: 0, chanceLevel: null }, items: [] },
  ];
}

export function isSpeedBenchmark(type: string): type is SpeedBenchmark {
  return Object.hasOwn(PLANNERS, type);
}

/** What one choice of an operational benchmark means, for every target alike. Throws 422 for what cannot be run. */
export function planSpeed(type: SpeedBenchmark, input: OperationalInput): PlannedOperational[] {
  const { choice, methodology } = input;
  if (choice.subset != null) throw impossible('/subset', `${type} has no subsets; leave subset out.`);
  const requests = choice.num_samples ?? methodology.sample_size;
  if (requests > MOST_REQUESTS) {
    throw impossible(
      '/num_samples',
      `${type} takes at most ${MOST_REQUESTS} requests for each target.`,
      'limit_exceeded',
    );
  }
  return PLANNERS[type](input, requests).map(({ key, windows }) => ({
    planned: { key, kind: 'window', type, version: '1', items: windows.slices, chanceLevel: null, windows },
    items: Array.from({ length: windows.slices }, (_, index) => sliceItem(windows, index)),
  }));
}

function loadOf(input: OperationalInput, scenario: PlannedScenario, requests: number): PlannedWindows {
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
  const windows = planLoad({ profile, peakRps, requests, seed: seedOf(input), ...sizes });
  if (windows === null) {
    throw impossible(
      '/benchmark_type',
      `The traffic of the scenario "${label}" is ${profile}, which needs the times of a trace; choose another traffic_profile.`,
    );
  }
  if ((requests * 1000) / peakRps > LONGEST_MS) {
    throw impossible(
      '/num_samples',
      `At ${peakRps} requests/s, ${requests} requests take more than four hours.`,
      'limit_exceeded',
    );
  }
  return windows;
}

/** Token counts of a workload; what is not known of it is taken from the general one, and said. */
function sizesOf(workload: string, warnings: string[]): RequestSizes {
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

const seedOf = ({ methodology }: OperationalInput) => methodology.random_seed;

/** The plan of the slice, for the record; nothing is graded. */
function sliceItem(windows: PlannedWindows, index: number): Item {
  const { traffic, ...slice } = sliceOf(windows, index);
  const content = JSON.stringify({ traffic, ...slice });
  return toItem({
    input: [{ role: 'system', content }],
    expected: '',
    grader: { type: 'none', options: {} },
  });
}
