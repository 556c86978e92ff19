import { type Fields, integer, number, type Read, readObject } from './fields.ts';

/** What a model keeps of the prompts it was sent, and what that saves. */
export interface PrefixCache {
  /** Tokens it has room for; what was used least recently goes first. */
  readonly max_tokens: number;
  /** A shorter prefix counts as not found. */
  readonly min_tokens: number;
  /** It is kept, and found, in blocks of so many tokens. */
  readonly block_tokens: number;
  /** The share of the time to the first token that a prompt saves which is found whole. */
  readonly discount: number;
}

const PREFIX_CACHE: Fields<PrefixCache> = {
  max_tokens: { read: integer(1, 100_000_000), fallback: 1_000_000 },
  min_tokens: { read: integer(0, 1_000_000), fallback: 0 },
  block_tokens: { read: integer(1, 4096), fallback: 16 },
  discount: { read: number(0, 1), fallback: 0.8 },
};

export const readPrefixCache: Read<PrefixCache> = (value, at) =>
  readObject<PrefixCache>(PREFIX_CACHE, value, at);
