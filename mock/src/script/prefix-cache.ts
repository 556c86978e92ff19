import { type Fields, type ReadField, readInteger, readNumber, readObject } from './fields.ts';

/** The prefix cache of a model and the time it saves. */
export interface PrefixCache {
  /** Size in tokens; least recently used blocks are dropped first. */
  readonly max_tokens: number;
  /** Shorter prefixes do not count. */
  readonly min_tokens: number;
  /** Number of tokens in a cached block. */
  readonly block_tokens: number;
  /** The share of the time to the first token that a completely cached prompt saves. */
  readonly discount: number;
}

const PREFIX_CACHE: Fields<PrefixCache> = {
  max_tokens: { read: readInteger(1, 100_000_000), fallback: 1_000_000 },
  min_tokens: { read: readInteger(0, 1_000_000), fallback: 0 },
  block_tokens: { read: readInteger(1, 4096), fallback: 16 },
  discount: { read: readNumber(0, 1), fallback: 0.8 },
};

export const readPrefixCache: ReadField<PrefixCache> = (value, at) =>
  readObject<PrefixCache>(PREFIX_CACHE, value, at);
