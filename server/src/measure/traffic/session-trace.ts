import { isObject, parseJson } from '../../kernel/json.ts';
import type { TracedTurn } from './session-turns.ts';

/** Recorded sessions, by arrival. */
export interface SessionTrace {
  timesMs: number[];
  sessions: TracedTurn[][];
}

/** The longest session that is replayed, and the maximum length of all texts, which the plan stores. */
const MAX_TURNS = 200;
const MAX_CHARACTERS = 2_000_000;
const MAX_TOKENS = 1_000_000;
const HOUR_MS = 3_600_000;

/** Whether a text is a trace of sessions: its first line is an object with turns. */
export function isSessionTrace(text: string): boolean {
  const first = text.split(/\r?\n/, 1000).find((line) => line.trim() !== '');
  const value = first === undefined ? null : parseJson(first);
  return isObject(value) && 'turns' in value;
}

/**
 * The sessions in a text, one per line: `{"arrival_ms": 0, "turns": [{"input_tokens": 900, "output_tokens": 150},
 * {"think_ms": 6000, "text": "And the price?", "output_tokens": 80}]}`. Throws RangeError naming the line, the place in
 * it by its JSON Pointer, and what would be accepted.
 */
export function readSessionTrace(text: string): SessionTrace {
  const trace: SessionTrace = { timesMs: [], sessions: [] };
  let characters = 0;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const refuse: Refuse = (pointer, detail) => {
      throw new RangeError(`Line ${index + 1}${pointer === '' ? '' : `, ${pointer}`}: ${detail}`);
    };
    const { arrivalMs, turns } = readSession(parseJson(line), refuse);
    characters += turns.reduce((sum, turn) => sum + (turn.text?.length ?? 0), 0);
    if (characters > MAX_CHARACTERS)
      refuse(
        '',
        `the texts of the trace have more than ${MAX_CHARACTERS} characters up to here; use input_tokens instead.`,
      );
    trace.timesMs.push(arrivalMs);
    trace.sessions.push(turns);
  }
  return trace;
}

type Refuse = (pointer: string, detail: string) => never;

function readSession(value: unknown, refuse: Refuse): { arrivalMs: number; turns: TracedTurn[] } {
  if (!isObject(value)) return refuse('', 'is not a JSON object with arrival_ms and turns.');
  onlyKnown(value, ['arrival_ms', 'turns'], '', refuse);
  const { arrival_ms: arrivalMs, turns } = value;
  if (typeof arrivalMs !== 'number' || !Number.isFinite(arrivalMs) || arrivalMs < 0)
    return refuse('/arrival_ms', 'must be milliseconds from the beginning of the trace, a number from 0.');
  if (!Array.isArray(turns) || turns.length === 0 || turns.length > MAX_TURNS)
    return refuse('/turns', `must be a list of 1 to ${MAX_TURNS} turns.`);
  return { arrivalMs, turns: turns.map((turn, at) => readTurn(turn, at, refuse)) };
}

const PAUSES = ['think_ms', 'tool_ms'] as const;

function readTurn(value: unknown, at: number, refuse: Refuse): TracedTurn {
  const pointer = `/turns/${at}`;
  if (!isObject(value))
    return refuse(pointer, 'must be an object with input_tokens or text, and output_tokens.');
  onlyKnown(value, ['input_tokens', 'text', 'output_tokens', ...PAUSES], pointer, refuse);
  const whole = (name: string, most: number): number => {
    const given = value[name];
    return typeof given === 'number' && Number.isInteger(given) && given >= 1 && given <= most
      ? given
      : refuse(`${pointer}/${name}`, `must be a whole number from 1 to ${most}.`);
  };
  const outputTokens = whole('output_tokens', MAX_TOKENS);
  const pauseMs = readPause(value, at, refuse);
  const { text } = value;
  if ((text === undefined) === (value.input_tokens === undefined))
    return refuse(pointer, 'must have either input_tokens or text, not both.');
  if (text === undefined) return { pauseMs, outputTokens, inputTokens: whole('input_tokens', MAX_TOKENS) };
  if (typeof text !== 'string' || text.trim() === '')
    return refuse(`${pointer}/text`, 'must be a text with words.');
  return { pauseMs, outputTokens, text };
}

/** Reads the pause before a further turn: the time the user thinks or the tool works after the previous response. */
function readPause(value: Record<string, unknown>, at: number, refuse: Refuse): number {
  const given = PAUSES.filter((name) => value[name] !== undefined);
  const pointer = `/turns/${at}`;
  if (at === 0)
    return given[0] === undefined
      ? 0
      : refuse(`${pointer}/${given[0]}`, 'applies to later turns; the first is sent at arrival_ms.');
  if (given.length !== 1)
    return refuse(pointer, 'must have either think_ms or tool_ms, the time since the answer before it.');
  const ms = value[given[0] as string];
  return typeof ms === 'number' && ms >= 0 && ms <= HOUR_MS
    ? ms
    : refuse(`${pointer}/${given[0]}`, `must be milliseconds, a number from 0 to ${HOUR_MS}.`);
}

function onlyKnown(value: object, known: readonly string[], pointer: string, refuse: Refuse): void {
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) refuse(`${pointer}/${unknown}`, `is unknown; known: ${known.join(', ')}.`);
}
