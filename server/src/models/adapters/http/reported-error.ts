import { isObject } from '../../../kernel/json.ts';
import type { RefusedParameter } from '../../contract/failure.ts';
import { isMarkup, markupText } from './html-text.ts';
import { parameterInFields, parameterInWords } from './refused-parameter.ts';

/** What a model server says about a failure in its body, for any protocol. */
export interface ReportedError {
  /** Whether the body is an error object rather than one of another shape. */
  isError: boolean;
  /** The server's own words on one line, complete and with any secrets; undefined if there are none. */
  words?: string;
  /** Codes, types and statuses in words, outermost first: `insufficient_quota`, `RESOURCE_EXHAUSTED`. */
  codes: readonly string[];
  /** The HTTP status that it names, 400 to 599. */
  status?: number;
  parameter?: RefusedParameter;
  /** Names of the content filters that were triggered. */
  filters: readonly string[];
  /** The model's output, if the server shows it (`failed_generation`). */
  output?: string;
  requestId?: string;
  /** The wait that it asks for (Google's `RetryInfo`). */
  retryAfterMs?: number;
  /** Whether the exceeded quota is a daily one (Google's `QuotaFailure`); undefined if it does not say. */
  dailyQuota?: boolean;
}

/** Longer bodies are not parsed as error objects; only the beginning of their text is read. */
const MAX_JSON = 1024 * 1024;
const MAX_TEXT = 16 * 1024;
/** Maximum nesting: a gateway may wrap the error of a gateway that wraps the error of a provider. */
const MAX_DEPTH = 8;
const MAX_PARTS = 5;
const MAX_SHOWN = 400;

/**
 * Parses the body of a failed call: the objects of OpenAI, Azure, Anthropic, Google, Mistral, FastAPI, Ollama, vLLM,
 * AWS, OpenRouter, LiteLLM and their imitators, nested in each other; lists of them; events of a stream; HTML pages;
 * plain text.
 */
export async function readReportedError(body = ''): Promise<ReportedError> {
  const text = withoutFraming(body);
  if (isMarkup(text))
    return { isError: false, codes: [], filters: [], ...firstSentence(await markupText(text)) };
  const found: FoundErrors = { isError: false, words: [], codes: [], filters: [] };
  const json = parseOrUndefined(text);
  if (json === undefined) addText(text.slice(0, MAX_TEXT), found, 0);
  else {
    found.isError = isErrorObject(Array.isArray(json) ? json[0] : json);
    add(json, found, 0);
    // For an object of unknown shape, its beginning is shown.
    if (found.words.length === 0) found.words.push(oneLine(text.slice(0, MAX_SHOWN)));
  }
  const { words, filters, ...rest } = found;
  const parts = words.filter((part, i) => !words.some((other, j) => i !== j && contains(other, part, j < i)));
  const shown = filters.length === 0 ? parts : [...parts, `filtered: ${filters.join(', ')}`];
  const said = shown.join('; ');
  const parameter = found.parameter ?? parameterInWords(said);
  return { ...rest, filters, ...firstSentence(said), ...(parameter && { parameter }) };
}

const firstSentence = (words: string) => (words === '' ? {} : { words });

/** Whether another message already contains this one; of two equal messages the first is kept. */
function contains(other: string, part: string, isBefore: boolean): boolean {
  return other === part ? isBefore : other.includes(part);
}

type FoundErrors = Omit<ReportedError, 'codes' | 'filters' | 'words'> & {
  words: string[];
  codes: string[];
  filters: string[];
};

/** Fields that contain a sentence, the best first. */
const SENTENCES = [
  'message',
  'Message',
  'error_description',
  'error_message',
  'errorMessage',
  'detail',
  'msg',
  'description',
  'title',
];
/** Fields with the original or more detailed error, such as that of a provider behind a gateway. */
const NESTED_ERROR_FIELDS = [
  'error',
  'errors',
  'metadata',
  'raw',
  'innererror',
  'cause',
  'details',
  'upstream_error',
];

function add(value: unknown, found: FoundErrors, depth: number): void {
  if (depth > MAX_DEPTH) return;
  if (typeof value === 'string') addText(value, found, depth);
  else if (Array.isArray(value)) for (const one of value.slice(0, MAX_PARTS)) add(one, found, depth + 1);
  else if (isObject(value)) addObject(value, found, depth);
}

function addObject(object: Record<string, unknown>, found: FoundErrors, depth: number): void {
  addCodes(object, found);
  readGoogleDetail(object, found);
  for (const name of contentFilterNames(object)) if (!found.filters.includes(name)) found.filters.push(name);
  const parameter = found.parameter ?? parameterInFields(object);
  if (parameter !== undefined) found.parameter = parameter;
  const output = object.failed_generation;
  if (typeof output === 'string') found.output ??= output;
  const id = object.request_id ?? object.requestId;
  if (typeof id === 'string' && id !== '') found.requestId ??= id;
  // An invalid field: its place and the problem.
  const where = Array.isArray(object.loc) ? object.loc.filter((step) => step !== 'body').join('.') : '';
  const name = SENTENCES.find((member) => object[member] !== undefined && object[member] !== null);
  const sentence = name === undefined ? undefined : object[name];
  if (typeof sentence === 'string') addText(where === '' ? sentence : `${where}: ${sentence}`, found, depth);
  else add(sentence, found, depth + 1);
  for (const member of NESTED_ERROR_FIELDS) {
    const isCode = name !== undefined && isWord(object[member]);
    if (member !== name && !isCode) add(object[member], found, depth + 1);
  }
  if (typeof object.provider_name === 'string') found.words.push(`provider: ${object.provider_name}`);
}

/** Words, or JSON in a text, alone or after the words of a gateway. */
function addText(text: string, found: FoundErrors, depth: number): void {
  const start = text.search(/[{[]/);
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
  const inner = start === -1 || end < start ? undefined : parseOrUndefined(text.slice(start, end + 1));
  if (isObject(inner) || (Array.isArray(inner) && inner.length > 0 && inner.every(isObject))) {
    const before = found.words.length;
    found.codes.push(...(text.slice(0, start).match(/\w+(?:Error|Exception)\b/g) ?? []));
    add(inner, found, depth + 1);
    if (found.words.length > before) return;
  }
  // LiteLLM appends the names of its groups to each message.
  const line = oneLine(text.replace(/\.?\s*Received Model Group=[\s\S]*$/, ''));
  if (line !== '') found.words.push(line);
}

function addCodes(object: Record<string, unknown>, found: FoundErrors): void {
  for (const member of ['code', 'type', 'status', '__type', 'error_type', 'statusCode', 'status_code']) {
    const code = object[member];
    const number = Number(code);
    if (Number.isInteger(number) && number >= 400 && number < 600) found.status ??= number;
    else if (typeof code === 'string' && code !== '') found.codes.push(code);
  }
  // The form of OAuth and Google: a code beside its sentence.
  for (const code of [object.error, object.reason]) if (isWord(code)) found.codes.push(code);
}

/** Azure's `content_filter_result(s)`, OpenRouter's `reasons`. */
export function contentFilterNames(object: Record<string, unknown>): string[] {
  const results = object.content_filter_result ?? object.content_filter_results;
  const named = isObject(results)
    ? Object.entries(results).filter(
        ([, result]) => isObject(result) && (result.filtered === true || result.detected === true),
      )
    : [];
  const reasons = Array.isArray(object.reasons) ? object.reasons : [];
  return [
    ...named.map(([name, result]) => {
      const severity = isObject(result) && typeof result.severity === 'string' ? ` (${result.severity})` : '';
      return `${name}${severity}`;
    }),
    ...reasons.filter((reason): reason is string => typeof reason === 'string'),
  ];
}

/** Google's error details (google.rpc.RetryInfo, google.rpc.QuotaFailure). */
function readGoogleDetail(detail: Record<string, unknown>, found: FoundErrors): void {
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(String(detail.retryDelay ?? ''))?.[1];
  if (seconds !== undefined) found.retryAfterMs = Math.ceil(Number(seconds) * 1000);
  if (!Array.isArray(detail.violations)) return;
  const isDaily = detail.violations.some((v) => isObject(v) && /PerDay/i.test(String(v.quotaId)));
  found.dailyQuota = found.dailyQuota === true || isDaily;
}

/** A body without a byte order mark, and without the framing of server-sent events. */
function withoutFraming(body: string): string {
  const text = body.replace(/^\uFEFF/, '').trim();
  if (!/^(?:data|event|id|retry|):/.test(text)) return text;
  const data = text.split(/\r\n?|\n/).filter((line) => line.startsWith('data:'));
  return data
    .map((line) => line.slice('data:'.length).trim())
    .filter((line) => line !== '' && line !== '[DONE]')
    .join('\n');
}

/** Fields that show a failure by themselves, whatever the status. */
export function isErrorObject(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { error, errors, object, type, message, detail } = value;
  if ((error ?? errors ?? null) !== null && error !== false) return true;
  return object === 'error' || type === 'error' || [message, detail].some((one) => typeof one === 'string');
}

const isWord = (value: unknown): value is string => typeof value === 'string' && /^\w+$/.test(value);
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

function parseOrUndefined(text: string): unknown {
  if (text.length > MAX_JSON) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
