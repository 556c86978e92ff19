const VOCABULARY = 2000;
const LETTERS = 'bcdfghjklmnpqrtvwxz';
const PARAGRAPH_WORDS = 40;

/** A number in [0, 1) on each call, the same ones for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A word that no other number has: consonants only, so that no stemmer makes two of them one. */
export function uniqueWord(number: number): string {
  let word = '';
  for (let rest = number; rest > 0 || word === ''; rest = Math.floor(rest / LETTERS.length)) {
    word = LETTERS.charAt(rest % LETTERS.length) + word;
  }
  return `qx${word}xq`;
}

/** Paragraphs of 40 words, in each of them `marker`: every chunk holds it, and the text holds no other one. */
export function markedText(marker: string, paragraphs: number, random: () => number): string {
  const paragraph = () => {
    const words = Array.from({ length: PARAGRAPH_WORDS - 1 }, () => `w${Math.floor(random() * VOCABULARY)}`);
    return `${marker} ${words.join(' ')}.`;
  };
  return Array.from({ length: paragraphs }, paragraph).join('\n\n');
}
