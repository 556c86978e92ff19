import type { Distribution } from '../catalog/catalog.ts';
import { createRandom } from '../statistics/statistics.ts';
import { arrivalTimes } from './arrivals.ts';
import type { Traffic } from './scenario-traffic.ts';

/** One window of load on one target, as data: the same plan sends the same requests at the same times. */
export interface WindowPlan {
  traffic: Traffic;
  /** Sent, and not counted. A closed loop leaves out the first request of each user besides. */
  warmupMs: number;
  /** Requests that count. */
  requests: number;
  /** The longest the part that counts may last, should the requests not be reached. */
  longestMs: number;
  inputTokens: Distribution;
  outputTokens: Distribution;
  seed: number;
  /** The key of its benchmark: no two benchmarks send the same prompts. Absent in plans of older versions. */
  benchmark?: string;
}

/** The part of a window that counts, in ms of its clock: by intended time, so that no slow request escapes it. */
export interface SteadyWindow {
  fromMs: number;
  /** Not in it any more. */
  toMs: number;
}

/** The schedule of an open loop: every intended time in ms, warm-up included, and the part that counts. */
export interface Schedule {
  arrivals: Float64Array;
  steady: SteadyWindow;
}

/**
 * The most requests of one window, warm-up included. All of them may be under way at once, when a server hangs: of a
 * chat each takes about 60 kB then, 600 MB together (bench/load-memory.ts).
 */
export const MOST_TO_SEND = 10_000;

/** The schedule of a window, made before its first request; an empty one for a closed loop, which has none. */
export function scheduleOf({ traffic, warmupMs, requests, longestMs, seed }: WindowPlan): Schedule {
  const untilMs = warmupMs + longestMs;
  if (traffic.loop === 'closed')
    return { arrivals: new Float64Array(), steady: { fromMs: warmupMs, toMs: untilMs } };
  // One more than is sent: where the window ends.
  const count = { from: warmupMs, most: requests + 1 };
  const all = arrivalTimes(traffic.arrivals, { untilMs, count }, createRandom(seed, 'arrivals'));
  const warmups = all.findIndex((at) => at >= warmupMs);
  // Arrivals are random: at the highest rate a warm-up may have some hundred more than its mean.
  const end = Math.min(MOST_TO_SEND, warmups === -1 ? all.length : warmups + requests);
  // The window lasts until the first request that is not sent any more: over its own gaps a rate is unbiased.
  return { arrivals: all.slice(0, end), steady: { fromMs: warmupMs, toMs: all[end] ?? untilMs } };
}

/** How many requests a window sends, warm-up included; of a closed loop at most. */
export function requestsToSend(plan: WindowPlan): number {
  const { traffic, requests } = plan;
  return traffic.loop === 'closed' ? requests + traffic.users : scheduleOf(plan).arrivals.length;
}
