import { isObject, parseJson } from '../../kernel/json.ts';
import type { ChatMessage, ChatRequest, ChatUsage, ToolCall, ToolSpec } from '../contract/chat.ts';
import { readFinish } from '../contract/finish-reasons.ts';
import type { Serving } from '../contract/serving.ts';
import type { Adapter } from './adapter.ts';
import {
  type AccountOptions,
  type ChatProtocol,
  type ChatStream,
  connectChat,
  openAccount,
  requestsBelow,
} from './chat-protocol.ts';
import { COHERE_INPUT } from './cohere.ts';
import { connectEmbedding, type EmbeddingProtocol, toEmbeddings } from './embedding-protocol.ts';
import { FailedStreamEvent } from './http/failed-stream-event.ts';
import {
  cacheWrites,
  namedTier,
  separateReasoning,
  tokenCountField,
  withToolCalls,
} from './openai-protocol/openai-chat.ts';
import { createStreamParts } from './openai-protocol/stream-parts.ts';

const CONVERSE: ChatProtocol = {
  write(modelId, request, isStreamed) {
    const parameters = toParameters(modelId, request);
    const cachePoint = cachePoints(request);
    const system = request.messages
      .filter(({ role }) => role === 'system')
      .map(({ content }) => ({ text: content }));
    const body = {
      ...parameters,
      ...(system.length > 0 && { system: [...system, ...cachePoint] }),
      messages: withCachePoint(
        toMessages(request.messages.filter(({ role }) => role !== 'system')),
        cachePoint,
      ),
    };
    const path = `/model/${encodeURIComponent(modelId)}/converse${isStreamed ? '-stream' : ''}`;
    return { path, body, parameters };
  },
  read(body) {
    const output = isObject(body) ? body.output : undefined;
    const message = isObject(output) ? output.message : undefined;
    if (!isObject(body) || !isObject(message) || !Array.isArray(message.content))
      return 'it holds no message with content';
    const blocks = message.content.filter(isObject);
    const text = blocks.map((block) => textOf(block.text)).join('');
    return {
      ...separateReasoning(text, blocks.map((block) => reasoningOf(block.reasoningContent)).join('')),
      ...readFinish(body.stopReason),
      ...withToolCalls(blocks.flatMap(({ toolUse }) => (isObject(toolUse) ? [toToolCall(toolUse)] : []))),
      usage: { ...readUsage(body.usage), ...tierOf(body) },
      returnedModel: null,
    };
  },
  createStream,
  format: 'aws_frames',
};

const invoke = (modelId: string) => `/model/${encodeURIComponent(modelId)}/invoke`;

/** Titan's models, whose requests have one text. */
const TITAN: EmbeddingProtocol = {
  maxTexts: 1,
  write: (modelId, [inputText]) => ({ path: invoke(modelId), body: { inputText } }),
  read(body, texts) {
    if (!isObject(body) || !Array.isArray(body.embedding)) return 'it holds no embedding';
    return toEmbeddings([body.embedding], texts, tokenCountField(body, 'inputTextTokenCount'));
  },
};

const COHERE: EmbeddingProtocol = {
  maxTexts: 96,
  write: (modelId, texts) => ({
    path: invoke(modelId),
    body: { texts, input_type: COHERE_INPUT, embedding_types: ['float'] },
  }),
  read(body, texts, headers) {
    const embeddings = isObject(body) ? body.embeddings : undefined;
    const vectors = isObject(embeddings) ? embeddings.float : embeddings;
    if (!Array.isArray(vectors)) return 'it holds no list of embeddings';
    const counted = Number(headers['x-amzn-bedrock-input-token-count'] ?? Number.NaN);
    return toEmbeddings(vectors, texts, Number.isSafeInteger(counted) ? counted : null);
  },
};

/** The embedding models of each vendor have a protocol of their own. */
const embeddingOf = (modelId: string) => (/\bcohere\./.test(modelId) ? COHERE : TITAN);

/** Amazon Bedrock by its Converse API, which is the same for the models of all vendors. */
export function createBedrock(options: AccountOptions): Adapter {
  const { transport, redact, stop } = openAccount(options);
  const account = { transport, redact, toRequest: requestsBelow(options) };
  return {
    connect: (modelId, quirks) => connectChat(account, CONVERSE, modelId, quirks),
    connectEmbedding: (modelId) => connectEmbedding(account, embeddingOf(modelId), modelId),
    quirks: { acceptsSeed: false },
    stop: async () => stop(),
  };
}

function toParameters(modelId: string, { temperature, maxTokens, serving = {}, tools }: ChatRequest) {
  const { top_p, stop, service_tier: type } = serving;
  const inference = {
    ...(maxTokens !== undefined && { maxTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(top_p !== undefined && { topP: top_p }),
    ...(stop && { stopSequences: stop }),
  };
  return {
    ...(Object.keys(inference).length > 0 && { inferenceConfig: inference }),
    // The protocol cannot express that no tool may be called.
    ...(tools && tools.length > 0 && { toolConfig: { tools: tools.map(toWireTool) } }),
    ...toWireServing(modelId, serving),
    ...(type !== undefined && { serviceTier: { type } }),
  };
}

/** The marker up to which a prompt is cached, if caching is requested. */
const cachePoints = ({ serving: { prompt_cache_retention: ttl } = {} }: ChatRequest): object[] =>
  ttl === undefined ? [] : [{ cachePoint: { type: 'default', ttl } }];

/** The last message is cached too, so that the next turn of a conversation reads it from the cache. */
const withCachePoint = (messages: readonly WireMessage[], cachePoint: readonly object[]): WireMessage[] =>
  messages.map((message, i) =>
    i < messages.length - 1 ? message : { ...message, content: [...message.content, ...cachePoint] },
  );

/** Reasoning effort is a different field for each vendor; `acceptedServing` lists the supported ones. */
function toWireServing(modelId: string, { reasoning_effort: effort, response_format: format }: Serving) {
  const fields = /\bopenai\./.test(modelId)
    ? { reasoning_effort: effort }
    : { reasoningConfig: { type: 'enabled', maxReasoningEffort: effort } };
  const { schema, name = 'answer' } = format ?? {};
  const structure = { jsonSchema: { name, schema: JSON.stringify(schema) } };
  return {
    ...(effort !== undefined && { additionalModelRequestFields: fields }),
    ...(schema && { outputConfig: { textFormat: { type: 'json_schema', structure } } }),
  };
}

const toWireTool = ({ name, description, parameters }: ToolSpec) => ({
  toolSpec: { name, description, inputSchema: { json: parameters } },
});

interface WireMessage {
  role: string;
  content: object[];
}

/** Roles must alternate, so consecutive messages of one role are merged. */
function toMessages(messages: readonly ChatMessage[]): WireMessage[] {
  const merged: WireMessage[] = [];
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const last = merged.at(-1);
    if (last?.role === role) last.content.push(...toBlocks(message));
    else merged.push({ role, content: toBlocks(message) });
  }
  return merged;
}

/** Replaces an empty text, which the API refuses. */
const EMPTY_TEXT = '(empty)';

function toBlocks(message: ChatMessage): object[] {
  const text = message.content.trim() === '' ? EMPTY_TEXT : message.content;
  if (message.role === 'tool')
    return [{ toolResult: { toolUseId: message.toolCallId, content: [{ text }] } }];
  const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
  return [
    ...(message.content === '' && calls.length > 0 ? [] : [{ text }]),
    ...calls.map(({ id, name, arguments: given }) => ({
      toolUse: { toolUseId: id, name, input: parseJson(given) ?? {} },
    })),
  ];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** In `reasoningText` if not streamed; in the block itself if streamed. */
function reasoningOf(block: unknown): string {
  if (!isObject(block)) return '';
  return textOf(isObject(block.reasoningText) ? block.reasoningText.text : block.text);
}

const toToolCall = ({ toolUseId, name, input }: Record<string, unknown>): ToolCall => ({
  id: textOf(toolUseId),
  name: textOf(name),
  arguments: JSON.stringify(input ?? {}),
});

/** `inputTokens` excludes tokens read from or written to the cache. */
function readUsage(usage: unknown): ChatUsage {
  const fresh = tokenCountField(usage, 'inputTokens');
  const read = tokenCountField(usage, 'cacheReadInputTokens');
  const written = tokenCountField(usage, 'cacheWriteInputTokens') ?? 0;
  const details = isObject(usage) && Array.isArray(usage.cacheDetails) ? usage.cacheDetails : [];
  const forHour = details.find((one) => isObject(one) && one.ttl === '1h');
  return {
    input_tokens: fresh === null ? null : fresh + (read ?? 0) + written,
    output_tokens: tokenCountField(usage, 'outputTokens'),
    reasoning_tokens: null,
    cached_tokens: read,
    ...cacheWrites(written, tokenCountField(forHour, 'inputTokens') ?? 0),
  };
}

const tierOf = ({ serviceTier }: Record<string, unknown>) =>
  namedTier(isObject(serviceTier) ? serviceTier.type : undefined);

function createStream(told: Parameters<ChatProtocol['createStream']>[0]): ChatStream {
  const parts = createStreamParts(told);
  return {
    onEvent(data, at, name) {
      const event = parseJson(data);
      if (!isObject(event)) throw new FailedStreamEvent(data, 'an event of the stream is not a JSON object');
      const { contentBlockIndex: index, delta, start } = event;
      if (name === 'messageStop') parts.finish(readFinish(event.stopReason));
      else if (name === 'metadata') parts.usage({ ...readUsage(event.usage), ...tierOf(event) });
      else if (name === 'contentBlockStart' && isObject(start) && isObject(start.toolUse))
        parts.tool(index, { id: textOf(start.toolUse.toolUseId), name: textOf(start.toolUse.name) }, at);
      else if (name === 'contentBlockDelta' && isObject(delta)) {
        parts.reasoning(reasoningOf(delta.reasoningContent), at);
        parts.text(textOf(delta.text), at);
        if (isObject(delta.toolUse)) parts.tool(index, { arguments: textOf(delta.toolUse.input) }, at);
      }
    },
    ...parts.read,
  };
}
