import { type Picodollars, parseUsd } from '../../kernel/money.ts';
import { type ChatAnswer, type ChatUsage, NO_USAGE, type ToolCall } from '../contract/chat.ts';
import type { Passage, UsageName } from '../contract/endpoint.ts';
import { readFinish } from '../contract/finish-reasons.ts';
import type { CompiledExchange, EndpointPaths } from './compile-endpoint.ts';
import { describeJson, findAtPath, type JsonPath } from './json-path.ts';

/** What the paths of an endpoint found in a response, whole or assembled from events. */
export interface ReadAnswer {
  /** The text of the response, or why there is none. */
  answer: { text: string } | { problem: string };
  model: string | null;
  finish: ReturnType<typeof readFinish>;
  usage: ChatUsage;
  /** The cost in 10⁻¹² USD; null if the application does not report it. */
  cost: Picodollars | null;
  toolCalls: readonly ToolCall[];
  passages: readonly Passage[];
  /** The id of the conversation, if the application returned it. */
  session: string | null;
  /** By the pointer of each path: the value, or what is missing. For people who configure an endpoint. */
  found: ReadonlyMap<string, { value: unknown } | { missing: string }>;
  /** Whether the pieces of the response together contain a secret that no single piece contains. */
  joinsSecret: boolean;
}

/** Converts it to the outcome of a call; fails if there is no text. */
export function toChatOutcome(read: ReadAnswer, latencyMs: number): ChatAnswer | { unexpected: string } {
  const { answer, toolCalls, passages, cost } = read;
  if ('problem' in answer) return { unexpected: `No answer at response.answer: ${answer.problem}.` };
  return {
    ok: true,
    text: answer.text,
    reasoning: null,
    ...read.finish,
    ...(toolCalls.length > 0 && { toolCalls }),
    ...(passages.length > 0 && { passages }),
    ...(cost !== null && { cost }),
    usage: read.usage,
    returnedModel: read.model,
    sent: {},
    latencyMs,
  };
}

/** The error that a response reports: at its own path, otherwise in a member `error`. Null if there is none. */
export function errorReportedIn({ paths }: CompiledExchange, json: unknown): unknown {
  const path = paths.get('/response/error');
  if (path === undefined)
    return typeof json === 'object' && json !== null && 'error' in json ? (json.error ?? null) : null;
  const value = firstAt(path, json);
  return value === undefined || value === false || value === '' ? null : value;
}

/** Reads a complete response. */
export function readWholeAnswer(
  compiled: CompiledExchange,
  json: unknown,
  explains: boolean,
  redact: (text: string) => string,
): ReadAnswer {
  const pieces = createStreamedAnswer(compiled, explains);
  pieces.add(json);
  return pieces.result(redact);
}

/**
 * Assembles a response from its events: of a value in several events the last one counts, texts are joined. `found` is
 * filled if `explains` is set.
 */
export function createStreamedAnswer({ paths }: CompiledExchange, explains: boolean) {
  const found = new Map<string, { value: unknown } | { missing: string }>();
  const last = new Map<string, unknown>();
  const toolCalls: ToolCall[] = [];
  const passages: Passage[] = [];
  const [each, texts] = [paths.get('/response/tool_calls/each'), paths.get('/response/passages/each')];
  const answerPath = paths.get('/response/answer') as JsonPath;
  const single = [...paths].filter(([pointer]) => !SEVERAL.test(pointer));
  let text = '';
  let problem: string | null = null;
  let hasText = false;

  function readPath(pointer: string, path: JsonPath, json: unknown): readonly unknown[] {
    const at = findAtPath(path, json);
    const values = 'values' in at ? at.values : [];
    if (!explains) return values;
    if (values.length > 0 || !found.has(pointer))
      found.set(pointer, 'missing' in at ? at : { value: values.length === 1 ? values[0] : values });
    return values;
  }

  return {
    /** Reads a complete response or one event; returns the text that it adds. */
    add(json: unknown): string {
      for (const [pointer, path] of single) {
        const [value] = readPath(pointer, path, json);
        if (value !== undefined && value !== null) last.set(pointer, value);
      }
      const read = readText(answerPath, json);
      if (explains && (!found.has('/response/answer') || 'text' in read))
        found.set('/response/answer', 'text' in read ? { value: read.text } : { missing: read.problem });
      if ('text' in read) hasText = true;
      else problem ??= read.problem;
      const piece = 'text' in read ? read.text : '';
      text += piece;
      if (each) for (const call of readPath('/response/tool_calls/each', each, json)) takeToolCall(call);
      if (texts) for (const one of readPath('/response/passages/each', texts, json)) takePassage(one);
      return piece;
    },
    isFinished: () => last.has('/stream/finished'),
    /** Pieces may together contain a secret that no single piece contains, so `redact` receives the whole text. */
    result(redact: (text: string) => string): ReadAnswer {
      const whole = redact(text);
      const model = last.get('/response/model');
      const session = last.get('/session/id');
      return {
        answer: hasText || toolCalls.length > 0 ? { text: whole } : { problem: problem ?? 'no event came' },
        model: model === undefined ? null : shortText(model),
        finish: finishOf(last.get('/response/finish_reason')),
        usage: usageOf(last),
        cost: costOf(last.get('/response/cost_usd')),
        toolCalls,
        passages,
        session: session === undefined ? null : textOf(session),
        found: withText(found, explains && hasText ? whole : null),
        joinsSecret: whole !== text,
      };
    },
  };

  function takeToolCall(call: unknown) {
    if (toolCalls.length >= MAX_PARTS) return;
    const part = (name: string) =>
      readAtPath(paths, explains ? found : null, `/response/tool_calls/${name}`, call);
    const name = part('name');
    if (name === undefined || name === null) return; // such lists also contain parts of other kinds
    const [id, given] = [part('id'), part('arguments')];
    toolCalls.push({
      id: id === undefined || id === null ? `call_${toolCalls.length}` : shortText(id),
      name: shortText(name),
      arguments: textOf(given ?? {}),
    });
  }

  function takePassage(one: unknown) {
    if (passages.length >= MAX_PARTS) return;
    const part = (name: string) =>
      readAtPath(paths, explains ? found : null, `/response/passages/${name}`, one);
    const [passage, id] = [part('text'), part('id')];
    if (passage === undefined || passage === null) return;
    passages.push({ id: id === undefined || id === null ? null : shortText(id), text: textOf(passage) });
  }
}

const SEVERAL = /^\/response\/(answer|tool_calls|passages)\b/;
const MAX_PARTS = 200;

/** The value of a path in a part of a response; records what the first part lacks. */
function readAtPath(
  paths: EndpointPaths,
  found: Map<string, object> | null,
  pointer: string,
  part: unknown,
): unknown {
  const path = paths.get(pointer);
  if (path === undefined) return undefined;
  const at = findAtPath(path, part);
  const value = 'values' in at ? at.values[0] : undefined;
  const known = found?.get(pointer);
  if (known === undefined || (value !== undefined && 'missing' in known))
    found?.set(pointer, 'values' in at ? { value } : at);
  return value;
}

function withText(found: Map<string, { value: unknown } | { missing: string }>, text: string | null) {
  if (text !== null) found.set('/response/answer', { value: text });
  return found;
}

function firstAt(path: JsonPath, json: unknown): unknown {
  const at = findAtPath(path, json);
  return 'values' in at ? at.values[0] : undefined;
}

/** Joins several texts; a number or boolean becomes text. */
function readText(path: JsonPath, json: unknown): { text: string } | { problem: string } {
  const at = findAtPath(path, json);
  if ('missing' in at) return { problem: at.missing };
  const texts: string[] = [];
  for (const value of at.values) {
    if (value === null || typeof value === 'object')
      return { problem: `${path.text} is ${describeJson(value)}, not a text` };
    texts.push(String(value));
  }
  return { text: texts.join('') };
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value);
  } catch {
    return '(nested too deeply)';
  }
}

const MAX_NAME_LENGTH = 300;

/** Maximum length of a model name, a tool name or an id, because they are stored with every sample. */
function shortText(value: unknown): string {
  return textOf(value).slice(0, MAX_NAME_LENGTH).toWellFormed();
}

/** A response that ended without a reason ended normally. */
function finishOf(reason: unknown): ReturnType<typeof readFinish> {
  return reason === undefined ? { finishReason: 'stop' } : readFinish(reason);
}

function usageOf(last: ReadonlyMap<string, unknown>): ChatUsage {
  const count = (name: UsageName) => {
    const value = last.get(`/response/usage/${name}`);
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
  };
  const names = Object.keys(NO_USAGE) as UsageName[];
  return Object.fromEntries(names.map((name) => [name, count(name)])) as unknown as ChatUsage;
}

/** Maximum cost that a response may report, in USD; a higher value is considered a mistake. */
const MAX_USD = 9000;
const DECIMAL = /^\s*\d{1,20}(\.\d{1,40})?(e[+-]?\d{1,3})?\s*$/i;

/** A number or its text, to 10⁻¹² USD; anything else is unknown. */
function costOf(value: unknown): Picodollars | null {
  if (typeof value !== 'number' && (typeof value !== 'string' || !DECIMAL.test(value))) return null;
  const usd = Number(value);
  return usd >= 0 && usd <= MAX_USD ? parseUsd(usd.toFixed(12)) : null;
}
