import { hash } from 'node:crypto';
import { isObject } from '../../../kernel/json.ts';
import * as NAMES from '../../../kernel/trace-names.ts';
import { type Call, type CallMessage, EMPTY_CALL } from './call.ts';
import { type CallContent, type Format, type Json, type Reading, UnusableRecord } from './format.ts';
import { answerOf, countOf, durationOf, messagesOf, parseNestedJson, textOf, toolsOf } from './values.ts';

/** The operation names of an inference in the conventions; a span with another operation is no model call. */
const INFERENCE = ['chat', 'text_completion', 'generate_content'];

/**
 * OTLP/JSON: an `ExportTraceServiceRequest` (`{"resourceSpans": […]}`), one per line as the file exporter of the
 * OpenTelemetry collector writes it, with the attributes for generative AI in the version stated in trace-names.ts.
 * Content may also be in log records (`{"resourceLogs": […]}`) of the same span.
 */
export const otlp: Format = {
  name: 'otlp',
  title: 'OTLP/JSON',
  accepts: '{"resourceSpans": […]} or {"resourceLogs": […]} in OTLP/JSON',
  looksLike: (record) =>
    ['resourceSpans', 'scopeSpans', 'resourceLogs', 'scopeLogs'].some((name) => name in record),
  read(record) {
    const reading: Required<Reading> & { skipped: Record<string, number> } = {
      calls: [],
      contents: contentsOf(record),
      skipped: {},
    };
    const resources = 'resourceSpans' in record ? record.resourceSpans : [record];
    for (const resource of listOf(resources, 'resourceSpans')) {
      const service = textOf(
        attributesOf(isObject(resource.resource) ? resource.resource : {})[NAMES.SERVICE_NAME],
      );
      for (const scope of listOf(resource.scopeSpans, 'scopeSpans')) {
        for (const span of listOf(scope.spans, 'spans')) {
          const call = readSpan(span, service);
          if (typeof call === 'string') reading.skipped[call] = (reading.skipped[call] ?? 0) + 1;
          else reading.calls.push(call);
        }
      }
    }
    return reading;
  },
};

const EVENT_NAME = 'event.name';
/** Events that contain one message each, named after its role, in conventions up to 1.36. */
const MESSAGE_EVENT = /^gen_ai\.(system|user|assistant|tool)\.message$/;
const CHOICE_EVENT = 'gen_ai.choice';

function contentsOf(record: Json): CallContent[] {
  const resources = 'scopeLogs' in record ? [record] : record.resourceLogs;
  return listOf(resources, 'resourceLogs')
    .flatMap(({ scopeLogs }) => listOf(scopeLogs, 'scopeLogs'))
    .flatMap(({ logRecords }) => listOf(logRecords, 'logRecords'))
    .flatMap(readLog);
}

/** The content in a log record of a call; empty for other log records. */
function readLog(log: Json): CallContent[] {
  const span = spanName(log);
  const attributes = attributesOf(log);
  const event = textOf(log.eventName) ?? textOf(attributes[EVENT_NAME]) ?? '';
  if (span === null) return [];
  const body = anyValueOf(log.body);
  const fields = isObject(body) ? body : { content: body };
  const role = MESSAGE_EVENT.exec(event)?.[1];
  if (role !== undefined) return [{ span, messages: messagesOf([{ role, ...fields }]), output: null }];
  if (event === CHOICE_EVENT) {
    const isFirst = (countOf(fields.index) ?? 0) === 0;
    return isFirst ? [{ span, messages: null, output: answerOf(fields.message ?? fields) }] : [];
  }
  if (event !== NAMES.GEN_AI_DETAILS_EVENT) return [];
  const all = { ...fields, ...attributes };
  return [{ span, messages: askedIn(all), output: answerOf(all[NAMES.GEN_AI_OUTPUT_MESSAGES]) }];
}

/** A name for a span that does not reveal its ids. */
function spanName({ traceId, spanId }: Json): string | null {
  if (!textOf(traceId) || !textOf(spanId)) return null;
  return hash('sha256', `${traceId}/${spanId}`.toLowerCase(), 'base64url').slice(0, 16);
}

/** The instructions and messages of a request; null if there are none. */
function askedIn(attributes: Json): CallMessage[] | null {
  const system = messagesOf(attributes[NAMES.GEN_AI_SYSTEM_INSTRUCTIONS])?.map(({ content }) => content);
  const messages: CallMessage[] = [
    ...(system ? [{ role: 'system', content: system.join('\n') }] : []),
    ...(messagesOf(attributes[NAMES.GEN_AI_INPUT_MESSAGES]) ?? []),
  ];
  return messages.length === 0 ? null : messages;
}

function listOf(value: unknown, name: string): Json[] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.every(isObject)) return value;
  throw new UnusableRecord(`${name} is not a list of objects`);
}

/** The call of a span, or the kind of span if it is no call. */
function readSpan(span: Json, service: string | null): Call | string {
  const attributes = attributesOf(span);
  for (const event of listOf(span.events, 'events')) {
    if (event.name === NAMES.GEN_AI_DETAILS_EVENT) Object.assign(attributes, attributesOf(event));
  }
  const operation = textOf(attributes[NAMES.GEN_AI_OPERATION]);
  if (operation === null && !(NAMES.GEN_AI_REQUEST_MODEL in attributes)) return 'spans that call no model';
  if (operation !== null && !INFERENCE.includes(operation)) return `${operation} spans`;
  const atUs = nanosToUs(span.startTimeUnixNano, 'startTimeUnixNano');
  const take = (name: string) => {
    const value = attributes[name];
    delete attributes[name];
    return value;
  };
  const messages = askedIn(attributes);
  for (const name of [NAMES.GEN_AI_SYSTEM_INSTRUCTIONS, NAMES.GEN_AI_INPUT_MESSAGES]) delete attributes[name];
  const name = spanName(span);
  const model = textOf(attributes[NAMES.GEN_AI_REQUEST_MODEL]);
  return {
    ...EMPTY_CALL,
    atUs,
    durationUs: durationOf(atUs, nanosToUs(span.endTimeUnixNano, 'endTimeUnixNano')),
    session:
      textOf(take(NAMES.GEN_AI_CONVERSATION)) ?? textOf(take(NAMES.SESSION_ID)) ?? textOf(span.traceId),
    model: model ?? textOf(attributes[NAMES.GEN_AI_RESPONSE_MODEL]),
    route: textOf(attributes[NAMES.GEN_AI_AGENT]) ?? service ?? operation,
    messages,
    ...(name !== null && { span: name }),
    output: answerOf(take(NAMES.GEN_AI_OUTPUT_MESSAGES)),
    inputTokens: countOf(take(NAMES.GEN_AI_INPUT_TOKENS)),
    outputTokens: countOf(take(NAMES.GEN_AI_OUTPUT_TOKENS)),
    cachedTokens: countOf(take(NAMES.GEN_AI_CACHED_TOKENS)),
    ...toolsOf(attributes[NAMES.GEN_AI_TOOL_DEFINITIONS]),
    failed: (isObject(span.status) && isError(span.status.code)) || NAMES.ERROR_TYPE in attributes,
    attributes,
  };
}

const isError = (code: unknown) => code === 2 || code === 'STATUS_CODE_ERROR';

/** OTLP/JSON writes 64-bit numbers as texts. Returns the whole microseconds of a time in nanoseconds. */
function nanosToUs(value: unknown, name: string): number | null {
  if (value === undefined || value === '0' || value === 0) return null;
  const digits = typeof value === 'number' ? String(value) : value;
  if (typeof digits !== 'string' || !/^\d{1,19}$/.test(digits))
    throw new UnusableRecord(`${name} of a span is not a whole number of nanoseconds`);
  return Number(BigInt(digits) / 1000n);
}

function attributesOf({ attributes }: Json): Json {
  if (attributes === undefined) return {};
  const found: Json = {};
  for (const { key, value } of listOf(attributes, 'attributes')) {
    if (typeof key === 'string') found[key] = anyValueOf(value);
  }
  return found;
}

/** The value of an `AnyValue`, which is an object with one field that names the type. */
function anyValueOf(value: unknown): unknown {
  if (!isObject(value)) return null;
  if ('stringValue' in value) return parseNestedJson(value.stringValue);
  if ('intValue' in value) return countOf(value.intValue) ?? Number(value.intValue);
  if ('doubleValue' in value) return value.doubleValue;
  if ('boolValue' in value) return value.boolValue;
  if (isObject(value.arrayValue)) return listOf(value.arrayValue.values, 'values').map(anyValueOf);
  if (isObject(value.kvlistValue)) {
    return attributesOf({ attributes: value.kvlistValue.values });
  }
  return null;
}
