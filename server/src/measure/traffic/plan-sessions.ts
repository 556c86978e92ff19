import { plural, seconds } from '@touchstone/report/figures';
import type { Distribution } from '../../models/catalog/catalog.ts';
import {
  chooseWarmupMs,
  countSlices,
  EXPECTED_MEAN_TO_PEAK,
  maxWindowMs,
  type PlannedWindows,
  type RequestSizes,
} from './plan-windows.ts';
import { scenarioTraffic } from './scenario-traffic.ts';
import type { DrawnSessions, TracedTurn } from './session-turns.ts';
import { MAX_REQUESTS_TO_SEND, type WindowPlan } from './window-plan.ts';

/** The shape of a benchmark's sessions; times in ms. */
export interface SessionShape {
  turns: number;
  toolTurns: number;
  thinkMs: number;
  toolMs: number;
  nextInputTokens: Distribution;
}

export interface RequestedSessions extends RequestSizes, Pick<WindowPlan, 'benchmark' | 'prefixCache'> {
  profile: string;
  /** Turns of all sessions together. */
  peakRps: number;
  /** Number of measured sessions per target. */
  sessions: number;
  shape: SessionShape;
  /** The assumed time of a response. */
  answerMs: number;
  seed: number;
}

/** Why sessions cannot be sent as requested. */
export type SessionProblem = 'no_arrivals' | 'no_room';

/** Profiles that sessions cannot have: one has no arrivals, the other needs those of a trace. */
const NO_ARRIVALS = ['batch', 'replay'];

/**
 * Plans sessions that arrive by the profile, with a rate at which their turns together reach the peak. Before and after
 * the measured part they arrive for the expected duration of a session, because otherwise the first and last sessions
 * would meet fewer others than those in the middle. A slice lasts at least two sessions.
 */
export function planSessions({
  profile,
  peakRps,
  sessions,
  shape,
  answerMs,
  seed,
  ...sizes
}: RequestedSessions): PlannedWindows | SessionProblem {
  if (NO_ARRIVALS.includes(profile)) return 'no_arrivals';
  const { turns, nextInputTokens } = shape;
  const sessionsRps = peakRps / turns;
  const lastsMs = sessionMs(shape, answerMs);
  const totalMs = (sessions * 1000) / (sessionsRps * (EXPECTED_MEAN_TO_PEAK.get(profile) ?? 1));
  const turnsIn = (ms: number) => (ms * peakRps) / 1000;
  const room = ROOM * MAX_REQUESTS_TO_SEND - turnsIn(2 * lastsMs + chooseWarmupMs(0));
  if (room < turns) return 'no_room';
  const wanted = Math.max(1, Math.min(countSlices(totalMs), Math.floor(totalMs / (2 * lastsMs))));
  const slices = Math.max(wanted, Math.ceil(turnsIn(totalMs) / room));
  const steadyMs = totalMs / slices;
  const warmupMs = Math.max(lastsMs, chooseWarmupMs(steadyMs));
  // The users of a closed loop also arrive independently.
  const arrivals = profile === 'user_sessions' ? 'steady' : profile;
  const traffic = scenarioTraffic({ profile: arrivals, peakRps: sessionsRps, windowMs: warmupMs + steadyMs });
  if (traffic?.loop !== 'open') return 'no_arrivals';
  const note = `${describe(shape)} ${traffic.note.replaceAll('requests/s', 'sessions/s')}`;
  const how: DrawnSessions = { kind: 'drawn', ...shape, nextInputTokens };
  const slice = {
    ...{ traffic: { ...traffic, note }, warmupMs, seed, ...sizes },
    requests: Math.ceil(sessions / slices),
    longestMs: maxWindowMs(steadyMs),
    sessions: { how, coolDownMs: lastsMs, patienceMs: patienceFor(lastsMs) },
  };
  return { slice, slices, sliceMs: warmupMs + steadyMs + 2 * lastsMs, note, rateRps: peakRps };
}

/** The planned share of what a window may send, because random arrivals can exceed their mean. */
const ROOM = 0.9;

/** The expected duration of a session in ms. */
function sessionMs({ turns, toolTurns, thinkMs, toolMs }: SessionShape, answerMs: number): number {
  const thinks = Math.ceil(turns / (toolTurns + 1)) - 1;
  return turns * answerMs + thinks * thinkMs + (turns - 1 - thinks) * toolMs;
}

/** Long enough that only a hanging session is aborted. */
const patienceFor = (lastsMs: number) => 3 * lastsMs + 60_000;

function describe({ turns, toolTurns, thinkMs, toolMs }: SessionShape): string {
  const pauses = [
    ...(turns > toolTurns + 1 ? [`${seconds(thinkMs / 1000)} of user pause`] : []),
    ...(toolTurns > 0 && turns > 1 ? [`${seconds(toolMs / 1000)} of tool time`] : []),
  ];
  const between = pauses.length === 0 ? '' : `, after ${pauses.join(' or ')} on average`;
  return `Sessions of ${turns} turns, each with the whole conversation so far${between}.`;
}

/** The sessions of a trace, unchanged and all measured, in one slice without a warm-up. */
export function planSessionReplay(
  {
    timesMs,
    timeScale,
    sessions,
  }: { timesMs: readonly number[]; timeScale: number; sessions: readonly (readonly TracedTurn[])[] },
  { answerMs, seed, ...sizes }: RequestSizes & Pick<RequestedSessions, 'answerMs' | 'seed' | 'prefixCache'>,
): { windows: PlannedWindows; turns: number } {
  const first = timesMs[0] ?? 0;
  const lastMs = ((timesMs.at(-1) ?? 0) - first) * timeScale;
  const ends = sessions.map((turns, i) => {
    const pauses = turns.reduce((sum, { pauseMs }) => sum + pauseMs, 0);
    return ((timesMs[i] ?? 0) - first) * timeScale + pauses + turns.length * answerMs;
  });
  const endMs = Math.max(lastMs + 1, ...ends);
  const turns = sessions.reduce((sum, { length }) => sum + length, 0);
  const note = `A trace of ${plural(sessions.length, 'session')} with ${plural(turns, 'turn')}, which arrive in ${seconds(lastMs / 1000)}.`;
  const slice: WindowPlan = {
    traffic: { loop: 'open', arrivals: { kind: 'replay', timesMs, timeScale }, note },
    ...{ warmupMs: 0, requests: sessions.length, longestMs: lastMs + 1, seed, ...sizes },
    sessions: {
      how: { kind: 'traced', sessions },
      coolDownMs: 0,
      patienceMs: patienceFor(endMs - lastMs),
    },
  };
  return { windows: { slice, slices: 1, sliceMs: endMs, note }, turns };
}
