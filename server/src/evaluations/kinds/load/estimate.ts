import { meanOf } from '../../../catalog/catalog.ts';
import {
  closedLoopRps,
  type RequestSizes,
  requestsToSend,
  type WindowPlan,
} from '../../../traffic/traffic.ts';
import type { KindEstimate, Volume } from '../kind.ts';
import type { PlannedLoad } from '../shapes.ts';

export const LOAD_ASSUMPTION =
  'Load: every request that is sent, warm-ups included. The warm-up of a window is a fifth of its time, one second at least and five at most; of a closed loop also the first request of each user.';

/** Windows run one after another; one without a schedule takes as long as its answers. */
export const loadEstimate: KindEstimate<PlannedLoad> = {
  targetVolume: ({ windows }, _target, { plan }) =>
    volumeOf(windows.slice, requestsToSend(windows.slice) * windows.slices * plan.methodology.epochs),
  targetMs({ windows }, _target, latency, { plan }) {
    const each = windows.sliceMs ?? closedLoopMs(windows.slice, latency);
    return each === null ? null : each * windows.slices * plan.methodology.epochs;
  },
  assumptions: (benchmarks) => (benchmarks.length > 0 ? [LOAD_ASSUMPTION] : []),
  requestsHeld: ({ windows }) => windows.slices * windows.slice.requests,
};

/** So many requests of these sizes. */
export function volumeOf({ inputTokens, outputTokens }: RequestSizes, calls: number): Volume {
  return {
    calls,
    input_tokens: calls * (meanOf(inputTokens) ?? 0),
    output_tokens: calls * (meanOf(outputTokens) ?? 0),
  };
}

/** Null where the latency of the target is not known. */
function closedLoopMs({ traffic, requests }: WindowPlan, latency: number | null): number | null {
  if (traffic.loop === 'open' || latency === null) return null;
  const { users, thinkMs } = traffic;
  return ((requests + users) * 1000) / closedLoopRps(users, thinkMs, latency);
}
