import type {
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
} from '@ai-sdk/provider';
import { isObject } from '../../../kernel/json.ts';
import type { CallOptions, ChatUsage, FinishReason, ToolCall } from '../../contract/chat.ts';
import { isInterruptedFinish, MAX_FINISH_DETAIL_LENGTH } from '../../contract/finish-reasons.ts';
import { type TokenChunk, toStreamTimings } from '../../contract/stream-timings.ts';
import type { FailedChat, ParsedAnswer } from '../http/attempt-chat.ts';
import type { WireFailure } from '../http/failures.ts';
import { contentFilterNames } from '../http/reported-error.ts';
import {
  namedTier,
  readServerNames,
  separateReasoning,
  withToolCalls,
} from '../openai-protocol/openai-chat.ts';
import { createVisibleText, visiblePieces } from '../openai-protocol/reasoning.ts';
import type { CapturedExchange } from './captured-fetch.ts';

/** Reads the usage object as the server sent it. */
export type ReadUsage = (raw: unknown) => ChatUsage;

const FINISH: Partial<Record<string, FinishReason>> = {
  stop: 'stop',
  length: 'length',
  'content-filter': 'content_filter',
  'tool-calls': 'tool_calls',
};

/**
 * A package also treats a response without a finish reason as finished; without an end marker such a stream was
 * interrupted.
 */
const isFinished = ({ raw }: LanguageModelV4FinishReason, { isDone }: Pick<CapturedExchange, 'isDone'>) =>
  raw === undefined ? isDone : !isInterruptedFinish(raw);

export function readGeneratedAnswer(
  result: LanguageModelV4GenerateResult,
  readUsage: ReadUsage,
  { headers }: Pick<CapturedExchange, 'headers'>,
): ParsedAnswer | string {
  const { raw } = result.finishReason;
  // A package turns JSON of another shape into a response without content.
  if (raw === undefined && result.content.length === 0) return 'it gives no finish reason';
  if (isInterruptedFinish(raw)) return `the response ended with the finish reason ${raw}`;
  const written = (type: 'text' | 'reasoning') =>
    result.content.flatMap((part) => (part.type === type && 'text' in part ? [part.text] : [])).join('');
  return {
    ...separateReasoning(written('text'), written('reasoning')),
    ...toFinish(result.finishReason, withheldTextIn(result.response?.body)),
    ...withToolCalls(result.content.flatMap((part) => (part.type === 'tool-call' ? [toToolCall(part)] : []))),
    usage: { ...tierIn(result.response?.body, headers), ...readUsage(result.usage.raw) },
    returnedModel: result.response?.modelId ?? modelVersion(result.response?.body),
    ...readServerNames(result.response?.body),
  };
}

function toFinish(
  { raw, unified }: LanguageModelV4FinishReason,
  heldBack: HeldBack,
): Pick<ParsedAnswer, 'finishReason' | 'finishDetail'> {
  const finishReason = heldBack.refusal === '' ? (FINISH[unified] ?? 'other') : 'content_filter';
  const isNamed = finishReason !== 'other' && finishReason !== 'content_filter';
  const word = raw === 'content_filter' || raw === 'stop' ? undefined : raw;
  const detail = isNamed ? undefined : heldBack.filters || heldBack.refusal || word;
  return {
    finishReason,
    ...(detail && { finishDetail: detail.slice(0, MAX_FINISH_DETAIL_LENGTH).toWellFormed() }),
  };
}

/** Fields of OpenAI and Azure for a withheld response, which the package returns as text that ended normally. */
interface HeldBack {
  /** The refusal message of a model. */
  refusal: string;
  filters: string;
}

function withheldTextIn(body: unknown): HeldBack {
  const choice: unknown = isObject(body) && Array.isArray(body.choices) ? body.choices[0] : undefined;
  if (!isObject(choice)) return { refusal: '', filters: '' };
  const said = choice.message ?? choice.delta;
  const refusal = isObject(said) && typeof said.refusal === 'string' ? said.refusal : '';
  return { refusal, filters: contentFilterNames(choice).join(', ') };
}

function toToolCall({ toolCallId, toolName, input }: LanguageModelV4ToolCall): ToolCall {
  return { id: toolCallId, name: toolName, arguments: input };
}

/** The tier that served a request: OpenAI names it in the body, Gemini in a header where its usage does not. */
const tierIn = (body: unknown, headers: CapturedExchange['headers']) =>
  namedTier((isObject(body) ? body.service_tier : undefined) ?? headers?.['x-gemini-service-tier']);

/** Google's name for the model that answered. */
function modelVersion(body: unknown): string | null {
  return isObject(body) && typeof body.modelVersion === 'string' ? body.modelVersion : null;
}

/**
 * Assembles a stream. The parts after a raw event were made from it, so they get the time at which its bytes arrived,
 * not the time at which the package returned them.
 */
export async function readStreamParts(
  parts: ReadableStream<LanguageModelV4StreamPart>,
  captured: CapturedExchange,
  calledAt: number,
  {
    readUsage,
    onText,
    onFirstToken,
  }: Pick<CallOptions, 'onText' | 'onFirstToken'> & { readUsage: ReadUsage },
): Promise<ParsedAnswer | FailedChat> {
  const visible = onText && createVisibleText(onText);
  const calls: ToolCall[] = [];
  let [content, apart, events] = ['', '', 0];
  let model: string | null = null;
  let from: ReturnType<typeof readServerNames> = {};
  let tier: ReturnType<typeof tierIn> = {};
  let finish: Extract<LanguageModelV4StreamPart, { type: 'finish' }> | undefined;
  let last: unknown;
  const heldBack: HeldBack = { refusal: '', filters: '' };
  const chunks: TokenChunk[] = [];
  const add = (kind: TokenChunk['kind'], text: string): string => {
    const at = captured.eventsAt[events - 1] ?? performance.now();
    if (text !== '' && chunks.push({ atMs: at - calledAt, kind, length: text.length }) === 1)
      onFirstToken?.(model);
    return text;
  };
  for await (const part of parts) {
    if (part.type === 'raw') {
      events += 1;
      last = part.rawValue;
      model ??= modelVersion(last);
      from = { ...from, ...readServerNames(last) };
      tier = { ...tier, ...tierIn(last, captured.headers) };
      const { refusal, filters } = withheldTextIn(last);
      heldBack.refusal += refusal;
      heldBack.filters ||= filters;
    } else if (part.type === 'text-delta') {
      content += add('text', part.delta);
      visible?.(part.delta);
    } else if (part.type === 'tool-call') calls.push(toToolCall(part));
    else if (part.type === 'reasoning-delta') apart += add('reasoning', part.delta);
    else if (part.type === 'tool-input-delta') add('tool', part.delta);
    else if (part.type === 'response-metadata') model ??= part.modelId ?? null;
    else if (part.type === 'finish') finish = part;
    else if (part.type === 'error') return { ...badPart(part.error, last, captured), partial: content };
  }
  if (captured.errorEvent !== undefined) return { ...badPart(null, last, captured), partial: content };
  const doneMs = performance.now() - calledAt;
  const { status, headers } = captured;
  if (finish === undefined || !isFinished(finish.finishReason, captured)) {
    return { status, headers, broken: new Error('the stream ended without a finish reason') };
  }
  const times = { calledAt, sentMs: captured.sentAt - calledAt, doneMs };
  const pieces = chunks.map(({ kind, length }) => (kind === 'text' ? length : 0));
  return {
    ...separateReasoning(content, apart),
    ...toFinish(finish.finishReason, heldBack),
    ...withToolCalls(calls),
    usage: { ...tier, ...readUsage(finish.usage.raw) },
    returnedModel: model,
    ...from,
    timings: toStreamTimings(times, chunks, visiblePieces(content, pieces)),
  };
}

/** An event that contains the server's error, or that cannot be parsed. */
function badPart(
  error: unknown,
  event: unknown,
  { status, headers, broken, errorEvent }: CapturedExchange,
): WireFailure {
  if (broken !== undefined) return { status, headers, broken };
  const body = errorEvent ?? (typeof event === 'string' ? event : undefined);
  return {
    status,
    headers,
    body,
    isEvent: true,
    unreadable: error instanceof Error ? error.message : 'an event of the stream cannot be read',
  };
}
