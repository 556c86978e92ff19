import type { Distribution } from '../../models/catalog/catalog.ts';
import { createRandom } from '../statistics/statistics.ts';
import { drawTokens } from './request-sizes.ts';
import { drawExponential } from './variates.ts';

/**
 * How the sessions of a window go, as data. A session is a conversation: its first turn is sent when it arrives, each
 * further one a pause after the answer before it, with everything that was said before. A turn is one request.
 */
export interface PlannedSessions {
  how: DrawnSessions | TracedSessions;
  /**
   * How long sessions go on arriving after the counted part, so that those that began at its end meet the same load.
   */
  coolDownMs: number;
  /** So long after that, sessions that count and have not ended are given up. */
  patienceMs: number;
}

export interface DrawnSessions {
  kind: 'drawn';
  turns: number;
  /** Number of tool results after each turn of the user. */
  toolTurns: number;
  /** The mean of an exponential distribution. */
  thinkMs: number;
  toolMs: number;
  /** What a further turn adds; the first has the tokens of a request. */
  nextInputTokens: Distribution;
}

/** One for each arrival, in their order. */
export interface TracedSessions {
  kind: 'traced';
  sessions: readonly (readonly TracedTurn[])[];
}

/** A turn as a trace has it: new words, or how many tokens of them. */
export interface TracedTurn {
  pauseMs: number;
  outputTokens: number;
  inputTokens?: number;
  text?: string;
}

/** One turn: how long after the answer before it, what it adds, and how long its answer is to be. */
export interface SessionTurn {
  pauseMs: number;
  /** What it adds to what was said. */
  inputTokens: number;
  maxTokens: number;
  text?: string;
}

interface Drawing {
  sessions: PlannedSessions;
  inputTokens: Distribution;
  outputTokens: Distribution;
  seed: number;
}

const CHARACTERS_PER_TOKEN = 4;

/** The turns of a session by its number in the window; always the same. */
export function turnsOfSession(
  { sessions: { how }, seed, ...sizes }: Drawing,
  number: number,
): SessionTurn[] {
  if (how.kind === 'traced') return (how.sessions[number] ?? []).map(toTurn);
  const random = createRandom(seed, 'session', String(number));
  return Array.from({ length: how.turns }, (_, at) => {
    const inputTokens = drawTokens(at === 0 ? sizes.inputTokens : how.nextInputTokens, random);
    const maxTokens = drawTokens(sizes.outputTokens, random);
    const mean = at % (how.toolTurns + 1) === 0 ? how.thinkMs : how.toolMs;
    return { inputTokens, maxTokens, pauseMs: at === 0 || mean === 0 ? 0 : drawExponential(random, mean) };
  });
}

function toTurn({ pauseMs, outputTokens, inputTokens, text }: TracedTurn): SessionTurn {
  const counted = inputTokens ?? Math.ceil((text ?? '').length / CHARACTERS_PER_TOKEN);
  return { pauseMs, maxTokens: outputTokens, inputTokens: counted, ...(text !== undefined && { text }) };
}
