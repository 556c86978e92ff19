import { isObject, parseJson } from '../../kernel/json.ts';
import { type ImportedMessage, type ImportedSample, UnreadableRun } from './imported-run.ts';

/** NaN and Infinity as Python writes them, outside strings. */
const CONSTANTS = /"(?:[^"\\]|\\.)*"|-?\bInfinity\b|\bNaN\b/g;

/** Parses JSON as Python writes it, with NaN and Infinity as null. Throws `UnreadableRun` that names `where`. */
export function parseToolJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    try {
      return JSON.parse(text.replace(CONSTANTS, (found) => (found.startsWith('"') ? found : 'null')));
    } catch {
      throw new UnreadableRun(`${where} is not JSON, or is truncated: ${reasonOf(error)}.`);
    }
  }
}

/** The parser's message without the quoted text. */
const reasonOf = (error: unknown) =>
  error instanceof Error ? error.message.replace(/,? ?("|\.\.\.).*$/s, '') : String(error);

export type Fields = Readonly<Record<string, unknown>>;

/** The value if it is an object, otherwise an empty object. */
export const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {});

export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** A finite number that is not negative; null for anything else. */
export const parseAmount = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;

export const countOf = (value: unknown): number | null => {
  const amount = parseAmount(value);
  return amount === null ? null : Math.round(amount);
};

/** A text unchanged; anything else as JSON. */
export const toText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);

/** The text of a message's content: a text, or a list of parts, of which those without text are named by type. */
export function contentText(content: unknown): string {
  if (!Array.isArray(content)) return toText(content);
  return content
    .map((part) => {
      const { type, text, reasoning } = fieldsOf(part);
      if (type === 'reasoning') return '';
      return typeof text === 'string'
        ? text
        : typeof reasoning === 'string'
          ? ''
          : `[${toText(type ?? part)}]`;
    })
    .filter((text) => text !== '')
    .join('\n');
}

/** The expected value or values as text. */
export const toExpectedText = (value: unknown): string | string[] =>
  Array.isArray(value) ? value.map(toText) : toText(value);

/** A prompt as messages; the prompt of a chat model is a JSON list of them. */
export const promptMessages = (prompt: unknown): ImportedMessage[] =>
  messagesOf((typeof prompt === 'string' && /^\s*\[/.test(prompt) && parseJson(prompt)) || prompt);

const FINISH: Readonly<Record<string, ImportedSample['finishReason']>> = {
  stop: 'stop',
  length: 'length',
  max_tokens: 'length',
  model_length: 'length',
  tool_calls: 'tool_calls',
  content_filter: 'content_filter',
};

/** The finish reason that a tool's word means; null for an unknown word. */
export const finishReasonOf = (value: unknown): ImportedSample['finishReason'] =>
  FINISH[toText(value)] ?? null;

const ROLES = ['system', 'user', 'assistant'] as const;

/** A question as messages: a text is one user message, and unknown roles become the user's. */
export function messagesOf(input: unknown): ImportedMessage[] {
  if (!Array.isArray(input)) return [{ role: 'user', content: toText(input) }];
  if (!input.every((one) => isObject(one) && 'content' in one))
    return [{ role: 'user', content: toText(input) }];
  return input.map((message) => {
    const { role, content } = fieldsOf(message);
    return { role: ROLES.find((one) => one === role) ?? 'user', content: contentText(content) };
  });
}

/** A scorer's value as a number; null if it is none. C, P, I and N are Inspect's grades. */
export function parseScore(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'boolean') return Number(value);
  if (typeof value !== 'string') return null;
  const named = NAMED_SCORES[value.trim().toLowerCase()];
  if (named !== undefined) return named;
  const number = value.trim() === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : null;
}

const NAMED_SCORES: Readonly<Record<string, number>> = {
  c: 1,
  p: 0.5,
  i: 0,
  n: 0,
  yes: 1,
  no: 0,
  true: 1,
  false: 0,
};
