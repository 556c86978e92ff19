import { isObject } from '../../../kernel/json.ts';
import type { CallOptions } from '../../contract/chat.ts';
import { errorInEvent } from '../http/event-stream.ts';
import { FailedStreamEvent } from '../http/failed-stream-event.ts';
import { errorOfChoice, readFinishOfChoice, readServerNames, readUsage } from './openai-chat.ts';
import { createStreamParts } from './stream-parts.ts';

/** Assembles a streamed chat completion; one for each call. */
export function createChatStream(told: Pick<CallOptions, 'onText' | 'onFirstToken'> = {}) {
  const parts = createStreamParts(told);
  let refusal = '';
  let calls = 0;

  function takeDelta(delta: Record<string, unknown>, at: number) {
    parts.reasoning(textOf(delta.reasoning_content ?? delta.reasoning), at);
    parts.text(textOf(delta.content), at);
    refusal += textOf(delta.refusal);
    if (!Array.isArray(delta.tool_calls)) return;
    for (const part of delta.tool_calls) if (isObject(part)) takeToolCall(part, at);
  }

  /** A call arrives in pieces with the same index: first its id and name, then its arguments bit by bit. */
  function takeToolCall({ index, id, function: made }: Record<string, unknown>, at: number) {
    const { name, arguments: piece } = isObject(made) ? made : {};
    const whole = { id: textOf(id), name: textOf(name), arguments: textOf(piece) };
    parts.tool(index ?? (whole.id || calls++), whole, at);
  }

  return {
    /** Processes one event and the time it arrived. Throws `FailedStreamEvent` if it does not belong to a completion. */
    onEvent(data: string, at: number, name?: string): void {
      if (isDoneMarker(data)) {
        if (!parts.read.isFinished()) parts.finish(readFinishOfChoice({}, refusal));
        return;
      }
      const error = errorInEvent(data, name);
      if (error !== null) throw new FailedStreamEvent(error, 'the stream ends in an error');
      const event = readEvent(data);
      if (isObject(event.usage)) parts.usage(readUsage(event.usage));
      parts.model(event.model);
      parts.tier(event.service_tier);
      parts.names(readServerNames(event));
      const choice: unknown = Array.isArray(event.choices) ? event.choices[0] : undefined;
      if (!isObject(choice)) return; // the usage arrives in a separate event without a choice
      const { delta, ...rest } = choice;
      if (isObject(delta)) takeDelta(delta, at);
      const broken = errorOfChoice(rest);
      if (broken !== null)
        throw new FailedStreamEvent(JSON.stringify({ error: broken }), 'the stream ends in an error');
      if ((rest.finish_reason ?? null) !== null) parts.finish(readFinishOfChoice(rest, refusal));
    },
    ...parts.read,
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The final marker `[DONE]`; some servers write additional characters. */
export const isDoneMarker = (data: string) => data.length < 20 && data.trim() === '[DONE]';

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
