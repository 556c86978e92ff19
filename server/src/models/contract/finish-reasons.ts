import type { ChatAnswer, FinishReason } from './chat.ts';

/** The finish reasons of all protocols, in lower case. */
const FINISH: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  end_turn: 'stop',
  stop_sequence: 'stop',
  eos: 'stop',
  eos_token: 'stop',
  complete: 'stop',
  length: 'length',
  max_tokens: 'length',
  max_output_tokens: 'length',
  model_length: 'length',
  model_context_window_exceeded: 'length',
  content_filter: 'content_filter',
  content_filtered: 'content_filter',
  guardrail_intervened: 'content_filter',
  refusal: 'content_filter',
  safety: 'content_filter',
  prohibited_content: 'content_filter',
  blocklist: 'content_filter',
  spii: 'content_filter',
  tool_calls: 'tool_calls',
  tool_use: 'tool_calls',
  tool_call: 'tool_calls',
  function_call: 'tool_calls',
};

/** Finish reasons by which a server says that it did not finish. */
const INTERRUPTED = new Set(['error', 'abort', 'aborted', 'cancelled', 'canceled', 'interrupted', 'timeout']);

/** Whether a server says that it interrupted a response itself. */
export function isInterruptedFinish(word: unknown): boolean {
  return typeof word === 'string' && INTERRUPTED.has(word.toLowerCase());
}

/** Normalises a finish reason. An unknown word, or the name of a filter, is kept as `finishDetail`. */
export function readFinish(word: unknown): Pick<ChatAnswer, 'finishReason' | 'finishDetail'> {
  if (typeof word !== 'string' || word === '') return { finishReason: 'other' };
  const name = word.toLowerCase();
  const finishReason = Object.hasOwn(FINISH, name) ? (FINISH[name] ?? 'other') : 'other';
  const isOwnWord =
    finishReason !== 'other' && (finishReason !== 'content_filter' || name === 'content_filter');
  return isOwnWord
    ? { finishReason }
    : { finishReason, finishDetail: word.slice(0, MAX_FINISH_DETAIL_LENGTH).toWellFormed() };
}

/** Maximum length of `finishDetail`, in characters. */
export const MAX_FINISH_DETAIL_LENGTH = 400;
