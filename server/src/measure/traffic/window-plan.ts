import type { Distribution } from '../../models/catalog/catalog.ts';
import { createRandom } from '../statistics/statistics.ts';
import { arrivalTimes, type ScheduleBounds } from './arrivals.ts';
import type { RecordedSizes } from './request-sizes.ts';
import type { Traffic } from './scenario-traffic.ts';
import { type PlannedSessions, type SessionTurn, turnsOfSession } from './session-turns.ts';

/** One window of load on one target, as data: the same plan sends the same requests at the same times. */
export interface WindowPlan {
  traffic: Traffic;
  /** The warm-up: sent but not measured. A closed loop also drops the first request of each user. */
  warmupMs: number;
  /** Number of measured requests, or for sessions of measured sessions. */
  requests: number;
  /** The maximum duration of the measured part, if the number of requests is not reached. */
  longestMs: number;
  inputTokens: Distribution;
  outputTokens: Distribution;
  /**
   * Recorded token counts of each request of a trace, used in place of drawn ones. Absent in plans of older versions.
   */
  recorded?: RecordedSizes;
  seed: number;
  /** Present if the arrivals are those of sessions; absent if each request is independent. */
  sessions?: PlannedSessions;
  /** Whether a server may find parts of prompts in its cache; default: yes for sessions, no for single requests. */
  prefixCache?: 'allow' | 'defeat';
  /**
   * `items`: sends items of the evaluation's own benchmarks, from `LoadTarget.items`. `synthetic`: random words were
   * requested. Absent: random words by default, or those of a trace with sizes or of sessions.
   */
  prompts?: 'items' | 'synthetic';
  /** The key of its benchmark: no two benchmarks send the same prompts. Absent in plans of older versions. */
  benchmark?: string;
  /** Number of processes that send it together; absent for one. */
  generators?: number;
}

/** The measured part of a window, in ms of its clock: by scheduled time, so that no slow request escapes it. */
export interface SteadyWindow {
  fromMs: number;
  /** The end, exclusive. */
  toMs: number;
}

/** The schedule of an open loop: every scheduled time in ms, including the warm-up, and the measured part. */
export interface Schedule {
  /** Arrival times of requests; for sessions, their start times. */
  arrivals: Float64Array;
  steady: SteadyWindow;
}

/**
 * Maximum requests of one window, including the warm-up. All of them may be in flight at once if a server hangs: a chat
 * request then takes about 60 kB, 600 MB in total (bench/load.ts memory).
 */
export const MAX_REQUESTS_TO_SEND = 10_000;

/** The schedule of a window, computed before its first request; empty for a closed loop, which has none. */
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
  // One more than is sent, to determine where the window ends.
  const count = { from: warmupMs, most: requests + 1 };
  const drawn = (bounds: ScheduleBounds) =>
    arrivalTimes(traffic.arrivals, bounds, createRandom(seed, 'arrivals'));
  const all = drawn({ untilMs, count });
  const warmups = all.findIndex((at) => at >= warmupMs);
  // Arrivals are random: at the highest rate a warm-up may have some hundred more than its mean.
  const end = Math.min(MAX_REQUESTS_TO_SEND, warmups === -1 ? all.length : warmups + requests);
  // The window lasts until the first request that is not sent: over its own gaps a rate is unbiased.
  const steady = { fromMs: warmupMs, toMs: all[end] ?? untilMs };
  if (sessions === undefined) return { arrivals: all.slice(0, end), steady };
  return { arrivals: drawn({ untilMs: steady.toMs + sessions.coolDownMs }), steady };
}

/** A plan of sessions. */
export type SessionWindow = WindowPlan & { sessions: PlannedSessions };

export const hasSessions = (plan: WindowPlan): plan is SessionWindow => plan.sessions !== undefined;

/** When a session stops sending turns: a measured one when it has ended, unless that takes too long. */
export function sessionDeadlineMs(
  { sessions }: SessionWindow,
  { steady }: Schedule,
  arrivalMs: number,
): number {
  const quietMs = steady.toMs + sessions.coolDownMs;
  const counts = arrivalMs >= steady.fromMs && arrivalMs < steady.toMs;
  return counts ? quietMs + sessions.patienceMs : quietMs;
}

/** One turn: its earliest time, and everything in its prompt. */
interface ExpectedTurn {
  atMs: number;
  inputTokens: number;
  outputTokens: number;
}

/** Maximum number of turns in a window of sessions: if responses take no time and none is missing. */
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

/** Number of requests that a window sends, including the warm-up; the maximum for a closed loop and for sessions. */
export function requestsToSend(plan: WindowPlan): number {
  const { traffic, requests } = plan;
  if (hasSessions(plan)) return Array.from(expectedTurns(plan)).length;
  return traffic.loop === 'closed' ? requests + traffic.users : scheduleWindow(plan).arrivals.length;
}

/** The origin of a window's requests. */
export interface RequestsOrigin {
  /** As the subject of a sentence. */
  from: string;
  /** Whether their sizes are stated by the user for this load. */
  isStated: boolean;
  isSynthetic: boolean;
}

/** The origin of a window's requests; synthetic if no plan is known. */
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
