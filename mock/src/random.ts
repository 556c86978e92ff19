import { hash } from 'node:crypto';

/** The purpose of a draw: draws for different purposes are independent. */
export const DRAW_PURPOSES = {
  outcome: 1,
  latency: 2,
  latencyTurn: 3,
  accuracy: 4,
  wrong: 5,
  pick: 6,
  together: 7,
  retrieve: 8,
} as const;
export type Purpose = (typeof DRAW_PURPOSES)[keyof typeof DRAW_PURPOSES];

/** Uniform numbers in [0, 1) that depend only on the seed, the model, the prompt and the attempt. */
export interface Draws {
  /** A draw that is the same for every request with this prompt. */
  item(purpose: Purpose): number;
  /** A draw that is the same for each attempt with this prompt. */
  call(purpose: Purpose): number;
  /** The draws for a name instead of the prompt, at the same attempt: all prompts with this name share them. */
  named(name: string): Draws;
}

/**
 * The name of a prompt: SHA-256 in hex of the messages as compact JSON, with keys in their original order. `stats`
 * counts by it.
 */
export function promptSha256(messages: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(messages), 'hex');
}

/** One number for (seed, model), so that two models draw independently. */
export function modelSeed(seed: number, model: string): number {
  return Number.parseInt(hash('sha256', `${seed}\n${model}`, 'hex').slice(0, 8), 16);
}

export function createDraws(seed: number, sha256: string, attempt: number): Draws {
  const high = Number.parseInt(sha256.slice(0, 8), 16);
  const low = Number.parseInt(sha256.slice(8, 16), 16);
  return {
    item: (purpose) => uniform(seed, high, low, purpose, 0),
    call: (purpose) => uniform(seed, high, low, purpose, attempt),
    named: (name) => createDraws(seed, hash('sha256', name, 'hex'), attempt),
  };
}

/** MurmurHash3 (x86, 32 bits, public domain, Austin Appleby) over four words; uniform in [0, 1). */
function uniform(seed: number, a: number, b: number, c: number, d: number): number {
  let h = step(step(step(step(seed, a), b), c), d) ^ 16;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 0x1_0000_0000;
}

function step(h: number, word: number): number {
  const k = Math.imul(word, 0xcc9e2d51);
  const mixed = h ^ Math.imul((k << 15) | (k >>> 17), 0x1b873593);
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0;
}
