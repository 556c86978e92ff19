import type { Database } from '../../../platform/db/db.ts';
import { callsOfSessions, type MeasuredCall, sessionsAfter } from '../import-store.ts';

/** A call with its position in its session. */
export interface WalkedCall {
  call: MeasuredCall;
  /** From 1, in time order. */
  turn: number;
  callsOfSession: number;
  /** When the session began, in microseconds; -1 if unknown. */
  beganUs: number;
  /**
   * Number of the call's first messages that equal those of the previous call in its session, including that call's
   * response.
   */
  prefixMessages: number;
  /** Tokens of the previous call and its response, if this call begins with all of both; 0 if unknown. */
  prefixTokens: number;
}

const SESSIONS_AT_ONCE = 500;
const CALLS_AT_ONCE = 2000;

/**
 * Yields all calls of an import, session by session in time order; one page is in memory.
 *
 * @param page called before each page is read; an exception ends the walk
 */
export async function* walkCalls(
  db: Database,
  workspaceId: string,
  importId: string,
  page: () => void,
): AsyncGenerator<WalkedCall> {
  let after: string | null = null;
  for (;;) {
    page();
    const sessions = await sessionsAfter(db, workspaceId, importId, after, SESSIONS_AT_ONCE);
    const [first, last] = [sessions[0]?.session, sessions.at(-1)?.session];
    if (first === undefined || last === undefined) return;
    const counts = new Map(sessions.map(({ session, calls }) => [session, Number(calls)]));
    let before: MeasuredCall | null = null;
    let turn = 0;
    let beganUs = -1;
    for (;;) {
      page();
      const calls: MeasuredCall[] = await callsOfSessions(
        db,
        workspaceId,
        importId,
        { first, last },
        before,
        CALLS_AT_ONCE,
      );
      for (const call of calls) {
        const isSame: boolean = before?.session === call.session;
        turn = isSame ? turn + 1 : 1;
        if (!isSame) beganUs = call.at_us;
        const prefix = isSame && before ? prefixOf(before, call) : { prefixMessages: 0, prefixTokens: 0 };
        yield { call, turn, callsOfSession: counts.get(call.session) ?? 1, beganUs, ...prefix };
        before = call;
      }
      if (calls.length < CALLS_AT_ONCE) break;
    }
    after = last;
  }
}

function prefixOf(
  before: MeasuredCall,
  call: MeasuredCall,
): { prefixMessages: number; prefixTokens: number } {
  const asked = JSON.parse(before.chain_json) as string[];
  const whole = before.answer === null ? asked : [...asked, before.answer];
  const messages = JSON.parse(call.chain_json) as string[];
  let same = 0;
  while (same < whole.length && same < messages.length && whole[same] === messages[same]) same++;
  const isWhole = same > 0 && same === whole.length;
  return {
    prefixMessages: same,
    prefixTokens: isWhole
      ? (before.input_tokens ?? 0) + (before.answer === null ? 0 : (before.output_tokens ?? 0))
      : 0,
  };
}
