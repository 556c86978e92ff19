import { type CallOptions, type ChatAnswer, type ChatOutcome, NO_USAGE } from '../../contract/chat.ts';
import { MAX_FINISH_DETAIL_LENGTH } from '../../contract/finish-reasons.ts';
import { type AttemptContext, attemptCall } from './attempt.ts';
import type { Deadline } from './deadline.ts';
import type { WireFailure } from './failures.ts';
import { refusedOutput } from './model-output.ts';
import type { Redaction } from './redaction.ts';

/** A parsed response. */
export type ParsedAnswer = Omit<ChatAnswer, 'ok' | 'sent' | 'latencyMs'>;

/** A call that failed on the wire, with what is known if it still counts as answered. */
export interface FailedChat extends WireFailure {
  /** The parameters that were sent. */
  sent?: ChatAnswer['sent'];
  /** Text received before the failure. */
  partial?: string;
}

/**
 * One attempt at a chat call over any transport, which reports to `told`. Decides what counts as answered: a response
 * without text, calls and a reason for having none does not; an error that refuses the model's own output does.
 */
export function attemptChat(
  options: CallOptions,
  redact: Redaction,
  run: (deadline: Deadline, startedAt: number, told: CallOptions) => Promise<ChatAnswer | FailedChat>,
  context?: AttemptContext,
): Promise<ChatOutcome> {
  const text = options.onText && redact.answers.streamed(options.onText);
  const told = { ...options, ...(text && { onText: text.onText }) };
  return attemptCall<ChatAnswer>(
    options,
    redact,
    async (deadline, startedAt) => {
      const result = await run(deadline, startedAt, told);
      text?.end();
      if ('ok' in result) return isEmpty(result) ? { status: 200, empty: result } : result;
      const blamed = await refusedOutput(result);
      if (blamed === null) return result;
      return {
        ok: true,
        text: redact.text(blamed.output ?? result.partial ?? ''),
        reasoning: null,
        finishReason: 'other',
        finishDetail: redact.text(blamed.words).slice(0, MAX_FINISH_DETAIL_LENGTH).toWellFormed(),
        usage: NO_USAGE,
        returnedModel: null,
        sent: result.sent ?? {},
        latencyMs: performance.now() - startedAt,
      };
    },
    context,
  );
}

/** Reasons for an empty response: the token limit, a filter, or a word of the server's own. */
function isEmpty(answer: ChatAnswer): boolean {
  const { text, reasoning, toolCalls = [], passages = [], finishReason, finishDetail } = answer;
  if (text.trim() !== '' || (reasoning ?? '').trim() !== '') return false;
  if (toolCalls.length > 0 || passages.length > 0 || finishDetail !== undefined) return false;
  return finishReason !== 'length' && finishReason !== 'content_filter';
}
