import { hash } from 'node:crypto';
import type { PrefixCache } from '../script/prefix-cache.ts';
import { CHARACTERS_PER_TOKEN } from './completion.ts';

/** A message of a prompt, as the prefix cache sees it. */
export interface CachedMessage {
  readonly role: string;
  readonly text: string;
}

/** The cached prefixes of one model. */
export interface Prefixes {
  /** Number of tokens at the beginning of a prompt that are cached; adds the prompt and its answer to the cache. */
  take(prompt: readonly CachedMessage[], answer: string): number;
}

/**
 * A cache of blocks, each identified by the hash of everything up to its end, as in vLLM: a prompt hits as far as its
 * blocks are consecutive from the first. Two generations of half the size each: used blocks move to the younger, and
 * when that is full the older is dropped.
 */
export function createPrefixes({ max_tokens, min_tokens, block_tokens }: PrefixCache): Prefixes {
  const half = Math.max(1, Math.floor(max_tokens / block_tokens / 2));
  let young = new Set<string>();
  let old = new Set<string>();

  function keep(block: string): void {
    if (young.has(block)) return;
    if (young.size >= half) {
      old = young;
      young = new Set();
    }
    young.add(block);
  }

  return {
    take(prompt, answer) {
      const size = block_tokens * CHARACTERS_PER_TOKEN;
      const asked = blocksOf(prompt, size);
      const missing = asked.findIndex((block) => !young.has(block) && !old.has(block));
      const found = (missing < 0 ? asked.length : missing) * block_tokens;
      for (const block of blocksOf([...prompt, { role: 'assistant', text: answer }], size)) keep(block);
      return found < Math.max(1, min_tokens) ? 0 : found;
    },
  };
}

/** The start of a message is part of its block: the same words in another role are another prefix. */
function blocksOf(messages: readonly CachedMessage[], size: number): string[] {
  const blocks: string[] = [];
  let [block, length, before] = ['', 0, ''];
  for (const { role, text } of messages) {
    block += `\0${role}\0`;
    for (let at = 0; at < text.length; ) {
      const piece = text.slice(at, at + size - length);
      block += piece;
      length += piece.length;
      at += piece.length;
      if (length < size) continue;
      before = hash('sha1', before + block, 'base64');
      blocks.push(before);
      [block, length] = ['', 0];
    }
  }
  return blocks;
}
