import { hash } from 'node:crypto';

const WORD = /[\p{L}\p{N}]+/gu;
/** How many dimensions each feature touches: enough that two features seldom share all of them. */
const TOUCHED = 4;
/** The length of what a word's parts add, beside 1 for the word, so that `invoice` and `invoices` are near. */
const PARTS = 1;

/**
 * A hashed bag of words, of length 1: each word of the text, and each three letters of a word, adds to a
 * few dimensions that its hash picks. Texts that share words are near, others are nearly at right angles.
 * It depends on the text, the seed and the number of dimensions only. A text without a word gets the
 * vector of the whole text as one word.
 */
export function embed(text: string, seed: number, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  const words = text.toLowerCase().match(WORD) ?? [text];
  for (const word of words) {
    add(vector, word, 1, seed);
    const parts = partsOf(word);
    for (const part of parts) add(vector, part, PARTS / Math.sqrt(parts.length), seed);
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector.map((_, i) => (i === 0 ? 1 : 0)) : vector.map((x) => x / length);
}

/** Every three letters in a row, with the ends marked so that they are not taken for words. */
function partsOf(word: string): string[] {
  const marked = `<${word}>`;
  return Array.from({ length: Math.max(0, marked.length - 2) }, (_, i) => marked.slice(i, i + 3));
}

function add(vector: number[], feature: string, weight: number, seed: number): void {
  const bytes = hash('sha1', `${seed}\n${feature}`, 'buffer');
  for (let i = 0; i < TOUCHED; i++) {
    const draw = bytes.readUInt32LE(i * 4);
    const at = (draw >>> 1) % vector.length;
    vector[at] = (vector[at] ?? 0) + (draw % 2 === 0 ? weight : -weight);
  }
}
