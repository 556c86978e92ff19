import { count } from '@touchstone/report/figures';
import { impossibleField } from '../../../../kernel/errors.ts';
import {
  MAX_REQUESTS_TO_SEND,
  type PlannedWindows,
  planLoad,
  planReplay,
  type RequestedLoad,
  type RequestSizes,
  requestsToSend,
  type Trace,
  traceProblem,
} from '../../../../measure/traffic/traffic.ts';
import { type Distribution, vocabulary } from '../../../../models/catalog/catalog.ts';
import type { ResolvedMethodology } from '../../plan/plan.ts';
import type { PlannedScenario } from '../../plan/planned-scenario.ts';
import type { NewBenchmarkChoice } from '../../schemas/evaluation-schemas.ts';
import { recordedSizes } from './recorded-sizes.ts';
import { planDrawnSessions, planTracedSessions } from './sessions.ts';

/** Input of planning a load benchmark. */
export interface LoadPlanInput {
  choice: NewBenchmarkChoice;
  scenarios: readonly PlannedScenario[];
  methodology: ResolvedMethodology;
  /** The arrival times of `choice.trace`; null without one. */
  trace: Trace | null;
  /** Whether the evaluation has items of the user that load can send. */
  sendsItems: boolean;
  generators(): Promise<number | null>;
  /** Planning adds warnings: input that was accepted but may not mean what was intended. */
  warnings: string[];
}

/** Maximum duration of a window, which occupies its process. */
const MAX_WINDOW_MS = 4 * 3_600_000;

/** Plans the load of a scenario in windows. Throws 422 if the scenario lacks what it needs. */
export function planScenarioLoad(
  input: LoadPlanInput,
  scenario: PlannedScenario,
  requests: number,
): PlannedWindows {
  const { choice } = input;
  if (profileOf(scenario) === REPLAY) return planTrace(input, scenario);
  const { peakRps, ...asked } = scenarioLoad(input, scenario, requests);
  if (choice.sessions != null) {
    const planned = planDrawnSessions({ peakRps, ...asked }, scenario, {
      chosen: choice.sessions,
      sessions: requests,
    });
    requireShort(planned.slices * (planned.sliceMs ?? 0), `${requests} sessions`, '/num_samples');
    return planned;
  }
  requireShort(
    (requests * 1000) / peakRps,
    `At ${count(peakRps)} requests/s, ${requests} requests`,
    '/num_samples',
  );
  const planned = planLoad({ peakRps, ...asked }) ?? needsTrace(scenario);
  const { traffic } = planned.slice;
  if (traffic.loop === 'closed') requireMemoryForRequests(requestsToSend(planned.slice), '/benchmark_type');
  return planned;
}

const REPLAY = 'replay';

const profileOf = ({ traffic_profile }: PlannedScenario) =>
  vocabulary.traffic_profile.meaning(traffic_profile).word;

/** Whether a scenario's traffic is that of a trace. */
export const isTraceReplayed = (scenario: PlannedScenario): boolean => profileOf(scenario) === REPLAY;

function planTrace(input: LoadPlanInput, scenario: PlannedScenario) {
  const { choice, trace, methodology, warnings } = input;
  if (trace === null) return needsTrace(scenario);
  if (choice.sessions != null)
    throw impossibleField(
      '/sessions',
      `The scenario "${scenario.label}" uses a trace that defines its sessions; omit sessions.`,
    );
  const timesMs = trace.timesMs.slice(0, choice.num_samples ?? trace.timesMs.length);
  // The remaining part of a valid trace may be invalid: a single request has no rate.
  const problem = traceProblem(timesMs);
  if (problem !== null) throw impossibleField('/num_samples', `${problem} Take more of it.`);
  requireMemoryForRequests(timesMs.length, '/trace');
  const isStated = trace.sizes !== undefined || trace.sessions !== undefined;
  const prompts = choosePrompts(input, isStated ? 'The trace defines its requests' : null);
  const isDrawn = prompts.prompts !== 'items';
  const recorded =
    trace.sessions === undefined && choice.trace?.source !== undefined && isDrawn
      ? recordedSizes(trace.sizes, timesMs.length, warnings)
      : undefined;
  const isAllSaid =
    recorded !== undefined && ![...recorded.inputTokens, ...recorded.outputTokens].includes(null);
  const sizes = chooseRequestSizes(scenario.workload_type, isDrawn && !isAllSaid ? warnings : []);
  const load = {
    seed: methodology.random_seed,
    ...sizes,
    ...prompts,
    ...(choice.prefix_cache != null && { prefixCache: choice.prefix_cache }),
  };
  if (trace.sessions !== undefined) {
    const sessions = trace.sessions.slice(0, timesMs.length);
    const { windows, turns } = planTracedSessions({ ...trace, timesMs, sessions }, scenario, load);
    requireMemoryForRequests(turns, '/trace');
    requireShort(windows.sliceMs ?? 0, 'The trace, with its pauses,', '/trace/time_scale');
    return windows;
  }
  const planned = planReplay(
    { timesMs, timeScale: trace.timeScale, ...(recorded && { sizes: recorded }) },
    load,
  );
  requireShort(planned.lastsMs, 'The trace, stretched by time_scale,', '/trace/time_scale');
  requireSlow(planned.rateRps);
  return planned.windows;
}

/** Limits the mean rate of a trace to the maximum peak rate of a scenario. */
function requireSlow(rateRps: number): void {
  if (rateRps <= MAX_RPS) return;
  throw impossibleField(
    '/trace',
    `The trace has ${count(rateRps)} requests/s on average, stretched by time_scale; a load benchmark sends at most ${count(MAX_RPS)}. Its times are milliseconds; a larger time_scale makes it slower.`,
    'limit_exceeded',
  );
}

function requireShort(lastsMs: number, what: string, pointer: string): void {
  if (lastsMs > MAX_WINDOW_MS)
    throw impossibleField(pointer, `${what} would take more than four hours.`, 'limit_exceeded');
}

/** Refuses a window with more requests than fit into memory. */
export function requireMemoryForRequests(requests: number, pointer: string): void {
  if (requests <= MAX_REQUESTS_TO_SEND) return;
  throw impossibleField(
    pointer,
    `A load window is limited to ${MAX_REQUESTS_TO_SEND} requests, but this one would have ${requests}; reduce num_samples or the rate.`,
    'limit_exceeded',
  );
}

/** The shortest warm-up takes one second and half of the requests; see `MAX_REQUESTS_TO_SEND`. */
export const MAX_RPS = MAX_REQUESTS_TO_SEND / 2;

/** The peak load of a scenario. Throws 422 if its rate is missing or too high. */
export function scenarioLoad(
  input: LoadPlanInput,
  scenario: PlannedScenario,
  requests: number,
): RequestedLoad {
  const { slo_requirements, workload_type, label } = scenario;
  const peakRps = slo_requirements.throughput_rps;
  if (peakRps === undefined) {
    throw impossibleField(
      '/benchmark_type',
      `load needs slo_requirements.throughput_rps of the scenario "${label}": the rate at its peak.`,
    );
  }
  if (peakRps > MAX_RPS) {
    throw impossibleField(
      '/benchmark_type',
      `A load window is limited to ${MAX_REQUESTS_TO_SEND} requests. At the ${count(peakRps)} requests/s of the scenario "${label}", the minimum warm-up of one second uses all of them; throughput_rps may be at most ${MAX_RPS} for a load benchmark.`,
      'limit_exceeded',
    );
  }
  const profile = profileOf(scenario);
  const prompts = choosePrompts(input, input.choice.sessions == null ? null : 'Sessions define their turns');
  const sizes = chooseRequestSizes(workload_type, prompts.prompts === 'items' ? [] : input.warnings);
  return {
    ...{ profile, peakRps, requests, seed: input.methodology.random_seed, ...sizes, ...prompts },
    ...(input.choice.prefix_cache != null && { prefixCache: input.choice.prefix_cache }),
  };
}

/**
 * Whether items of the evaluation are sent: by default if there are any.
 * @param stated why the requests are already defined; null if they are not. Throws 422 if items are chosen but cannot
 * be sent.
 */
export function choosePrompts(
  { choice: { prompts }, sendsItems }: Pick<LoadPlanInput, 'choice' | 'sendsItems'>,
  stated: string | null,
): Pick<RequestedLoad, 'prompts'> {
  if (prompts === 'items' && stated !== null) throw impossibleField('/prompts', `${stated}; omit prompts.`);
  if (prompts === 'items' && !sendsItems)
    throw impossibleField(
      '/prompts',
      'There are no items to send: add a dataset or another benchmark with a source, or a custom evaluation, or omit prompts.',
    );
  if (stated !== null) return {};
  if (prompts === 'synthetic') return { prompts };
  return sendsItems ? { prompts: 'items' } : {};
}

function needsTrace({ label, traffic_profile }: PlannedScenario): never {
  throw impossibleField(
    '/trace',
    `The traffic of the scenario "${label}" is ${traffic_profile}: set the request times in trace, or choose another traffic_profile.`,
  );
}

/** Token counts of a workload; unknown ones are those of the general workload, with a warning. */
export function chooseRequestSizes(workload: string, warnings: string[]): RequestSizes {
  const { sizes, word } = vocabulary.workload_type.meaning(workload);
  const general = vocabulary.workload_type.meaning('general').sizes;
  const known = (name: 'input_tokens' | 'output_tokens'): Distribution => {
    const found = sizes[name] ?? general[name];
    if (found === undefined) throw new Error(`The general workload has no ${name}.`);
    if (sizes[name] === undefined) {
      warnings.push(`The ${name} of ${word} requests are unknown; those of general requests are used.`);
    }
    return found;
  };
  return { inputTokens: known('input_tokens'), outputTokens: known('output_tokens') };
}
