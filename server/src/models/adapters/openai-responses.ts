import { isObject, parseJson } from '../../kernel/json.ts';
import type { ChatAnswer, ChatMessage, ChatRequest, ChatUsage, ToolCall } from '../contract/chat.ts';
import { readFinish } from '../contract/finish-reasons.ts';
import type { ResponseFormat } from '../contract/serving.ts';
import type { Adapter } from './adapter.ts';
import {
  type AccountOptions,
  type ChatProtocol,
  type ChatStream,
  connectChat,
  openAccount,
  requestsBelow,
} from './chat-protocol.ts';
import { errorInEvent } from './http/event-stream.ts';
import { FailedStreamEvent } from './http/failed-stream-event.ts';
import {
  namedTier,
  separateReasoning,
  tokenCountField,
  withToolCalls,
} from './openai-protocol/openai-chat.ts';
import { createStreamParts } from './openai-protocol/stream-parts.ts';

const RESPONSES: ChatProtocol = {
  write(modelId, request, isStreamed) {
    const parameters = { ...toParameters(request), ...(isStreamed && { stream: true }) };
    const body = { model: modelId, ...parameters, input: request.messages.flatMap(toItems) };
    return { path: '/responses', body, parameters };
  },
  read(body) {
    if (!isObject(body) || !Array.isArray(body.output)) return 'it holds no output';
    if (isObject(body.error)) return { error: body.error };
    const items = body.output.filter(isObject);
    const parts = items.flatMap(({ content }) => (Array.isArray(content) ? content.filter(isObject) : []));
    const thoughts = items.flatMap(({ summary }) => (Array.isArray(summary) ? summary.filter(isObject) : []));
    const calls = items.filter(({ type }) => type === 'function_call').map(toToolCall);
    const refusal = parts.map((part) => textOf(part.refusal)).join('');
    return {
      ...separateReasoning(
        parts.map(({ text }) => textOf(text)).join(''),
        thoughts.map(({ text }) => textOf(text)).join('\n\n'),
      ),
      ...finishOf(body, refusal, calls.length > 0),
      ...withToolCalls(calls),
      usage: { ...readUsage(body.usage), ...namedTier(body.service_tier) },
      returnedModel: typeof body.model === 'string' ? body.model : null,
    };
  },
  createStream,
};

/** OpenAI’s Responses API. Nothing is stored there; every call sends the whole conversation. */
export function createOpenAIResponses(options: AccountOptions): Adapter {
  const { transport, redact, stop } = openAccount(options);
  const account = { transport, redact, toRequest: requestsBelow(options) };
  return {
    connect: (modelId, quirks) => connectChat(account, RESPONSES, modelId, quirks),
    connectEmbedding: () => null,
    quirks: { acceptsSeed: false },
    stop: async () => stop(),
  };
}

function toParameters({ temperature, maxTokens, serving = {}, tools, toolChoice }: ChatRequest) {
  const { reasoning_effort: effort, response_format: format, ...same } = serving;
  return {
    store: false,
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { max_output_tokens: maxTokens }),
    ...same,
    ...(effort !== undefined && { reasoning: { effort } }),
    ...(format && { text: { format: toWireFormat(format) } }),
    ...(tools &&
      tools.length > 0 && {
        tools: tools.map((tool) => ({ type: 'function', strict: false, ...tool })),
        ...(toolChoice && { tool_choice: toolChoice }),
      }),
  };
}

function toWireFormat({ type, schema, name = 'answer', strict }: ResponseFormat): object {
  return type === 'json_object' ? { type } : { type, name, schema, ...(strict !== undefined && { strict }) };
}

function toItems(message: ChatMessage): object[] {
  const { role, content } = message;
  if (role === 'tool')
    return [{ type: 'function_call_output', call_id: message.toolCallId, output: content }];
  const calls = role === 'assistant' ? (message.toolCalls ?? []) : [];
  return [
    ...(content === '' && calls.length > 0 ? [] : [{ role, content }]),
    ...calls.map(({ id, name, arguments: given }) => ({
      type: 'function_call',
      call_id: id,
      name,
      arguments: given,
    })),
  ];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const toToolCall = ({ call_id, name, arguments: given }: Record<string, unknown>): ToolCall => ({
  id: textOf(call_id),
  name: textOf(name),
  arguments: textOf(given),
});

/** A refusal ends as `completed`, and so do tool calls. */
function finishOf(
  { status, incomplete_details: details }: Record<string, unknown>,
  refusal: string,
  callsTools: boolean,
): Pick<ChatAnswer, 'finishReason' | 'finishDetail'> {
  if (refusal !== '')
    return { finishReason: 'content_filter', finishDetail: refusal.slice(0, 400).toWellFormed() };
  if (status === 'incomplete') return readFinish(isObject(details) ? details.reason : undefined);
  if (status !== 'completed') return readFinish(status);
  return { finishReason: callsTools ? 'tool_calls' : 'stop' };
}

function readUsage(usage: unknown): ChatUsage {
  const { input_tokens_details: input, output_tokens_details: output } = isObject(usage) ? usage : {};
  return {
    input_tokens: tokenCountField(usage, 'input_tokens'),
    output_tokens: tokenCountField(usage, 'output_tokens'),
    reasoning_tokens: tokenCountField(output, 'reasoning_tokens'),
    cached_tokens: tokenCountField(input, 'cached_tokens'),
  };
}

function createStream(told: Parameters<ChatProtocol['createStream']>[0]): ChatStream {
  const parts = createStreamParts(told);
  let [refusal, callsTools] = ['', false];
  return {
    onEvent(data, at, name) {
      const event = parseJson(data);
      if (!isObject(event)) throw new FailedStreamEvent(data, 'an event of the stream is not a JSON object');
      const response = isObject(event.response) ? event.response : undefined;
      const reported = isObject(response?.error) ? response.error : null;
      const error =
        reported === null
          ? errorInEvent(data, event.type === 'error' ? 'error' : name)
          : JSON.stringify({ error: reported });
      if (error !== null) throw new FailedStreamEvent(error, 'the stream ends in an error');
      const { type, delta, item, output_index: index } = event;
      parts.model(response?.model);
      parts.tier(response?.service_tier);
      if (type === 'response.output_text.delta') parts.text(textOf(delta), at);
      else if (type === 'response.reasoning_summary_text.delta') parts.reasoning(textOf(delta), at);
      else if (type === 'response.refusal.delta') refusal += textOf(delta);
      else if (type === 'response.function_call_arguments.delta')
        parts.tool(index, { arguments: textOf(delta) }, at);
      else if (type === 'response.output_item.added' && isObject(item) && item.type === 'function_call') {
        callsTools = true;
        parts.tool(index, { ...toToolCall(item), arguments: '' }, at);
      } else if (type === 'response.completed' || type === 'response.incomplete') {
        parts.finish(finishOf(response ?? {}, refusal, callsTools));
        parts.usage(readUsage(response?.usage));
      }
    },
    ...parts.read,
  };
}
