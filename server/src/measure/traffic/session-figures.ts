import { sum } from '../../kernel/sum.ts';
import type { LoadRequest } from './request-log.ts';
import { endToEndLatency, isAnswered, scheduleLag, timeToFirstToken } from './request-times.ts';
import type { SteadyWindow } from './window-plan.ts';

/** The outcomes of sessions, in the order of `SESSION_OUTCOMES`. */
export const SESSION_OUTCOMES = [
  /** Its last turn has a response. */
  'completed',
  /** A turn had no response, and no further one was sent. */
  'failed',
  /** Aborted after a long time: it counts as longer than any that has ended. */
  'unfinished',
  /** The load was ended early, or the account or the model was refused: it says nothing about the server. */
  'cut',
] as const;

export type SessionOutcome = (typeof SESSION_OUTCOMES)[number];

/** A count and a sum over the turns for which the server reported it. */
interface CountedTurns {
  count: number;
  sum: number;
}

/** The figures of the turns with one number, among those scheduled in the measured part. */
export interface TurnFigures {
  attempted: number;
  /** Latencies of answered turns in ms, ascending. */
  latencies: Float64Array;
  ttfts: Float64Array;
  inputTokens: CountedTurns;
  cachedTokens: CountedTurns;
  /**
   * Input tokens that the previous turn already sent or received: the maximum that a prefix cache can save within a
   * session.
   */
  repeatedTokens: CountedTurns;
}

/** The sessions of one slice in columns of numbers; only those that began in the measured part. */
export interface SessionFigures {
  outcomes: Record<SessionOutcome, number>;
  /** In the order of arrival, without those cut: ms from arrival to the last response, ∞ if not completed. */
  times: Float64Array;
  /** How late the turns were sent, over all of them. */
  lags: Float64Array;
  /** Total time of the responses in each completed session in ms, ascending. */
  waits: Float64Array;
  /** Number of turns of completed sessions. */
  turns: CountedTurns;
  /**
   * Sessions whose first turn was sent in the steady part, those that ended in it, and those that ended in its later
   * half.
   */
  sent: number;
  ended: number;
  endedLater: number;
  /** When sessions were completed, in ms since the part began. */
  completedAt: Float64Array;
  /** By number of the turn; the first is at index 0. */
  byTurn: TurnFigures[];
}

/** All turns of one session, in order. */
type Session = readonly LoadRequest[];

export function sessionFigures(
  requests: readonly LoadRequest[],
  { part, saturatedAtMs }: { part: SteadyWindow; saturatedAtMs: number | null },
): SessionFigures {
  const isIn = (ms: number, fromMs = part.fromMs) => ms >= fromMs && ms < part.toMs;
  const sessions = [...Map.groupBy(requests, ({ session }) => session).values()];
  const begun = sessions.filter(([first]) => first !== undefined && isIn(first.scheduledMs));
  const ends = (session: Session) => outcomeOf(session, { part, saturatedAtMs });
  const measured = begun.filter((session) => ends(session) !== 'cut');
  const completed = measured.filter((session) => ends(session) === 'completed');
  const over = sessions.filter((session) => ['completed', 'failed'].includes(ends(session)));
  const endedIn = (fromMs?: number) => over.filter((session) => isIn(endOf(session), fromMs)).length;
  return {
    outcomes: countOutcomes(begun.map(ends)),
    times: Float64Array.from(measured, (session) => timeOf(session, ends(session))),
    lags: Float64Array.from(measured, (session) => sum(session.map(scheduleLag))),
    waits: Float64Array.from(completed, (session) =>
      sum(session.map((turn) => endToEndLatency(turn) ?? 0)),
    ).sort(),
    turns: { count: completed.length, sum: sum(completed.map(({ length }) => length)) },
    sent: sessions.filter(([first]) => first !== undefined && isIn(first.calledMs)).length,
    ended: endedIn(),
    endedLater: endedIn((part.fromMs + part.toMs) / 2),
    completedAt: Float64Array.from(
      over.filter((session) => ends(session) === 'completed' && isIn(endOf(session))),
      (session) => endOf(session) - part.fromMs,
    ),
    byTurn: byTurn(sessions, (turn) => turn.outcome !== 'cut' && isIn(turn.scheduledMs)),
  };
}

function outcomeOf(
  session: Session,
  { part, saturatedAtMs }: { part: SteadyWindow; saturatedAtMs: number | null },
): SessionOutcome {
  const last = session.at(-1);
  if (last === undefined || last.outcome === 'cut' || last.outcome === 'quota') return 'cut';
  if (last.outcome === 'refused' && last.scheduledMs >= part.toMs) return 'cut';
  if (!isAnswered(last)) return 'failed';
  if (last.turn === last.turns) return 'completed';
  return saturatedAtMs === null ? 'unfinished' : 'cut';
}

const endOf = (session: Session) => session.at(-1)?.endedMs ?? 0;

function timeOf(session: Session, outcome: SessionOutcome): number {
  const last = session.at(-1);
  if (outcome !== 'completed' || last === undefined) return Infinity;
  return (last.lastMs ?? last.endedMs) - (session[0]?.scheduledMs ?? 0);
}

function countOutcomes(outcomes: readonly SessionOutcome[]): Record<SessionOutcome, number> {
  const counts = Object.fromEntries(SESSION_OUTCOMES.map((outcome) => [outcome, 0])) as Record<
    SessionOutcome,
    number
  >;
  for (const outcome of outcomes) counts[outcome]++;
  return counts;
}

interface Turn {
  request: LoadRequest;
  before: LoadRequest | undefined;
}

function byTurn(sessions: readonly Session[], counts: (turn: LoadRequest) => boolean): TurnFigures[] {
  const most = sessions.reduce((longest, { length }) => Math.max(longest, length), 0);
  return Array.from({ length: most }, (_, at) => {
    const turns = sessions.flatMap((session): Turn[] => {
      const request = session[at];
      return request === undefined || !counts(request) ? [] : [{ request, before: session[at - 1] }];
    });
    const answered = turns.filter(({ request }) => isAnswered(request));
    const times = (of: (request: LoadRequest) => number | null) =>
      Float64Array.from(answered.flatMap(({ request }) => of(request) ?? [])).sort();
    return {
      attempted: turns.length,
      latencies: times(endToEndLatency),
      ttfts: times(timeToFirstToken),
      inputTokens: sumOfTurns(answered, ({ request }) => request.inputTokens),
      cachedTokens: sumOfTurns(answered, ({ request }) => request.cachedTokens),
      repeatedTokens: sumOfTurns(answered, repeatedIn),
    };
  });
}

/** Tokens of a turn's input that its session has already sent or received. */
function repeatedIn({ request: { inputTokens }, before }: Turn): number | null {
  if (before === undefined) return 0;
  if (inputTokens === null || before.inputTokens === null || before.outputTokens === null) return null;
  return Math.min(inputTokens, before.inputTokens + before.outputTokens);
}

function sumOfTurns(turns: readonly Turn[], of: (turn: Turn) => number | null): CountedTurns {
  const known = turns.flatMap((turn) => of(turn) ?? []);
  return { count: known.length, sum: sum(known) };
}

/**
 * The indexes of requests by time, session after session, so that turns of one session are next to each other. In that
 * order the rule for dependent requests sees what a session has in common.
 */
export function sessionOrder(requests: readonly LoadRequest[]): Uint32Array {
  const groups = Map.groupBy(requests.keys(), (at) => requests[at]?.session);
  return Uint32Array.from([...groups.values()].flat());
}
