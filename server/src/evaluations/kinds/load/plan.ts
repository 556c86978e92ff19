import { drawingOf, type Item, SPEED_VERSION, toItem } from '../../../benchmarks/benchmarks.ts';
import { impossible } from '../../../kernel/errors.ts';
import { type PlannedWindows, planAvailability, planLatency, sliceOf } from '../../../traffic/traffic.ts';
import type { PlannedCapacity } from '../../plan/plan.ts';
import type { OperationalInput, PlannedOperational } from './plan-input.ts';
import { isReplayed, planScenarioCapacity, planScenarioLoad, sizesOf } from './plan-load.ts';

/** The benchmarks that measure how a target serves, not what it answers. */
export type SpeedBenchmark = 'latency' | 'load' | 'availability';

type Planner = (input: OperationalInput, requests: number) => PlannedOperational[];

const PLANNERS: Readonly<Record<SpeedBenchmark, Planner>> = {
  latency: (input, requests) => {
    const sizes = sizesOf(input.scenarios[0]?.workload_type ?? 'general', input.warnings);
    return [windowed('latency', 'latency', planLatency({ requests, seed: seedOf(input), ...sizes }))];
  },
  load: (input, requests) => {
    if (input.scenarios.length === 0) {
      throw impossible(
        '/benchmark_type',
        'load is shaped by a scenario: add a target of target_type scenario, whose throughput_rps is the rate.',
      );
    }
    return input.scenarios.map((scenario) =>
      input.choice.subset === CAPACITY
        ? searched(`load/${scenario.label}/capacity`, planScenarioCapacity(input, scenario, requests))
        : windowed('load', `load/${scenario.label}`, planScenarioLoad(input, scenario, requests)),
    );
  },
  availability: (input, requests) => [
    windowed('availability', 'availability', planAvailability({ requests, seed: seedOf(input) })),
  ],
};

const CAPACITY = 'capacity';

/** A window holds the process for itself; beyond this it is no benchmark but an operation. */
const MOST_REQUESTS = 100_000;

export function isSpeedBenchmark(type: string): type is SpeedBenchmark {
  return Object.hasOwn(PLANNERS, type);
}

/** What one choice of an operational benchmark means, for every target alike. Throws 422 for what cannot be run. */
export function planSpeed(type: SpeedBenchmark, input: OperationalInput): PlannedOperational[] {
  const { choice, methodology } = input;
  if (choice.subset != null && !(type === 'load' && choice.subset === CAPACITY)) {
    const known = type === 'load' ? `the subset ${CAPACITY} only` : 'no subsets';
    throw impossible('/subset', `${type} has ${known}; leave subset out.`);
  }
  if (choice.trace != null) requireReplay(type, input);
  const requests = choice.num_samples ?? methodology.sample_size;
  if (requests > MOST_REQUESTS) {
    throw impossible(
      '/num_samples',
      `${type} takes at most ${MOST_REQUESTS} requests for each target.`,
      'limit_exceeded',
    );
  }
  return PLANNERS[type](input, requests);
}

/** A trace that nobody replays was meant for something. */
function requireReplay(type: SpeedBenchmark, { scenarios }: OperationalInput): void {
  if (type === 'load' && scenarios.some(isReplayed)) return;
  throw impossible(
    '/trace',
    'A trace is for the load of a scenario with traffic_profile replay; leave it out, or make the traffic_profile replay.',
  );
}

function windowed(type: SpeedBenchmark, key: string, planned: PlannedWindows): PlannedOperational {
  const windows = { ...planned, slice: { ...planned.slice, benchmark: key } };
  const { slices } = windows;
  return {
    planned: { key, kind: 'window', type, version: SPEED_VERSION, items: slices, chanceLevel: null, windows },
    drawing: drawingOf(Array.from({ length: slices }, (_, index) => recordItem(sliceOf(windows, index)))),
  };
}

/** One item: the rates of a search depend on each other. */
function searched(key: string, planned: PlannedCapacity): PlannedOperational {
  const capacity = { ...planned, load: { ...planned.load, benchmark: key } };
  return {
    planned: {
      key,
      kind: 'capacity',
      type: 'load',
      version: SPEED_VERSION,
      items: 1,
      chanceLevel: null,
      capacity,
    },
    drawing: drawingOf([recordItem(capacity)]),
  };
}

const seedOf = ({ methodology }: OperationalInput) => methodology.random_seed;

/** What is sent, for the record; nothing is graded. */
function recordItem(plan: object): Item {
  const input = [{ role: 'system' as const, content: JSON.stringify(plan) }];
  return toItem({ input, expected: '', grader: { type: 'none', options: {} } });
}
