import type { Embed } from '../contract/embedding.ts';
import { belowCeiling, type Limited } from './ceilings.ts';
import { createLimiter, type Limiter } from './limiter.ts';
import { callWithRetries } from './retry.ts';

// Embedding calls carry many texts each: a few at once keep any server busy, and the limiter finds out more.
const START = 4;

/** The limiters of embedding calls: one for each connection, below what is configured for it. */
export function createEmbeddingLimiters(
  ceilings: (connection: Limited) => Limiter | null,
): (connection: Limited) => Limiter {
  const limiters = new Map<string, Limiter>();
  return (connection) => {
    const { connectionKey, maxConcurrency: max } = connection;
    const known = limiters.get(connectionKey);
    if (known !== undefined) return known;
    const start = Math.min(max ?? START, START);
    const own = createLimiter({ start, ...(max !== undefined && { max }) });
    const ceiling = ceilings(connection);
    const limiter = ceiling === null ? own : belowCeiling(ceiling, own);
    limiters.set(connectionKey, limiter);
    return limiter;
  };
}

/** The same function, through a limiter and the retry layer; `name` seeds the pauses. */
export function embedWithRetries(embed: Embed, limiter: Limiter, name: string): Embed {
  let calls = 0;
  return async (texts, options) => {
    const { signal } = options;
    const seed = `${name}:${++calls}`;
    const attempt = () => embed(texts, options);
    return (await callWithRetries(attempt, { limiter, seed, ...(signal && { signal }) })).outcome;
  };
}
