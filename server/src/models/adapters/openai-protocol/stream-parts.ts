import {
  type CallOptions,
  type ChatAnswer,
  type ChatUsage,
  NO_USAGE,
  type ToolCall,
} from '../../contract/chat.ts';
import { type StreamTimings, type TokenChunk, toStreamTimings } from '../../contract/stream-timings.ts';
import type { ParsedAnswer } from '../http/attempt-chat.ts';
import type { StreamedBody } from '../http/stream-body.ts';
import { namedTier, separateReasoning, withToolCalls } from './openai-chat.ts';
import { createVisibleText, visiblePieces } from './reasoning.ts';

type ServerNames = Pick<ChatAnswer, 'fingerprint' | 'route'>;
type Finish = Pick<ChatAnswer, 'finishReason' | 'finishDetail'>;

/**
 * Assembles a streamed response from its parts, for any protocol; one for each call. `onText` receives the visible text
 * as it arrives.
 */
export function createStreamParts({
  onText,
  onFirstToken,
}: Pick<CallOptions, 'onText' | 'onFirstToken'> = {}) {
  const visible = onText && createVisibleText(onText);
  const calls = new Map<unknown, ToolCall>();
  const chunks: TokenChunk[] = [];
  let [content, apart] = ['', ''];
  let finish: Finish | undefined;
  let usage: ChatUsage = NO_USAGE;
  let model: string | null = null;
  let tier: unknown;
  let names: ServerNames = {};

  function add(kind: TokenChunk['kind'], text: string, at: number): string {
    if (text !== '' && chunks.push({ atMs: at, kind, length: text.length }) === 1) onFirstToken?.(model);
    return text;
  }

  return {
    text(piece: string, at: number): void {
      content += add('text', piece, at);
      if (piece !== '') visible?.(piece);
    },
    reasoning(piece: string, at: number): void {
      apart += add('reasoning', piece, at);
    },
    /** Adds to the call with this index: its id and name once, its arguments in pieces. */
    tool(index: unknown, part: Partial<ToolCall>, at: number): void {
      const known = calls.get(index) ?? { id: `call_${calls.size}`, name: '', arguments: '' };
      add('tool', (part.name ?? '') + (part.arguments ?? ''), at);
      calls.set(index, {
        id: part.id || known.id,
        name: part.name || known.name,
        arguments: known.arguments + (part.arguments ?? ''),
      });
    },
    finish(ended: Finish): void {
      finish = ended;
    },
    usage(counted: ChatUsage): void {
      usage = counted;
    },
    tier(name: unknown): void {
      tier = name ?? tier;
    },
    names(told: ServerNames): void {
      names = { ...names, ...told };
    },
    model(name: unknown): void {
      if (typeof name === 'string') model ??= name;
    },
    read: {
      text: (): string => content,
      isFinished: (): boolean => finish !== undefined,
      result(calledAt: number, { sentAt, doneAt }: StreamedBody): ParsedAnswer & { timings: StreamTimings } {
        const since = chunks.map((chunk) => ({ ...chunk, atMs: chunk.atMs - calledAt }));
        const pieces = chunks.map(({ kind, length }) => (kind === 'text' ? length : 0));
        const times = { calledAt, sentMs: sentAt - calledAt, doneMs: doneAt - calledAt };
        return {
          ...separateReasoning(content, apart),
          ...(finish ?? { finishReason: 'other' as const }),
          ...withToolCalls([...calls.values()]),
          usage: { ...usage, ...namedTier(tier) },
          returnedModel: model,
          ...names,
          timings: toStreamTimings(times, since, visiblePieces(content, pieces)),
        };
      },
    },
  };
}
