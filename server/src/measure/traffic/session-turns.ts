import type { Distribution } from '../../models/catalog/catalog.ts';
import { createRandom } from '../statistics/statistics.ts';
import { drawTokens } from './request-sizes.ts';
import { drawExponential } from './variates.ts';

/**
 * The course of a window's sessions, as data. A session is a conversation: its first turn is sent when it arrives, each
 * further one a pause after the previous response, with the whole conversation so far. A turn is one request.
 */
export interface PlannedSessions {
  how: DrawnSessions | TracedSessions;
  /**
   * How long sessions continue to arrive after the measured part, so that those that began at its end meet the same
   * load.
   */
  coolDownMs: number;
  /** After this additional time, measured sessions that have not ended are aborted. */
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
  /** The tokens that a further turn adds; the first turn has those of a request. */
  nextInputTokens: Distribution;
}

/** One session for each arrival, in order. */
export interface TracedSessions {
  kind: 'traced';
  sessions: readonly (readonly TracedTurn[])[];
}

/** A turn in a trace: new words, or their number of tokens. */
export interface TracedTurn {
  pauseMs: number;
  outputTokens: number;
  inputTokens?: number;
  text?: string;
}

/** One turn: the pause after the previous response, what it adds, and the requested length of its response. */
export interface SessionTurn {
  pauseMs: number;
  /** What it adds to the conversation. */
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
