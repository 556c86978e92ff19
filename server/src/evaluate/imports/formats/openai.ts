import { isObject } from '../../../kernel/json.ts';
import { type Call, EMPTY_CALL } from './call.ts';
import type { Format, Json } from './format.ts';
import {
  answerOf,
  countOf,
  fieldsNotRead,
  firstValue,
  messagesOf,
  textOf,
  timeUs,
  toolsIn,
} from './values.ts';

const READ = [
  'object',
  'created',
  'created_at',
  'model',
  'choices',
  'output',
  'output_text',
  'usage',
  'metadata',
  'messages',
  'input',
  'input_messages',
  'instructions',
  'conversation',
];

/**
 * Stored completions of OpenAI: objects `chat.completion` (or `response`), alone or in the list that `GET
 * /v1/chat/completions` returns. That list omits the messages of the request; a file that has them contains them as
 * `messages` (or `input`) beside the completion.
 */
export const openai: Format = {
  name: 'openai',
  title: 'OpenAI stored completions',
  accepts: 'an object chat.completion or response of the OpenAI API',
  looksLike: ({ object, data }) =>
    isCompletion(object) ||
    (object === 'list' && Array.isArray(data) && isObject(data[0]) && isCompletion(data[0].object)),
  read(record) {
    const completions =
      record.object === 'list' && Array.isArray(record.data) ? record.data.filter(isObject) : [record];
    return { calls: completions.map(readCompletion) };
  },
};

const isCompletion = (object: unknown) => object === 'chat.completion' || object === 'response';

function readCompletion(completion: Json): Call {
  const usage = isObject(completion.usage) ? completion.usage : {};
  const details = firstValue(usage, 'prompt_tokens_details', 'input_tokens_details');
  const metadata = isObject(completion.metadata) ? completion.metadata : {};
  const { conversation } = completion;
  const system = textOf(completion.instructions);
  const asked = messagesOf(firstValue(completion, 'messages', 'input_messages', 'input'));
  return {
    ...EMPTY_CALL,
    atUs: timeUs(firstValue(completion, 'created', 'created_at')),
    session:
      textOf(firstValue(metadata, 'session_id', 'session', 'conversation_id', 'thread_id')) ??
      textOf(isObject(conversation) ? conversation.id : conversation),
    model: textOf(completion.model),
    route: textOf(firstValue(metadata, 'route', 'task', 'name')),
    messages: asked && system !== null ? [{ role: 'system', content: system }, ...asked] : asked,
    output: answerOf(completion),
    inputTokens: countOf(firstValue(usage, 'prompt_tokens', 'input_tokens')),
    outputTokens: countOf(firstValue(usage, 'completion_tokens', 'output_tokens')),
    cachedTokens: isObject(details) ? countOf(details.cached_tokens) : null,
    ...toolsIn(completion),
    failed: completion.status === 'failed',
    attributes: { ...fieldsNotRead(completion, READ), ...metadata },
  };
}
