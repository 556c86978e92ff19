import { isObject, parseJson } from '../../kernel/json.ts';
import type { ChatMessage, ChatRequest, ChatUsage, ToolCall } from '../contract/chat.ts';
import { isInterruptedFinish, readFinish } from '../contract/finish-reasons.ts';
import type { Adapter } from './adapter.ts';
import {
  type AccountOptions,
  type ChatProtocol,
  type ChatStream,
  connectChat,
  openAccount,
  requestsBelow,
} from './chat-protocol.ts';
import { connectEmbedding, type EmbeddingProtocol, toEmbeddings } from './embedding-protocol.ts';
import { FailedStreamEvent } from './http/failed-stream-event.ts';
import {
  separateReasoning,
  tokenCountField,
  toWireMessage,
  withToolCalls,
} from './openai-protocol/openai-chat.ts';
import { createStreamParts } from './openai-protocol/stream-parts.ts';

/** Texts and questions are embedded alike, as with the models of other providers. */
export const COHERE_INPUT = 'search_document';

const CHAT: ChatProtocol = {
  write(modelId, request, isStreamed) {
    const parameters = { ...toParameters(request), ...(isStreamed && { stream: true }) };
    const messages = request.messages.map(toMessage);
    return { path: '/chat', body: { model: modelId, ...parameters, messages }, parameters };
  },
  read(body) {
    const message = isObject(body) ? body.message : undefined;
    if (!isObject(body) || !isObject(message)) return 'it holds no message';
    if (isInterruptedFinish(body.finish_reason))
      return `the response ended with the finish reason ${body.finish_reason}`;
    const content = Array.isArray(message.content) ? message.content.filter(isObject) : [];
    const written = (name: 'text' | 'thinking') => content.map((part) => textOf(part[name])).join('');
    const calls = Array.isArray(message.tool_calls) ? message.tool_calls.filter(isObject) : [];
    return {
      ...separateReasoning(written('text'), written('thinking') + textOf(message.tool_plan)),
      ...readFinish(body.finish_reason),
      ...withToolCalls(calls.map(toToolCall)),
      usage: readUsage(body.usage),
      returnedModel: null,
    };
  },
  createStream,
};

const EMBED: EmbeddingProtocol = {
  maxTexts: 96,
  write: (model, texts) => ({
    path: '/embed',
    body: { model, texts, input_type: COHERE_INPUT, embedding_types: ['float'] },
  }),
  read(body, texts) {
    const { embeddings, meta } = isObject(body) ? body : {};
    const vectors = isObject(embeddings) ? embeddings.float : undefined;
    if (!Array.isArray(vectors)) return 'it holds no list of embeddings';
    const billed = isObject(meta) ? meta.billed_units : undefined;
    return toEmbeddings(vectors, texts, tokenCountField(billed, 'input_tokens'));
  },
};

/** Cohere by its chat API, version 2; its responses do not name the model. */
export function createCohere(options: AccountOptions): Adapter {
  const { transport, redact, stop } = openAccount(options);
  const account = { transport, redact, toRequest: requestsBelow(options) };
  return {
    connect: (modelId, quirks) => connectChat(account, CHAT, modelId, quirks),
    connectEmbedding: (modelId) => connectEmbedding(account, EMBED, modelId),
    stop: async () => stop(),
  };
}

function toParameters({ temperature, maxTokens, seed, serving = {}, tools, toolChoice }: ChatRequest) {
  const { top_p, stop, response_format: format } = serving;
  const schema = format?.schema;
  return {
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { max_tokens: maxTokens }),
    ...(seed !== undefined && { seed }),
    ...(top_p !== undefined && { p: top_p }),
    ...(stop && { stop_sequences: stop }),
    ...(format && { response_format: { type: 'json_object', ...(schema && { json_schema: schema }) } }),
    ...(tools &&
      tools.length > 0 && {
        tools: tools.map((tool) => ({ type: 'function', function: tool })),
        ...(toolChoice === 'none' && { tool_choice: 'NONE' }),
      }),
  };
}

/** As in OpenAI's protocol, but without content if there are only calls. */
function toMessage(message: ChatMessage): object {
  const { content, ...rest } = toWireMessage(message) as { content: string | null };
  return { ...rest, ...(content !== null && { content }) };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function toToolCall({ id, function: made }: Record<string, unknown>): ToolCall {
  const { name, arguments: given } = isObject(made) ? made : {};
  return { id: textOf(id), name: textOf(name), arguments: textOf(given) };
}

/** The billed tokens; `usage.tokens` also counts a preamble by Cohere. */
function readUsage(usage: unknown): ChatUsage {
  const { billed_units: billed, tokens, cached_tokens: cached } = isObject(usage) ? usage : {};
  const count = (name: string) => tokenCountField(billed, name) ?? tokenCountField(tokens, name);
  return {
    input_tokens: count('input_tokens'),
    output_tokens: count('output_tokens'),
    reasoning_tokens: null,
    cached_tokens: tokenCountField({ cached }, 'cached'),
  };
}

function createStream(told: Parameters<ChatProtocol['createStream']>[0]): ChatStream {
  const parts = createStreamParts(told);
  return {
    onEvent(data, at) {
      const event = parseJson(data);
      if (!isObject(event)) throw new FailedStreamEvent(data, 'an event of the stream is not a JSON object');
      const delta = isObject(event.delta) ? event.delta : {};
      if (event.type === 'message-end') {
        if (isInterruptedFinish(delta.finish_reason) || typeof delta.error === 'string')
          throw new FailedStreamEvent(
            JSON.stringify({
              error: { message: delta.error ?? `the response ended with ${delta.finish_reason}` },
            }),
            'the stream ends in an error',
          );
        parts.finish(readFinish(delta.finish_reason));
        parts.usage(readUsage(delta.usage));
      }
      const message = isObject(delta.message) ? delta.message : {};
      const { content, tool_calls: call, tool_plan: plan } = message;
      parts.reasoning(textOf(plan), at);
      if (isObject(content)) {
        parts.reasoning(textOf(content.thinking), at);
        parts.text(textOf(content.text), at);
      }
      if (isObject(call)) parts.tool(event.index, toToolCall(call), at);
    },
    ...parts.read,
  };
}
