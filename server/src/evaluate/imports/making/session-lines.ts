/** A call of the traffic, as needed for sessions. */
export interface SessionCall {
  ordinal: number;
  atUs: number;
  session: string | null;
  durationUs: number | null;
  inputTokens: number | null;
  outputTokens: number | null;
}

// Limits of a trace of sessions (docs/how-to/load-and-cost.md).
const MOST_TURNS = 200;
const LONGEST_PAUSE_MS = 3_600_000;
const MOST_TOKENS = 1_000_000;

/** What a trace of sessions omits. */
export interface SessionTraceLosses {
  /** Number of sessions omitted because tokens of a call are unknown. */
  unknown: number;
  /** Number of sessions truncated at the maximum number of turns, and of their calls after that. */
  cut: number;
  beyond: number;
  /** Number of turns with a longer pause, or more tokens, than a trace may have. */
  pauses: number;
  tokens: number;
}

export const NOTHING_LOST: SessionTraceLosses = { unknown: 0, cut: 0, beyond: 0, pauses: 0, tokens: 0 };

/**
 * Converts calls in time order to the lines of a session trace. A turn adds the tokens that its request has beyond
 * the previous request and response; a pause is the time since that response. A session with a request of unknown
 * tokens is omitted, and one of more than 200 turns is truncated; the losses are counted.
 */
export function sessionLines(calls: readonly SessionCall[]): { lines: object[]; lost: SessionTraceLosses } {
  const sessions = new Map<string, SessionCall[]>();
  for (const call of calls) {
    const key = call.session ?? `-${call.ordinal}`;
    const earlier = sessions.get(key);
    if (earlier) earlier.push(call);
    else sessions.set(key, [call]);
  }
  const beginUs = calls[0]?.atUs ?? 0;
  const lines: object[] = [];
  const lost = { ...NOTHING_LOST };
  for (const session of sessions.values()) {
    const turns = session.slice(0, MOST_TURNS);
    if (turns.some(({ inputTokens, outputTokens }) => inputTokens === null || outputTokens === null))
      lost.unknown++;
    else {
      const arrivalMs = ((turns[0]?.atUs ?? 0) - beginUs) / 1000;
      lines.push({ arrival_ms: arrivalMs, turns: turns.map((turn, i) => toTurn(turn, turns[i - 1], lost)) });
      if (session.length > turns.length) {
        lost.cut++;
        lost.beyond += session.length - turns.length;
      }
    }
  }
  return { lines, lost };
}

function toTurn(call: SessionCall, before: SessionCall | undefined, lost: SessionTraceLosses) {
  const said = before ? (before.inputTokens ?? 0) + (before.outputTokens ?? 0) : 0;
  const pauseMs = before ? (call.atUs - before.atUs - (before.durationUs ?? 0)) / 1000 : 0;
  const [inputTokens, outputTokens] = [(call.inputTokens ?? 0) - said, call.outputTokens ?? 0];
  if (pauseMs > LONGEST_PAUSE_MS) lost.pauses++;
  if (Math.max(inputTokens, outputTokens) > MOST_TOKENS) lost.tokens++;
  return {
    ...(before && { think_ms: Math.min(LONGEST_PAUSE_MS, Math.max(0, pauseMs)) }),
    input_tokens: within(inputTokens),
    output_tokens: within(outputTokens),
  };
}

const within = (tokens: number) => Math.min(MOST_TOKENS, Math.max(1, tokens));
