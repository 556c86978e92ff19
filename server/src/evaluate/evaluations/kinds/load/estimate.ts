import {
  closedLoopRps,
  expectedTurns,
  hasSessions,
  type RecordedSizes,
  type RequestSizes,
  requestsToSend,
  type WindowPlan,
} from '../../../../measure/traffic/traffic.ts';
import { meanOfDistribution } from '../../../../models/catalog/catalog.ts';
import { describeLoadRequests } from '../../plan/load-requests.ts';
import { type Plan, type PlannedTarget, sendsItems } from '../../plan/plan.ts';
import type { EstimateContext, KindEstimate, Volume } from '../kind.ts';
import type { PlannedBenchmark } from '../shapes.ts';
import type { PlannedLoad } from './describe.ts';

export const LOAD_ASSUMPTION =
  'Load: every request, including warm-up. The warm-up of a window is a fifth of its duration, at least one and at most five seconds; in a closed loop also the first request of each user.';

const SESSIONS_ASSUMPTION =
  'Sessions: every turn with the whole conversation so far, including sessions before and after the measured ones. The estimate is an upper bound: every turn gets an immediate response of the requested length, and no prompt is cached.';

/** Windows run one after another; one without a schedule takes as long as its responses. */
export const loadEstimate: KindEstimate<PlannedLoad> = {
  sendsLoad: true,
  targetVolume: ({ windows: { slice, slices } }, target, context) =>
    multiplyVolume(
      itemsVolume(slice, requestsToSend(slice), target, context) ?? windowVolume(slice),
      slices * context.plan.methodology.epochs,
    ),
  targetMs({ windows }, _target, latency, { plan }) {
    const each = windows.sliceMs ?? closedLoopMs(windows.slice, latency);
    return each === null ? null : each * windows.slices * plan.methodology.epochs;
  },
  assumptions: (benchmarks, plan) => [
    ...(benchmarks.length > 0 ? [LOAD_ASSUMPTION] : []),
    ...describeSentLoad(benchmarks, plan),
    ...(benchmarks.some(({ windows }) => hasSessions(windows.slice)) ? [SESSIONS_ASSUMPTION] : []),
  ],
  requestsHeld: ({ windows: { slice, slices } }) =>
    slices * (hasSessions(slice) ? requestsToSend(slice) : slice.requests),
};

/** Describes what load benchmarks send, with one sentence for each difference. */
export const describeSentLoad = (benchmarks: readonly PlannedBenchmark[], plan: Plan): string[] =>
  benchmarks.flatMap((benchmark) => {
    const said = describeLoadRequests(plan, benchmark);
    return said === null ? [] : [`${benchmark.key} sends ${said}.`];
  });

/** Volume of requests with items of the evaluation, by their mean length; null if other requests are sent. */
export function itemsVolume(
  { prompts }: Pick<WindowPlan, 'prompts'>,
  calls: number,
  { maxTokens, system = '' }: PlannedTarget,
  { plan, characters, tokensOf, answerTokens }: EstimateContext,
): Volume | null {
  if (prompts !== 'items') return null;
  const sent = plan.benchmarks.flatMap((benchmark, at) =>
    sendsItems(benchmark) ? [{ items: benchmark.items, characters: characters[at] ?? 0 }] : [],
  );
  const sum = (of: 'items' | 'characters') => sent.reduce((all, one) => all + one[of], 0);
  const each = sum('characters') / Math.max(1, sum('items')) + system.length;
  return {
    calls,
    input_tokens: calls * tokensOf(each),
    output_tokens: calls * (maxTokens ?? answerTokens),
  };
}

/** Volume of one window: for sessions, turn by turn, because prompts grow; for a trace, its recorded sizes. */
export function windowVolume(window: WindowPlan): Volume {
  if (!hasSessions(window)) return recordedVolume(window, requestVolume(window, requestsToSend(window)));
  const volume = { calls: 0, input_tokens: 0, output_tokens: 0 };
  for (const { inputTokens, outputTokens } of expectedTurns(window)) {
    volume.calls += 1;
    volume.input_tokens += inputTokens;
    volume.output_tokens += outputTokens;
  }
  return volume;
}

/** Replaces mean token counts by those of a trace. */
function recordedVolume({ recorded, ...sizes }: WindowPlan, { calls, ...mean }: Volume): Volume {
  if (recorded === undefined) return { calls, ...mean };
  const sum = (tokens: RecordedSizes['inputTokens'], each: number) =>
    Array.from({ length: calls }, (_, at) => tokens[at] ?? each).reduce((all, count) => all + count, 0);
  return {
    calls,
    input_tokens: sum(recorded.inputTokens, meanOfDistribution(sizes.inputTokens) ?? 0),
    output_tokens: sum(recorded.outputTokens, meanOfDistribution(sizes.outputTokens) ?? 0),
  };
}

const multiplyVolume = ({ calls, input_tokens, output_tokens }: Volume, n: number): Volume => ({
  calls: n * calls,
  input_tokens: n * input_tokens,
  output_tokens: n * output_tokens,
});

/** Volume of `calls` requests of these sizes. */
export function requestVolume({ inputTokens, outputTokens }: RequestSizes, calls: number): Volume {
  return {
    calls,
    input_tokens: calls * (meanOfDistribution(inputTokens) ?? 0),
    output_tokens: calls * (meanOfDistribution(outputTokens) ?? 0),
  };
}

/** Duration of a closed loop; null if the latency of the target is unknown. */
function closedLoopMs({ traffic, requests }: WindowPlan, latency: number | null): number | null {
  if (traffic.loop === 'open' || latency === null) return null;
  const { users, thinkMs } = traffic;
  return ((requests + users) * 1000) / closedLoopRps(users, thinkMs, latency);
}
