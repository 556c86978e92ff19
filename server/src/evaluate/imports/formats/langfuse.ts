import { isObject } from '../../../kernel/json.ts';
import { type Call, EMPTY_CALL } from './call.ts';
import type { Format, Json, Reading } from './format.ts';
import {
  answerOf,
  countOf,
  durationOf,
  fieldsNotRead,
  firstValue,
  messagesOf,
  parseNestedJson,
  textOf,
  timeUs,
  toolsOf,
} from './values.ts';

const TYPES = [
  'GENERATION',
  'SPAN',
  'EVENT',
  'AGENT',
  'TOOL',
  'CHAIN',
  'RETRIEVER',
  'EVALUATOR',
  'EMBEDDING',
  'GUARDRAIL',
];
const READ = [
  'type',
  'startTime',
  'start_time',
  'endTime',
  'end_time',
  'model',
  'providedModelName',
  'provided_model_name',
  'input',
  'output',
  'usage',
  'usageDetails',
  'usage_details',
  'promptTokens',
  'completionTokens',
  'totalTokens',
  'prompt_tokens',
  'completion_tokens',
  'total_tokens',
  'input_usage',
  'output_usage',
  'sessionId',
  'session_id',
  'traceId',
  'trace_id',
  'level',
  'name',
  'observations',
];

/**
 * Exports of Langfuse: observations from the blob storage export (`snake_case`), the API and the table export
 * (`camelCase`), or a trace with its `observations`. Only generations are calls.
 */
export const langfuse: Format = {
  name: 'langfuse',
  title: 'a Langfuse export',
  accepts: 'an observation of Langfuse with type and trace_id (or traceId), or a trace with observations',
  looksLike: (record) =>
    ('traceId' in record || 'trace_id' in record
      ? TYPES.includes(String(record.type).toUpperCase())
      : Array.isArray(record.observations)) || isPage(record),
  read(record) {
    if (isPage(record)) return together(record.data as Json[]);
    if (!Array.isArray(record.observations)) return readObservation(record);
    const session = firstValue(record, 'sessionId', 'session_id');
    const name = firstValue(record, 'name');
    return together(
      record.observations
        .filter(isObject)
        .map((one) => ({ traceId: record.id, sessionId: session, traceName: name, ...one })),
    );
  },
};

/** Whether a value is a page of the API's observations. */
function isPage({ data, meta }: Json): boolean {
  return isObject(meta) && Array.isArray(data) && isObject(data[0]) && 'traceId' in data[0];
}

function together(observations: readonly Json[]): Reading {
  const skipped: Record<string, number> = {};
  const calls: Call[] = [];
  for (const one of observations) {
    const reading = readObservation(one);
    calls.push(...reading.calls);
    for (const [what, count] of Object.entries(reading.skipped ?? {}))
      skipped[what] = (skipped[what] ?? 0) + count;
  }
  return { calls, skipped };
}

function readObservation(record: Json): Reading {
  const type = String(record.type).toUpperCase();
  if (type !== 'GENERATION') return { calls: [], skipped: { [`${type.toLowerCase()} observations`]: 1 } };
  const usage = [record.usageDetails, record.usage_details, record.usage].find(isObject) ?? {};
  const input = parseNestedJson(record.input);
  const parameters = parseNestedJson(firstValue(record, 'modelParameters', 'model_parameters'));
  const atUs = timeUs(firstValue(record, 'startTime', 'start_time'));
  return {
    calls: [
      {
        ...EMPTY_CALL,
        atUs,
        durationUs: durationOf(atUs, timeUs(firstValue(record, 'endTime', 'end_time'))),
        session: textOf(firstValue(record, 'sessionId', 'session_id', 'traceId', 'trace_id')),
        model: textOf(firstValue(record, 'model', 'providedModelName', 'provided_model_name')),
        route: textOf(firstValue(record, 'traceName', 'trace_name', 'name')),
        messages: messagesOf(record.input),
        output: answerOf(record.output),
        inputTokens: usageOf(usage, 'input') ?? countOf(firstValue(record, 'promptTokens', 'prompt_tokens')),
        outputTokens:
          usageOf(usage, 'output') ?? countOf(firstValue(record, 'completionTokens', 'completion_tokens')),
        cachedTokens: countOf(firstValue(usage, 'input_cached_tokens', 'cache_read_input_tokens')),
        ...toolsOf(
          isObject(input) ? firstValue(input, 'tools', 'functions') : null,
          isObject(parameters) ? firstValue(parameters, 'tools', 'functions') : null,
          firstValue(record, 'toolDefinitions', 'tool_definitions'),
        ),
        failed: record.level === 'ERROR',
        attributes: fieldsNotRead(record, READ),
      },
    ],
  };
}

/** Langfuse counts each kind of token separately: `input` excludes `input_cached_tokens`. */
function usageOf(usage: Json, side: 'input' | 'output'): number | null {
  const counts = Object.entries(usage)
    .filter(([name]) => name.split('_').includes(side))
    .map(([, count]) => countOf(count))
    .filter((count) => count !== null);
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0);
}
