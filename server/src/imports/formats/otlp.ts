import * as NAMES from '../../traces/trace-names.ts';
import { type Call, type CallMessage, EMPTY_CALL } from './call.ts';
import { type Format, type Json, type Reading, UnusableRecord } from './format.ts';
import { answerOf, countOf, durationOf, isObject, messagesOf, textOf, toolsOf, unquoted } from './values.ts';

/** What an inference is called by the conventions; a span with another operation is no call of a model. */
const INFERENCE = ['chat', 'text_completion', 'generate_content'];

/**
 * OTLP/JSON: an `ExportTraceServiceRequest` (`{"resourceSpans": […]}`), as the file exporter of the OpenTelemetry
 * collector writes one a line, with the attributes for generative AI in the version that trace-names.ts names.
 */
export const otlp: Format = {
  name: 'otlp',
  title: 'OTLP/JSON',
  accepts: '{"resourceSpans": […]} as OTLP/JSON has it',
  looksLike: (record) => 'resourceSpans' in record || 'scopeSpans' in record,
  read(record) {
    const reading: Reading & { skipped: Record<string, number> } = { calls: [], skipped: {} };
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

function listOf(value: unknown, name: string): Json[] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.every(isObject)) return value;
  throw new UnusableRecord(`${name} is no list of objects`);
}

/** The call of a span, or what the span is instead. */
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
  const system = messagesOf(take(NAMES.GEN_AI_SYSTEM_INSTRUCTIONS))?.map(({ content }) => content);
  const asked = messagesOf(take(NAMES.GEN_AI_INPUT_MESSAGES));
  const messages: CallMessage[] = [
    ...(system ? [{ role: 'system', content: system.join('\n') }] : []),
    ...(asked ?? []),
  ];
  const model = textOf(attributes[NAMES.GEN_AI_REQUEST_MODEL]);
  return {
    ...EMPTY_CALL,
    atUs,
    durationUs: durationOf(atUs, nanosToUs(span.endTimeUnixNano, 'endTimeUnixNano')),
    session:
      textOf(take(NAMES.GEN_AI_CONVERSATION)) ?? textOf(take(NAMES.SESSION_ID)) ?? textOf(span.traceId),
    model: model ?? textOf(attributes[NAMES.GEN_AI_RESPONSE_MODEL]),
    route: textOf(attributes[NAMES.GEN_AI_AGENT]) ?? service ?? operation,
    messages: messages.length === 0 ? null : messages,
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

/** OTLP/JSON writes 64-bit numbers as texts. Whole microseconds of a time in nanoseconds. */
function nanosToUs(value: unknown, name: string): number | null {
  if (value === undefined || value === '0' || value === 0) return null;
  const digits = typeof value === 'number' ? String(value) : value;
  if (typeof digits !== 'string' || !/^\d{1,19}$/.test(digits))
    throw new UnusableRecord(`${name} of a span is no whole number of nanoseconds`);
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

/** An `AnyValue`: an object with one field that names the type. */
function anyValueOf(value: unknown): unknown {
  if (!isObject(value)) return null;
  if ('stringValue' in value) return unquoted(value.stringValue);
  if ('intValue' in value) return countOf(value.intValue) ?? Number(value.intValue);
  if ('doubleValue' in value) return value.doubleValue;
  if ('boolValue' in value) return value.boolValue;
  if (isObject(value.arrayValue)) return listOf(value.arrayValue.values, 'values').map(anyValueOf);
  if (isObject(value.kvlistValue)) {
    return attributesOf({ attributes: value.kvlistValue.values });
  }
  return null;
}
