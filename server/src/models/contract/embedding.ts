import type { CallOptions } from './chat.ts';
import type { CallFailure } from './failure.ts';

/** The most texts of one call: what OpenAI allows, and most servers with it. */
export const MAX_TEXTS_PER_CALL = 2048;

export interface EmbedAnswer {
  ok: true;
  /** One for each text, in the order of the texts; all of the same length, every number finite. */
  vectors: readonly Float32Array[];
  /** The length of each vector. */
  dimensions: number;
  /** Tokens as the server counted them; null where it did not say. */
  usage: { input_tokens: number | null };
  /** The model name the server returned; null when it did not say. */
  returnedModel: string | null;
  /** From the call to the whole answer read, by the monotonic clock. */
  latencyMs: number;
}

export type EmbedOutcome = EmbedAnswer | CallFailure;

/**
 * The vectors of 1 to `maxTexts` non-empty texts by one model. Failures are outcomes, an answer with
 * a vector too few, of another length, or with a number that is none among them; it rejects only when the
 * caller aborts, and with a RangeError when there is no text, an empty one, or more than allowed.
 */
export type Embed = (texts: readonly string[], options: CallOptions) => Promise<EmbedOutcome>;
