import type { Distribution } from '../../models/catalog/catalog.ts';
import { createRandom } from '../statistics/statistics.ts';
import { arrivalTimes, type ScheduleBounds } from './arrivals.ts';
import type { RecordedSizes } from './request-sizes.ts';
import type { Traffic } from './scenario-traffic.ts';
import { type PlannedSessions, type SessionTurn, turnsOfSession } from './session-turns.ts';

/** One window of load on one target, as data: the same plan sends the same requests at the same times. */
export interface WindowPlan {
  traffic: Traffic;
  /** Sent, and not counted. A closed loop leaves out the first request of each user besides. */
  warmupMs: number;
  /** Requests that count, of sessions how many sessions do. */
  requests: number;
  /** The longest the part that counts may last, should the requests not be reached. */
  longestMs: number;
  inputTokens: Distribution;
  outputTokens: Distribution;
  /**
   * Recorded token counts of each request of a trace, used in place of drawn ones. Absent in plans of older versions.
   */
  recorded?: RecordedSizes;
  seed: number;
  /** The arrivals are those of sessions; absent = each request stands alone. */
  sessions?: PlannedSessions;
  /** Whether a server may find parts of prompts in its cache; absent = of sessions it may, of single requests not. */
  prefixCache?: 'allow' | 'defeat';
  /**
   * `items`: what is sent are items of the evaluation's own benchmarks, which `LoadTarget.items` has. `synthetic`: drawn
   * words were asked for. Absent = the same, without being asked for; of a trace with sizes and of sessions as well.
   */
  prompts?: 'items' | 'synthetic';
  /** The key of its benchmark: no two benchmarks send the same prompts. Absent in plans of older versions. */
  benchmark?: string;
  /** How many processes send it together; absent = one. */
  generators?: number;
}

/** The part of a window that counts, in ms of its clock: by intended time, so that no slow request escapes it. */
export interface SteadyWindow {
  fromMs: number;
  /** Not in it any more. */
  toMs: number;
}

/** The schedule of an open loop: every intended time in ms, warm-up included, and the part that counts. */
export interface Schedule {
  /** Arrival times of requests; for sessions, their start times. */
  arrivals: Float64Array;
  steady: SteadyWindow;
}

/**
 * The most requests of one window, warm-up included. All of them may be under way at once, when a server hangs: of a
 * chat each takes about 60 kB then, 600 MB together (bench/load.ts memory).
 */
export const MAX_REQUESTS_TO_SEND = 10_000;

/** The schedule of a window, made before its first request; an empty one for a closed loop, which has none. */
export function scheduleWindow({
  traffic,
  warmupMs,
  requests,
  longestMs,
  seed,
  sessions,
}: WindowPlan): Schedule {
  const untilMs = warmupMs + longestMs;
  if (traffic.loop === 'closed')
    return { arrivals: new Float64Array(), steady: { fromMs: warmupMs, toMs: untilMs } };
  // One more than is sent: where the window ends.
  const count = { from: warmupMs, most: requests + 1 };
  const drawn = (bounds: ScheduleBounds) =>
    arrivalTimes(traffic.arrivals, bounds, createRandom(seed, 'arrivals'));
  const all = drawn({ untilMs, count });
  const warmups = all.findIndex((at) => at >= warmupMs);
  // Arrivals are random: at the highest rate a warm-up may have some hundred more than its mean.
  const end = Math.min(MAX_REQUESTS_TO_SEND, warmups === -1 ? all.length : warmups + requests);
  // The window lasts until the first request that is not sent any more: over its own gaps a rate is unbiased.
  const steady = { fromMs: warmupMs, toMs: all[end] ?? untilMs };
  if (sessions === undefined) return { arrivals: all.slice(0, end), steady };
  return { arrivals: drawn({ untilMs: steady.toMs + sessions.coolDownMs }), steady };
}

/** A plan of sessions. */
export type SessionWindow = WindowPlan & { sessions: PlannedSessions };

export const hasSessions = (plan: WindowPlan): plan is SessionWindow => plan.sessions !== undefined;

/** Until when a session sends turns: one that counts until it has ended, unless that takes too long. */
export function sessionDeadlineMs(
  { sessions }: SessionWindow,
  { steady }: Schedule,
  arrivalMs: number,
): number {
  const quietMs = steady.toMs + sessions.coolDownMs;
  const counts = arrivalMs >= steady.fromMs && arrivalMs < steady.toMs;
  return counts ? quietMs + sessions.patienceMs : quietMs;
}

/** One turn: when it is sent at the earliest, and all that its prompt holds. */
interface ExpectedTurn {
  atMs: number;
  inputTokens: number;
  outputTokens: number;
}

/** The turns that a window of sessions sends at most: where answers take no time, and none is missing. */
export function* expectedTurns(plan: SessionWindow): Generator<ExpectedTurn> {
  const schedule = scheduleWindow(plan);
  for (const [number, arrivalMs] of schedule.arrivals.entries())
    yield* expectedOf(turnsOfSession(plan, number), arrivalMs, sessionDeadlineMs(plan, schedule, arrivalMs));
}

function* expectedOf(
  turns: readonly SessionTurn[],
  arrivalMs: number,
  untilMs: number,
): Generator<ExpectedTurn> {
  let [atMs, said] = [arrivalMs, 0];
  for (const { pauseMs, inputTokens, maxTokens } of turns) {
    atMs += pauseMs;
    if (atMs >= untilMs) return;
    yield { atMs, inputTokens: said + inputTokens, outputTokens: maxTokens };
    said += inputTokens + maxTokens;
  }
}

/** How many requests a window sends, warm-up included; of a closed loop and of sessions at most. */
export function requestsToSend(plan: WindowPlan): number {
  const { traffic, requests } = plan;
  if (hasSessions(plan)) return Array.from(expectedTurns(plan)).length;
  return traffic.loop === 'closed' ? requests + traffic.users : scheduleWindow(plan).arrivals.length;
}

/** Whose the requests of a window are. */
export interface RequestsOrigin {
  /** As the subject of a sentence. */
  from: string;
  /** Their sizes are what the user states of this load. */
  isStated: boolean;
  isSynthetic: boolean;
}

/** What the requests of a window are made of; of none, as where no plan is known, synthetic. */
export function requestsOrigin(
  plan: Pick<WindowPlan, 'prompts' | 'recorded' | 'sessions'> = {},
): RequestsOrigin {
  const { prompts, recorded, sessions } = plan;
  if (prompts === 'items')
    return { from: 'your items, as sent under load', isStated: false, isSynthetic: false };
  if (recorded !== undefined || sessions?.how.kind === 'traced')
    return { from: 'the requests of your trace', isStated: true, isSynthetic: false };
  if (sessions !== undefined)
    return { from: 'synthetic turns of the configured sessions', isStated: true, isSynthetic: true };
  return { from: 'synthetic requests', isStated: prompts === 'synthetic', isSynthetic: true };
}
