import type { CallOptions } from './chat.ts';
import type { CallFailure } from './failure.ts';

/** Maximum number of texts in one call: the limit of OpenAI and most other servers. */
export const MAX_TEXTS_PER_CALL = 2048;

export interface EmbedAnswer {
  ok: true;
  /** One vector for each text in order; all have the same length and only finite numbers. */
  vectors: readonly Float32Array[];
  /** The length of each vector. */
  dimensions: number;
  /** Tokens counted by the server; null if it did not report them. */
  usage: { input_tokens: number | null };
  /** The model name that the server returned; null if it returned none. */
  returnedModel: string | null;
  /** From the call to the end of the response, by the monotonic clock. */
  latencyMs: number;
}

export type EmbedOutcome = EmbedAnswer | CallFailure;

/**
 * Embeds 1 to `maxTexts` non-empty texts with one model. Failures are outcomes, including a missing vector, one of
 * another length, or one with an invalid number. Rejects only if the caller aborts it, and with a RangeError for no
 * text, an empty text, or too many.
 */
export type Embed = (texts: readonly string[], options: CallOptions) => Promise<EmbedOutcome>;
