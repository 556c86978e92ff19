/** A call of the traffic, as a session is made of it. */
export interface SessionCall {
  ordinal: number;
  atUs: number;
  session: string | null;
  durationUs: number | null;
  inputTokens: number | null;
  outputTokens: number | null;
}

// What a trace of sessions takes (docs/load.md).
const MOST_TURNS = 200;
const LONGEST_PAUSE_MS = 3_600_000;
const MOST_TOKENS = 1_000_000;

/**
 * The sessions of calls that are in the order of time, as lines of a trace of sessions. A turn adds what its request has
 * more than the one before it with its answer had; a pause is the time since that answer. A session of which a request
 * does not say its tokens is left out, and one of more than 200 turns ends there.
 */
export function sessionLines(calls: readonly SessionCall[]): { lines: object[]; unknown: number } {
  const sessions = new Map<string, SessionCall[]>();
  for (const call of calls) {
    const key = call.session ?? `-${call.ordinal}`;
    const earlier = sessions.get(key);
    if (earlier) earlier.push(call);
    else sessions.set(key, [call]);
  }
  const beginUs = calls[0]?.atUs ?? 0;
  const lines: object[] = [];
  let unknown = 0;
  for (const session of sessions.values()) {
    const turns = session.slice(0, MOST_TURNS);
    if (turns.some(({ inputTokens, outputTokens }) => inputTokens === null || outputTokens === null))
      unknown++;
    else {
      const arrivalMs = ((turns[0]?.atUs ?? 0) - beginUs) / 1000;
      lines.push({ arrival_ms: arrivalMs, turns: turns.map((turn, i) => toTurn(turn, turns[i - 1])) });
    }
  }
  return { lines, unknown };
}

function toTurn(call: SessionCall, before: SessionCall | undefined) {
  const said = before ? (before.inputTokens ?? 0) + (before.outputTokens ?? 0) : 0;
  const pauseMs = before ? (call.atUs - before.atUs - (before.durationUs ?? 0)) / 1000 : 0;
  return {
    ...(before && { think_ms: Math.min(LONGEST_PAUSE_MS, Math.max(0, pauseMs)) }),
    input_tokens: within((call.inputTokens ?? 0) - said),
    output_tokens: within(call.outputTokens ?? 0),
  };
}

const within = (tokens: number) => Math.min(MOST_TOKENS, Math.max(1, tokens));
