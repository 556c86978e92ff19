import { type CallOptions, type ChatAnswer, type ChatOutcome, NO_USAGE } from '../../contract/chat.ts';
import { MAX_FINISH_DETAIL_LENGTH } from '../../contract/finish-reasons.ts';
import { attemptCall } from './attempt.ts';
import type { Deadline } from './deadline.ts';
import type { WireFailure } from './failures.ts';
import { refusedOutput } from './model-output.ts';
import type { Redaction } from './redaction.ts';

/** What an answer says. */
export type ParsedAnswer = Omit<ChatAnswer, 'ok' | 'sent' | 'latencyMs'>;

/** A call that failed on the wire, with what is known of it should it turn out to be an answer. */
export interface FailedChat extends WireFailure {
  /** The parameters that were sent. */
  sent?: ChatAnswer['sent'];
  /** Text received before the failure. */
  partial?: string;
}

/**
 * One attempt at a chat, over whichever wire, which tells `told` what comes. Here it is decided what is an answer: one that says nothing and gives no
 * reason for it is none, and an error that blames what the model wrote is one, of which nothing fits.
 */
export function attemptChat(
  options: CallOptions,
  redact: Redaction,
  run: (deadline: Deadline, startedAt: number, told: CallOptions) => Promise<ChatAnswer | FailedChat>,
  who?: string,
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
    who,
  );
}

/** The token limit, a filter, and a word of the server’s own are reasons for having nothing to say. */
function isEmpty(answer: ChatAnswer): boolean {
  const { text, reasoning, toolCalls = [], passages = [], finishReason, finishDetail } = answer;
  if (text.trim() !== '' || (reasoning ?? '').trim() !== '') return false;
  if (toolCalls.length > 0 || passages.length > 0 || finishDetail !== undefined) return false;
  return finishReason !== 'length' && finishReason !== 'content_filter';
}
