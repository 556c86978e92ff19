import type { CallOptions } from '../contract/chat.ts';
import type { Embed, EmbedOutcome } from '../contract/embedding.ts';
import { type ConfiguredLimits, limitByCeiling } from './ceilings.ts';
import { createLimiter, type Limiter } from './limiter.ts';
import { callWithRetries, reportOutcome } from './retry.ts';

// Embedding calls carry many texts each: a few at once keep any server busy, and the limiter raises the number if
// possible.
const START = 4;

/** The limiters of embedding calls: one for each connection, below its configured limits. */
export function createEmbeddingLimiters(
  ceilings: (connection: ConfiguredLimits) => Limiter | null,
): (connection: ConfiguredLimits) => Limiter {
  const limiters = new Map<string, Limiter>();
  return (connection) => {
    const { connectionKey } = connection;
    const known = limiters.get(connectionKey);
    if (known !== undefined) return known;
    // The ceiling applies the configured limits.
    const own = createLimiter({ start: START });
    const ceiling = ceilings(connection);
    const limiter = ceiling === null ? own : limitByCeiling(ceiling, own);
    limiters.set(connectionKey, limiter);
    return limiter;
  };
}

/** The embedding function with a limiter and retries; `name` seeds the pauses. */
export function embedWithRetries(embed: Embed, limiter: Limiter, name: string): Embed {
  let calls = 0;
  return async (texts, options) => {
    const { signal } = options;
    const seed = `${name}:${++calls}`;
    const attempt = () => embed(texts, options);
    return (await callWithRetries(attempt, { limiter, seed, ...(signal && { signal }) })).outcome;
  };
}

/** Options of one attempt: `slotWithinMs` limits the wait for a slot, `timeoutMs` and `signal` the attempt itself. */
export interface OneAttempt extends Pick<CallOptions, 'timeoutMs' | 'signal'> {
  slotWithinMs: number;
}

/** Embeds in one attempt, without retries; `no_slot` if earlier calls left no slot in time. */
export type EmbedOnce = (texts: readonly string[], options: OneAttempt) => Promise<EmbedOutcome | 'no_slot'>;

export function embedOnce(embed: Embed, limiter: Limiter): EmbedOnce {
  return async (texts, { slotWithinMs, ...options }) => {
    const patience = AbortSignal.timeout(slotWithinMs);
    const signal = options.signal ? AbortSignal.any([patience, options.signal]) : patience;
    const slot = await limiter.acquire(signal).catch((error: unknown) => {
      options.signal?.throwIfAborted();
      if (patience.aborted) return null;
      throw error;
    });
    if (slot === null) return 'no_slot';
    const outcome = await embed(texts, options).finally(slot.release);
    reportOutcome(limiter, outcome, 1);
    return outcome;
  };
}
