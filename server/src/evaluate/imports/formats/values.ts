import { isObject, parseJson } from '../../../kernel/json.ts';
import { isNestedDeeperThan } from '../../../kernel/nesting.ts';
import type { CallMessage } from './call.ts';
import type { Json } from './json.ts';

export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  return typeof value === 'number' ? String(value) : null;
}

/** The first of these fields that has a value. */
export function firstValue(record: Json, ...names: string[]): unknown {
  for (const name of names) {
    const value = record[name];
    if (value !== undefined && value !== null && value !== '') return value;
  }
  return null;
}

/** Maximum token count: no call has so many, and sums of counts up to it stay exact. */
const MOST_TOKENS = 1e9;

/** A token count: a whole number from 0 to a billion, also as text. */
export function countOf(value: unknown): number | null {
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= MOST_TOKENS
    ? count
    : null;
}

const ISO = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/i;
/** A smaller number counts as seconds; as milliseconds it would be before 1974. */
const SECONDS_BELOW = 1e11;

/** Microseconds since 1970 of an ISO 8601 time (UTC if it has no zone) or a number of seconds or milliseconds. */
export function timeUs(value: unknown): number | null {
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) {
    return exactUs(Math.round(value < SECONDS_BELOW ? value * 1e6 : value * 1e3));
  }
  if (typeof value !== 'string') return null;
  const found = ISO.exec(value.trim());
  if (!found) return null;
  const [, day, clock, fraction = '', zone = 'Z'] = found;
  const offset = /^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone;
  const seconds = Date.parse(`${day}T${clock}${/^(z|utc)$/i.test(offset) ? 'Z' : offset}`);
  return exactUs(seconds * 1000 + Math.floor(Number(`${fraction}000000`.slice(0, 6))));
}

/** Whole microseconds are exact from 1970 to 2255; other values have another unit or are no times. */
const exactUs = (us: number): number | null => (Number.isSafeInteger(us) && us >= 0 ? us : null);

/** Milliseconds as microseconds; null for what is no duration. */
export function msToUs(value: unknown): number | null {
  return typeof value === 'number' ? exactUs(Math.round(value * 1000)) : null;
}

/** The time between two times, if both are known and in order. */
export function durationOf(from: number | null, to: number | null): number | null {
  return from === null || to === null || to < from ? null : to - from;
}

/** Maximum nesting of a record, and of JSON in a text, because it is read recursively. Model calls have far less. */
export const MOST_LEVELS = 200;

/** The JSON value in a text, if it is JSON with at most 200 levels; otherwise the value unchanged. */
export function parseNestedJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  const given = parseJson(value);
  return given === undefined || isNestedDeeperThan(given, MOST_LEVELS) ? value : given;
}

/** The messages of a request: a text, a list of messages, or an object that contains such a list. Null for none. */
export function messagesOf(value: unknown): CallMessage[] | null {
  const given = parseNestedJson(value);
  if (typeof given === 'string') return given.trim() === '' ? null : [{ role: 'user', content: given }];
  if (Array.isArray(given)) return given.length === 0 ? null : given.flatMap(messageOf);
  if (!isObject(given)) return null;
  if ('role' in given || 'content' in given) return messageOf(given);
  const inside = firstValue(given, 'messages', 'input', 'prompt');
  if (inside !== null) return messagesOf(inside);
  return Object.keys(given).length === 0 ? null : [{ role: 'user', content: JSON.stringify(given) }];
}

function messageOf(value: unknown): CallMessage[] {
  if (typeof value === 'string') return [{ role: 'user', content: value }];
  if (!isObject(value)) return [];
  const role = textOf(value.role) ?? 'user';
  const content = contentOf(value.content ?? value.parts);
  const calls = Array.isArray(value.tool_calls) ? value.tool_calls.map(toolCall) : [];
  const parts = [...(content === null ? [] : [content]), ...calls];
  return [{ role: ROLE[role] ?? role, content: parts.join('\n') }];
}

const ROLE: Readonly<Record<string, string>> = {
  developer: 'system',
  human: 'user',
  ai: 'assistant',
  model: 'assistant',
};

/** A text, or the parts of one; parts without text are named in brackets. */
function contentOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return null;
  const parts = Array.isArray(value) ? value : [value];
  return parts.map(partOf).join('\n');
}

function partOf(part: unknown): string {
  if (typeof part === 'string') return part;
  if (!isObject(part)) return String(part);
  const type = textOf(part.type) ?? '';
  const text = firstValue(part, 'text', 'content');
  if (typeof text === 'string' && !/^tool/.test(type)) return text;
  if (/^(tool_call|tool_use|function_call)$/.test(type)) return toolCall(part);
  if (/^(tool_call_response|tool_result|function_call_output)$/.test(type)) {
    const result = firstValue(part, 'response', 'result', 'output', 'content');
    return `[tool result] ${typeof result === 'string' ? result : JSON.stringify(result)}`;
  }
  return `[${type || 'part'}]`;
}

function toolCall(value: unknown): string {
  const call = isObject(value) && isObject(value.function) ? value.function : value;
  if (!isObject(call)) return '[tool call]';
  const given = firstValue(call, 'arguments', 'input');
  return `[tool call] ${textOf(call.name) ?? ''} ${typeof given === 'string' ? given : JSON.stringify(given ?? {})}`;
}

/** The response: the text of a completion, of its first choice, or of a message, or a text itself. */
export function answerOf(value: unknown): string | null {
  const given = parseNestedJson(value);
  if (typeof given === 'string') return given === '' ? null : given;
  if (Array.isArray(given))
    return given.length === 0 ? null : answerOf(given.find(isAssistant) ?? given.at(-1));
  if (!isObject(given)) return null;
  const choice = Array.isArray(given.choices) ? given.choices[0] : undefined;
  if (isObject(choice)) return answerOf(choice.message ?? choice.text);
  if (Array.isArray(given.output)) return answerOf(given.output);
  const message = messageOf(given)[0]?.content ?? '';
  if (message !== '') return message;
  const inside = firstValue(given, 'output', 'completion', 'text', 'answer');
  return inside === null ? null : answerOf(inside);
}

const isAssistant = (value: unknown) => isObject(value) && value.role === 'assistant';

/** The fields that were not read, which are kept with the call. */
export function fieldsNotRead(record: Json, read: readonly string[]): Json {
  const known = new Set(read);
  return Object.fromEntries(
    Object.entries(record).filter(([name, value]) => !known.has(name) && value !== null && value !== ''),
  );
}

/** Marks a call if one of these request fields is a nonempty list of tools. */
export function toolsOf(...values: unknown[]): { offersTools?: true } {
  const lists = values.map(parseNestedJson);
  return lists.some((list) => Array.isArray(list) && list.length > 0) ? { offersTools: true } : {};
}

/** The tools in a request object, by the field names of model APIs. */
export function toolsIn(request: unknown): { offersTools?: true } {
  const given = parseNestedJson(request);
  return isObject(given) ? toolsOf(given.tools, given.functions) : {};
}
