import type {
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
} from '@ai-sdk/provider';
import type { ChatUsage, FinishReason, ToolCall } from '../../contract/chat.ts';
import { type TokenChunk, toTimings } from '../../contract/stream-timings.ts';
import type { WireFailure } from '../http/failures.ts';
import { isRecord } from '../http/reported-error.ts';
import {
  type ParsedAnswer,
  readServer,
  separateReasoning,
  withToolCalls,
} from '../openai-protocol/openai-chat.ts';
import { createVisibleText, visiblePieces } from '../openai-protocol/reasoning.ts';
import type { Captured } from './captured-fetch.ts';

/** Reads the usage object of a server, as it was sent. */
export type ReadUsage = (raw: unknown) => ChatUsage;

const FINISH: Partial<Record<string, FinishReason>> = {
  stop: 'stop',
  length: 'length',
  'content-filter': 'content_filter',
  'tool-calls': 'tool_calls',
};

/** A package calls an answer without a reason to end finished, too; such an answer broke off or is none. */
const isFinished = ({ raw, unified }: LanguageModelV4FinishReason) =>
  raw !== undefined && unified !== 'interrupted' && unified !== 'error';

export function readGenerated(
  result: LanguageModelV4GenerateResult,
  readUsage: ReadUsage,
): ParsedAnswer | string {
  if (!isFinished(result.finishReason)) return 'it does not say why the answer ended';
  const written = (type: 'text' | 'reasoning') =>
    result.content.flatMap((part) => (part.type === type && 'text' in part ? [part.text] : [])).join('');
  return {
    ...separateReasoning(written('text'), written('reasoning')),
    finishReason: isRefusal(result.response?.body) ? 'content_filter' : toFinish(result.finishReason),
    ...withToolCalls(result.content.flatMap((part) => (part.type === 'tool-call' ? [toToolCall(part)] : []))),
    usage: readUsage(result.usage.raw),
    returnedModel: result.response?.modelId ?? modelVersion(result.response?.body),
    ...readServer(result.response?.body),
  };
}

const toFinish = ({ unified }: LanguageModelV4FinishReason): FinishReason => FINISH[unified] ?? 'other';

/** OpenAI's word for an answer that the model would not give; its package hands it on as text that ended by itself. */
function isRefusal(body: unknown): boolean {
  const choice: unknown = isRecord(body) && Array.isArray(body.choices) ? body.choices[0] : undefined;
  const said = isRecord(choice) ? (choice.message ?? choice.delta) : undefined;
  return isRecord(said) && typeof said.refusal === 'string' && said.refusal !== '';
}

function toToolCall({ toolCallId, toolName, input }: LanguageModelV4ToolCall): ToolCall {
  return { id: toolCallId, name: toolName, arguments: input };
}

/** Google's name for the model that answered. */
function modelVersion(body: unknown): string | null {
  return isRecord(body) && typeof body.modelVersion === 'string' ? body.modelVersion : null;
}

/**
 * Puts a stream together. The parts that follow a raw event were made of it, so they bear the time at
 * which that event's bytes arrived, not the one at which the package handed them on.
 */
export async function readParts(
  parts: ReadableStream<LanguageModelV4StreamPart>,
  captured: Captured,
  calledAt: number,
  { readUsage, onText }: { readUsage: ReadUsage; onText: ((text: string) => void) | undefined },
): Promise<ParsedAnswer | WireFailure> {
  const visible = onText && createVisibleText(onText);
  const calls: ToolCall[] = [];
  let [content, apart, events] = ['', '', 0];
  let model: string | null = null;
  let from: ReturnType<typeof readServer> = {};
  let finish: Extract<LanguageModelV4StreamPart, { type: 'finish' }> | undefined;
  let last: unknown;
  let isRefused = false;
  const chunks: TokenChunk[] = [];
  const add = (kind: TokenChunk['kind'], text: string): string => {
    const at = captured.eventsAt[events - 1] ?? performance.now();
    if (text !== '') chunks.push({ atMs: at - calledAt, kind, length: text.length });
    return text;
  };
  for await (const part of parts) {
    if (part.type === 'raw') {
      events += 1;
      last = part.rawValue;
      model ??= modelVersion(last);
      from = { ...from, ...readServer(last) };
      isRefused ||= isRefusal(last);
    } else if (part.type === 'text-delta') {
      content += add('text', part.delta);
      visible?.(part.delta);
    } else if (part.type === 'tool-call') calls.push(toToolCall(part));
    else if (part.type === 'reasoning-delta') apart += add('reasoning', part.delta);
    else if (part.type === 'tool-input-delta') add('tool', part.delta);
    else if (part.type === 'response-metadata') model ??= part.modelId ?? null;
    else if (part.type === 'finish') finish = part;
    else if (part.type === 'error') return badPart(part.error, last, captured);
  }
  const doneMs = performance.now() - calledAt;
  const { status, headers } = captured;
  if (finish === undefined || !isFinished(finish.finishReason)) {
    return { status, headers, broken: new Error('the stream ended without a finish reason') };
  }
  const times = { calledAt, sentMs: captured.sentAt - calledAt, doneMs };
  const pieces = chunks.map(({ kind, length }) => (kind === 'text' ? length : 0));
  return {
    ...separateReasoning(content, apart),
    finishReason: isRefused ? 'content_filter' : toFinish(finish.finishReason),
    ...withToolCalls(calls),
    usage: readUsage(finish.usage.raw),
    returnedModel: model,
    ...from,
    timings: toTimings(times, chunks, visiblePieces(content, pieces)),
  };
}

/** An event with an error of the server's in it, or one that cannot be read. */
function badPart(error: unknown, event: unknown, { status, headers, broken }: Captured): WireFailure {
  if (broken !== undefined) return { status, headers, broken };
  const reported = isRecord(event) && (event.error !== undefined || event.type === 'error');
  return {
    status,
    headers,
    body: reported ? JSON.stringify(event) : undefined,
    unreadable: error instanceof Error ? error.message : 'an event of the stream cannot be read',
  };
}
