import { isObject } from '../../../kernel/json.ts';
import { EMPTY_CALL } from './call.ts';
import type { Format } from './format.ts';
import {
  answerOf,
  countOf,
  durationOf,
  fieldsNotRead,
  firstValue,
  messagesOf,
  textOf,
  timeUs,
  toolsOf,
} from './values.ts';

const READ = [
  'call_type',
  'startTime',
  'start_time',
  'endTime',
  'end_time',
  'completionStartTime',
  'model',
  'model_group',
  'messages',
  'response',
  'prompt_tokens',
  'completion_tokens',
  'total_tokens',
  'session_id',
  'trace_id',
  'status',
];
/** Call types that answer a prompt, unlike embeddings, images and so on. */
const COMPLETION = /completion|responses|anthropic_messages|generate_content/;

/** Logs of LiteLLM: a `StandardLoggingPayload` (written to buckets and callbacks), or a row of its spend logs. */
export const litellm: Format = {
  name: 'litellm',
  title: 'LiteLLM logs',
  accepts: 'a StandardLoggingPayload or a row of the spend logs of LiteLLM, with call_type and startTime',
  looksLike: (record) => 'call_type' in record && ('startTime' in record || 'start_time' in record),
  read(record) {
    const type = textOf(record.call_type) ?? '';
    if (type !== '' && !COMPLETION.test(type)) return { calls: [], skipped: { [`${type} calls`]: 1 } };
    const metadata = isObject(record.metadata) ? record.metadata : {};
    const response = isObject(record.response) ? record.response : {};
    const usage = [response.usage, metadata.usage_object].find(isObject) ?? {};
    const cached = isObject(usage.prompt_tokens_details) ? usage.prompt_tokens_details.cached_tokens : null;
    const request = isObject(record.proxy_server_request) ? record.proxy_server_request : {};
    const parameters = isObject(record.model_parameters) ? record.model_parameters : {};
    const atUs = timeUs(firstValue(record, 'startTime', 'start_time'));
    const session =
      firstValue(record, 'session_id') ?? firstValue(metadata, 'session_id', 'litellm_session_id');
    const tags = Array.isArray(record.request_tags) ? record.request_tags : [];
    return {
      calls: [
        {
          ...EMPTY_CALL,
          atUs,
          durationUs: durationOf(atUs, timeUs(firstValue(record, 'endTime', 'end_time'))),
          session: textOf(session ?? record.trace_id),
          model: textOf(firstValue(record, 'model_group', 'model')),
          route: textOf(tags[0]) ?? (type || null),
          messages: messagesOf(messagesIn(record.messages) ?? request.messages),
          output: answerOf(record.response),
          inputTokens: countOf(record.prompt_tokens),
          outputTokens: countOf(record.completion_tokens),
          cachedTokens: countOf(cached ?? usage.cache_read_input_tokens),
          ...toolsOf(parameters.tools, parameters.functions, request.tools, request.functions),
          failed: record.status === 'failure',
          attributes: fieldsNotRead(record, [...READ, 'proxy_server_request']),
        },
      ],
    };
  },
};

/** Without `store_prompts_in_spend_logs`, a spend log has an empty object in place of the messages. */
function messagesIn(value: unknown): unknown {
  return isObject(value) && Object.keys(value).length === 0 ? undefined : (value ?? undefined);
}
