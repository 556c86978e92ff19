import { plural } from '@touchstone/report/figures';
import { impossibleField } from '../../../../kernel/errors.ts';
import { type Item, toItem, toSampledItems } from '../../../../measure/benchmarks/benchmarks.ts';
import {
  type PlannedWindows,
  planAvailability,
  planLatency,
  planSlice,
  type WindowPlan,
} from '../../../../measure/traffic/traffic.ts';
import { resolveTrace } from '../../plan/resolve-trace.ts';
import type { DraftBenchmark, KindPlan } from '../kind.ts';
import { LOAD_REQUESTS_VERSION } from './describe.ts';
import {
  choosePrompts,
  chooseRequestSizes,
  isTraceReplayed,
  type LoadPlanInput,
  planScenarioLoad,
} from './scenario-load.ts';

/** Benchmarks that measure speed and availability instead of responses. */
type LoadBenchmark = 'latency' | 'load' | 'availability';

export const loadPlan: KindPlan = {
  takesSessions: true,
  takesGenerators: true,
  takes: ({ benchmark_type }) => isLoad(benchmark_type),
  async draft(choice, context) {
    const type = choice.benchmark_type as LoadBenchmark;
    const input = { choice, trace: await resolveTrace(choice.trace ?? null, context.dataset), ...context };
    if (choice.subset != null) {
      const known = type === 'load' ? 'the subset capacity only' : 'no subsets';
      throw impossibleField('/subset', `${type} has ${known}; omit subset.`);
    }
    requireReplay(type, input);
    requireLoad(type, input);
    await requireGenerators(input);
    return PLANNERS[type](input, countedRequests(type, input));
  },
};

type Planner = (input: LoadPlanInput, requests: number) => DraftBenchmark[];

const PLANNERS: Readonly<Record<LoadBenchmark, Planner>> = {
  latency: (input, requests) => {
    const prompts = choosePrompts(input, null);
    const warnings = prompts.prompts === 'items' ? [] : input.warnings;
    const sizes = {
      ...chooseRequestSizes(input.scenarios[0]?.workload_type ?? 'general', warnings),
      ...prompts,
    };
    return [draftWindows('latency', 'latency', planLatency({ requests, seed: seedOf(input), ...sizes }))];
  },
  load: (input, requests) => {
    requireScenario(input);
    return input.scenarios.map((scenario) =>
      draftWindows(
        'load',
        `load/${scenario.label}`,
        sentTogether(input, planScenarioLoad(input, scenario, requests)),
      ),
    );
  },
  availability: (input, requests) => [
    draftWindows('availability', 'availability', planAvailability({ requests, seed: seedOf(input) })),
  ],
};

function isLoad(type: string): type is LoadBenchmark {
  return Object.hasOwn(PLANNERS, type);
}

/** Adds the number of processes that send the windows. Throws 422 if there is no schedule to divide. */
function sentTogether(input: LoadPlanInput, planned: PlannedWindows): PlannedWindows {
  const together = plannedGenerators(input, planned.slice);
  return { ...planned, slice: { ...planned.slice, ...together } };
}

/** The number of processes that send load, as part of a plan. Throws 422 if there is no schedule to divide. */
export function plannedGenerators(
  { choice }: Pick<LoadPlanInput, 'choice'>,
  { traffic, sessions }: Pick<WindowPlan, 'traffic' | 'sessions'>,
): Pick<WindowPlan, 'generators'> {
  const { generators } = choice;
  if (generators == null || generators === 1) return {};
  if (traffic.loop === 'open' && sessions === undefined) return { generators };
  throw impossibleField(
    '/generators',
    'Several processes can only share an open-loop schedule. In a closed loop and in sessions, each request follows a response. Omit generators.',
  );
}

/** Refuses several processes if only one is possible, and warns if fewer are running now. */
export async function requireGenerators({ choice, generators, warnings }: LoadPlanInput): Promise<void> {
  const asked = choice.generators ?? 1;
  if (asked === 1) return;
  if (choice.benchmark_type !== 'load')
    throw impossibleField(
      '/generators',
      `${choice.benchmark_type} sends few requests, all from one process; omit generators.`,
    );
  const found = await generators();
  if (found === null)
    throw impossibleField(
      '/generators',
      'The embedded database supports one process. Start several processes with one PostgreSQL database (DATABASE_URL), or omit generators.',
    );
  if (found < asked)
    warnings.push(
      `generators requests ${asked} load processes, but only ${plural(found, 'is', 'are')} running. Start more (--role load) before the run; a window with a missing process is void.`,
    );
}

/** Refuses load without a scenario, which sets its rate and traffic. */
export function requireScenario({ scenarios }: LoadPlanInput): void {
  if (scenarios.length > 0) return;
  throw impossibleField(
    '/benchmark_type',
    'load needs a scenario: add a target with target_type scenario, whose throughput_rps is the rate.',
  );
}

/** Refuses a trace that no scenario replays, because it would have no effect. */
export function requireReplay(type: LoadBenchmark, { choice, scenarios }: LoadPlanInput): void {
  if (choice.trace == null || (type === 'load' && scenarios.some(isTraceReplayed))) return;
  throw impossibleField(
    '/trace',
    'A trace needs a scenario with traffic_profile replay; omit the trace, or change the traffic_profile.',
  );
}

/** Refuses fields that apply only to traffic of a scenario. */
function requireLoad(type: LoadBenchmark, { choice }: LoadPlanInput): void {
  for (const name of ['sessions', 'prefix_cache'] as const)
    if (type !== 'load' && choice[name] != null)
      throw impossibleField(
        `/${name}`,
        `${type} sends generated single requests; ${name} applies only to load. Omit it.`,
      );
  if (type === 'availability' && choice.prompts != null)
    throw impossibleField('/prompts', 'availability sends generated short requests; omit prompts.');
}

/** A window occupies the process; more requests than this would block it for too long. */
const MAX_REQUESTS = 100_000;

/** Number of measured requests for each target. Throws 422 for too many. */
export function countedRequests(type: LoadBenchmark, { choice, methodology }: LoadPlanInput): number {
  const requests = choice.num_samples ?? methodology.sample_size;
  if (requests <= MAX_REQUESTS) return requests;
  throw impossibleField(
    '/num_samples',
    `${type} allows at most ${MAX_REQUESTS} requests for each target.`,
    'limit_exceeded',
  );
}

function draftWindows(type: LoadBenchmark, key: string, planned: PlannedWindows): DraftBenchmark {
  const windows = { ...planned, slice: { ...planned.slice, benchmark: key } };
  const { slices } = windows;
  return {
    planned: {
      kind: 'load',
      key,
      type,
      version: LOAD_REQUESTS_VERSION,
      items: slices,
      chanceLevel: null,
      windows,
    },
    sampled: toSampledItems(
      Array.from({ length: slices }, (_, index) => createRecordItem(planSlice(windows, index))),
    ),
  };
}

const seedOf = ({ methodology }: LoadPlanInput) => methodology.random_seed;

/** An item that records what is sent and is not graded. */
export function createRecordItem(plan: object): Item {
  const input = [{ role: 'system' as const, content: JSON.stringify(plan) }];
  return toItem({ input, expected: '', grader: { type: 'none', options: {} } });
}
