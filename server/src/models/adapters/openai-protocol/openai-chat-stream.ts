import { isObject } from '../../../kernel/json.ts';
import type { CallOptions, ToolCall } from '../../contract/chat.ts';
import type { StreamTimings } from '../../contract/stream-timings.ts';
import { type TokenChunk, toStreamTimings } from '../../contract/stream-timings.ts';
import type { ParsedAnswer } from '../http/attempt-chat.ts';
import { errorInEvent } from '../http/event-stream.ts';
import { FailedStreamEvent } from '../http/failed-stream-event.ts';
import type { StreamedBody } from '../http/stream-body.ts';
import {
  errorOfChoice,
  readFinishOfChoice,
  readServerNames,
  readUsage,
  separateReasoning,
  withToolCalls,
} from './openai-chat.ts';
import { createVisibleText, visiblePieces } from './reasoning.ts';

/** Assembles a streamed chat completion; one for each call. `onText` receives the visible text as it arrives. */
export function createChatStream({
  onText,
  onFirstToken,
}: Pick<CallOptions, 'onText' | 'onFirstToken'> = {}) {
  const visible = onText && createVisibleText(onText);
  const calls = new Map<unknown, ToolCall>();
  let [content, apart, refusal] = ['', '', ''];
  /** Fields of the choice besides its deltas, from the last event that has them. */
  let ended: Record<string, unknown> = {};
  let done = false;
  let usage: unknown;
  let model: string | null = null;
  let from: ReturnType<typeof readServerNames> = {};
  const chunks: TokenChunk[] = [];

  function add(kind: TokenChunk['kind'], text: unknown, at: number): string {
    if (typeof text !== 'string' || text === '') return '';
    if (chunks.push({ atMs: at, kind, length: text.length }) === 1) onFirstToken?.(model);
    return text;
  }

  function takeDelta(delta: Record<string, unknown>, at: number) {
    apart += add('reasoning', delta.reasoning_content ?? delta.reasoning, at);
    content += add('text', delta.content, at);
    refusal += typeof delta.refusal === 'string' ? delta.refusal : '';
    if (typeof delta.content === 'string') visible?.(delta.content);
    if (!Array.isArray(delta.tool_calls)) return;
    add('tool', JSON.stringify(delta.tool_calls), at);
    for (const part of delta.tool_calls) if (isObject(part)) takeToolCall(part);
  }

  /** A call arrives in pieces with the same index: first its id and name, then its arguments bit by bit. */
  function takeToolCall({ index, id, function: made }: Record<string, unknown>) {
    const at = index ?? (typeof id === 'string' ? id : calls.size);
    const { name, arguments: piece } = isObject(made) ? made : {};
    const known = calls.get(at) ?? { id: `call_${calls.size}`, name: '', arguments: '' };
    calls.set(at, {
      id: typeof id === 'string' && id !== '' ? id : known.id,
      name: typeof name === 'string' && name !== '' ? name : known.name,
      arguments: known.arguments + (typeof piece === 'string' ? piece : ''),
    });
  }

  return {
    /**
     * Processes one event and the time it arrived. Throws `FailedStreamEvent` if it does not belong to a chat
     * completion.
     */
    onEvent(data: string, at: number, name?: string): void {
      if (isDoneMarker(data)) {
        done = true;
        return;
      }
      const error = errorInEvent(data, name);
      if (error !== null) throw new FailedStreamEvent(error, 'the stream ends in an error');
      const event = readEvent(data);
      if (isObject(event.usage)) usage = event.usage;
      if (typeof event.model === 'string') model ??= event.model;
      from = { ...from, ...readServerNames(event) };
      const choice: unknown = Array.isArray(event.choices) ? event.choices[0] : undefined;
      if (!isObject(choice)) return; // the usage arrives in a separate event without a choice
      if (isObject(choice.delta)) takeDelta(choice.delta, at);
      const { delta: _delta, ...rest } = choice;
      const broken = errorOfChoice(rest);
      if (broken !== null)
        throw new FailedStreamEvent(JSON.stringify({ error: broken }), 'the stream ends in an error');
      if (hasEnded(rest)) ended = rest;
    },
    /** The text so far. */
    text: (): string => content,
    /** Whether the server reported the end of the response; a stream that ends before was interrupted. */
    isFinished: (): boolean => done || hasEnded(ended),
    result(calledAt: number, { sentAt, doneAt }: StreamedBody): ParsedAnswer & { timings: StreamTimings } {
      const since = chunks.map((chunk) => ({ ...chunk, atMs: chunk.atMs - calledAt }));
      const pieces = chunks.map(({ kind, length }) => (kind === 'text' ? length : 0));
      const times = { calledAt, sentMs: sentAt - calledAt, doneMs: doneAt - calledAt };
      return {
        ...separateReasoning(content, apart),
        ...readFinishOfChoice(ended, refusal),
        ...withToolCalls([...calls.values()]),
        usage: readUsage(usage),
        returnedModel: model,
        ...from,
        timings: toStreamTimings(times, since, visiblePieces(content, pieces)),
      };
    },
  };
}

/** The final marker `[DONE]`; some servers write additional characters. */
export const isDoneMarker = (data: string) => data.length < 20 && data.trim() === '[DONE]';

const hasEnded = ({ finish_reason: reason }: Record<string, unknown>) => (reason ?? null) !== null;

function readEvent(data: string): Record<string, unknown> {
  let event: unknown;
  try {
    event = JSON.parse(data);
  } catch {
    throw new FailedStreamEvent(data, 'an event of the stream is not JSON');
  }
  if (!isObject(event)) throw new FailedStreamEvent(data, 'an event of the stream is not a JSON object');
  return event;
}
