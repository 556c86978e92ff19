import { isObject } from '../../../kernel/json.ts';
import type {
  ChatAnswer,
  ChatMessage,
  ChatRequest,
  ChatUsage,
  ToolCall,
  ToolSpec,
} from '../../contract/chat.ts';
import { isInterruptedFinish, MAX_FINISH_DETAIL_LENGTH, readFinish } from '../../contract/finish-reasons.ts';
import type { ModelQuirks } from '../../contract/quirks.ts';
import type { ResponseFormat, Serving } from '../../contract/serving.ts';
import type { ParsedAnswer } from '../http/attempt-chat.ts';
import { contentFilterNames } from '../http/reported-error.ts';
import { splitReasoning } from './reasoning.ts';

/** The parameters of a chat completion besides model and messages, as they are sent. */
export type SentParameters = Readonly<Record<string, unknown>>;

export function toWireParameters(
  { temperature, maxTokens, seed, serving = {}, tools, toolChoice }: ChatRequest,
  stream: boolean,
  maxTokensParameter: ModelQuirks['maxTokensParameter'] = 'max_tokens',
): SentParameters {
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { [maxTokensParameter]: maxTokens }),
    ...(seed === undefined ? {} : { seed }),
    ...toWireServing(serving),
    ...(tools && tools.length > 0 && toWireTools(tools, toolChoice)),
    ...(stream && { stream: true, stream_options: { include_usage: true } }),
  };
}

/** The routing option of OpenRouter: only the named providers are allowed. */
export function toWireServing({ response_format, provider_route, ...same }: Serving): SentParameters {
  return {
    ...same,
    ...(response_format && { response_format: toWireFormat(response_format) }),
    ...(provider_route && { provider: { order: provider_route, allow_fallbacks: false } }),
  };
}

function toWireFormat({ type, schema, name = 'answer', strict }: ResponseFormat): object {
  if (type === 'json_object') return { type };
  return { type, json_schema: { name, schema, ...(strict !== undefined && { strict }) } };
}

function toWireTools(tools: readonly ToolSpec[], choice: ChatRequest['toolChoice']) {
  const offered = tools.map((tool) => ({ type: 'function', function: tool }));
  return { tools: offered, ...(choice !== undefined && { tool_choice: choice }) };
}

/** A message in the form of the protocol. */
export function toWireMessage(message: ChatMessage): object {
  if (message.role === 'tool') {
    const { role, content, toolCallId } = message;
    return { role, content, tool_call_id: toolCallId };
  }
  if (message.role !== 'assistant' || !message.toolCalls?.length) {
    return { role: message.role, content: message.content };
  }
  const { role, content, toolCalls } = message;
  const calls = toolCalls.map(({ id, name, arguments: given }) => ({
    id,
    type: 'function',
    function: { name, arguments: given },
  }));
  return { role, content: content === '' ? null : content, tool_calls: calls };
}

/**
 * Parses a `chat.completion`. Returns a sentence if it is not valid, and the error if a gateway reports one in the
 * choice. An empty list of choices is an empty response.
 */
export function readCompletion(body: unknown): ParsedAnswer | string | { error: unknown } {
  if (!isObject(body)) return 'it is not a JSON object';
  const isEmpty = Array.isArray(body.choices) && body.choices.length === 0 && !isObject(body.error);
  const choice: unknown = Array.isArray(body.choices) ? body.choices[0] : undefined;
  const { message, ...ended } = isObject(choice)
    ? choice
    : isEmpty
      ? { message: {} }
      : { message: undefined };
  if (!isObject(message)) return 'it holds no choice with a message';
  const error = errorOfChoice(ended);
  if (error !== null) return { error };
  return {
    ...separateReasoning(textOf(message.content), textOf(message.reasoning_content ?? message.reasoning)),
    ...readFinishOfChoice(ended, message.refusal),
    ...withToolCalls(Array.isArray(message.tool_calls) ? message.tool_calls.map(toToolCall) : []),
    usage: { ...readUsage(body.usage), ...namedTier(body.service_tier) },
    returnedModel: typeof body.model === 'string' ? body.model : null,
    ...readServerNames(body),
  };
}

/**
 * The server's name of its configuration, and OpenRouter's name of the provider that responded; other servers omit
 * both.
 */
export function readServerNames(body: unknown): Pick<ChatAnswer, 'fingerprint' | 'route'> {
  const { system_fingerprint: fingerprint, provider: route } = isObject(body) ? body : {};
  return {
    ...(isName(fingerprint) && { fingerprint }),
    ...(isName(route) && { route }),
  };
}

/** The service tier that served a request, as part of its usage. */
export const namedTier = (tier: unknown): Pick<ChatUsage, 'service_tier'> =>
  isName(tier) ? { service_tier: tier } : {};

/** The tokens written to a cache; `forHour` is the part that is cached for an hour. */
export const cacheWrites = (all: number, forHour = 0): Partial<ChatUsage> => ({
  ...(all > forHour && { cache_write_tokens: all - forHour }),
  ...(forHour > 0 && { cache_write_1h_tokens: forHour }),
});

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 200;

/** Adds `toolCalls` if there are any; a call without a name is ignored, and one without arguments has `{}`. */
export function withToolCalls(calls: readonly ToolCall[]): Pick<ChatAnswer, 'toolCalls'> {
  const named = calls.filter(({ name }) => name !== '');
  if (named.length === 0) return {};
  return { toolCalls: named.map((call) => ({ ...call, arguments: call.arguments || '{}' })) };
}

/** Some servers return no id (the index is used) or an object instead of its text. */
function toToolCall(call: unknown, index: number): ToolCall {
  const made: unknown = isObject(call) ? call.function : undefined;
  const { name, arguments: given } = isObject(made) ? made : {};
  return {
    id: isObject(call) && typeof call.id === 'string' && call.id !== '' ? call.id : `call_${index}`,
    name: typeof name === 'string' ? name : '',
    arguments: typeof given === 'string' ? given : JSON.stringify(given ?? {}),
  };
}

/** Separates text and reasoning, wherever the server put the reasoning. */
export function separateReasoning(content: string, apart: string): Pick<ChatAnswer, 'text' | 'reasoning'> {
  const { text, reasoning } = splitReasoning(content);
  return { text, reasoning: [apart, reasoning ?? ''].filter(Boolean).join('\n\n') || null };
}

/** Content is text, a list of parts with text, or null. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => (isObject(part) && typeof part.text === 'string' ? part.text : '')).join('');
}

/** A `refusal` is OpenAI's field for an answer that the model would not give; its finish reason is `stop`. */
export function readFinishOfChoice(
  choice: Record<string, unknown>,
  refusal: unknown,
): Pick<ChatAnswer, 'finishReason' | 'finishDetail'> {
  const filters = contentFilterNames(choice).join(', ');
  const said = typeof refusal === 'string' && refusal !== '' ? refusal : null;
  const finish =
    said === null ? readFinish(choice.finish_reason) : { finishReason: 'content_filter' as const };
  const detail = (filters || said || '').slice(0, MAX_FINISH_DETAIL_LENGTH).toWellFormed();
  return finish.finishReason === 'content_filter' && detail !== ''
    ? { ...finish, finishDetail: detail }
    : finish;
}

/** The error of a choice that a gateway or server interrupted; null if it ended normally. */
export function errorOfChoice({ error, finish_reason: reason }: Record<string, unknown>): unknown {
  if (error !== undefined && error !== null) return error;
  return isInterruptedFinish(reason) ? `the response ended with the finish reason ${reason}` : null;
}

/** Token counts of the server; a missing count is null, never 0. */
export function readUsage(usage: unknown): ChatUsage {
  return {
    input_tokens: tokenCountField(usage, 'prompt_tokens'),
    output_tokens: tokenCountField(usage, 'completion_tokens'),
    reasoning_tokens: tokenCountField(field(usage, 'completion_tokens_details'), 'reasoning_tokens'),
    cached_tokens: tokenCountField(field(usage, 'prompt_tokens_details'), 'cached_tokens'),
  };
}

function field(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

export function tokenCountField(value: unknown, name: string): number | null {
  const number = field(value, name);
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null;
}
