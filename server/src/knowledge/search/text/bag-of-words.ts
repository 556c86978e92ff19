import { identifierParts, splitWords } from './indexable-text.ts';
import { porterStem } from './porter-stem.ts';
import { STOP_WORDS } from './stop-words.ts';

/**
 * The terms of a text with their counts. A term is a 32-bit hash: 100,000 different terms have about one collision,
 * and neither a model nor an index has to store strings.
 */
export interface BagOfWords {
  /** Ascending, without duplicates. */
  hashes: Uint32Array;
  counts: Uint8Array;
}

const MAX_COUNT = 255;
/** Longer "words" are hashes, keys and base64. */
const MAX_WORD_UNITS = 40;
const MAX_CACHED_WORDS = 50_000;

export type WordCounter = (text: string) => BagOfWords;

/** Turns texts into bags of words; caches the hashes of words. */
export function createWordCounter(): WordCounter {
  const hashes = new Map<string, number>();
  const hashOfWord = (word: string): number => {
    let hash = hashes.get(word);
    if (hash === undefined) {
      hash = termHash(word);
      // Cleared as a whole: this is the hottest map of indexing, and an LRU cache makes every look-up slower.
      if (hashes.size >= MAX_CACHED_WORDS) hashes.clear();
      hashes.set(word, hash);
    }
    return hash;
  };
  return (text) => {
    const counts = new Map<number, number>();
    for (const word of [...splitWords(text), ...splitWords(identifierParts(text))]) {
      const hash = hashOfWord(word);
      if (hash !== NO_TERM) counts.set(hash, (counts.get(hash) ?? 0) + 1);
    }
    return bagOf(counts);
  };
}

function bagOf(counts: ReadonlyMap<number, number>): BagOfWords {
  const hashes = Uint32Array.from(counts.keys()).sort();
  return { hashes, counts: Uint8Array.from(hashes, (hash) => Math.min(MAX_COUNT, counts.get(hash) ?? 0)) };
}

/** The hash of what is not a term: a stop word, a single Latin letter or digit, an overlong run. */
const NO_TERM = 0;

/** Lower case, no diacritics, stemmed as in the keyword index, then FNV-1a over the UTF-16 code units. */
export function termHash(written: string): number {
  const word = comparableWord(written);
  if (word.length > MAX_WORD_UNITS || STOP_WORDS.has(word) || /^[a-z\d]?$/.test(word)) return NO_TERM;
  const term = porterStem(word);
  let hash = 0x811c9dc5;
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193);
  return hash >>> 0 || 1;
}

/** A word in lower case and without diacritics, as the keyword index compares it. */
export function comparableWord(word: string): string {
  return word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');
}

/** Four bytes per hash, then one byte per count. */
export function encodeBag({ hashes, counts }: BagOfWords): Uint8Array {
  const bytes = new Uint8Array(hashes.length * 5);
  bytes.set(new Uint8Array(hashes.buffer, hashes.byteOffset, hashes.byteLength));
  bytes.set(counts, hashes.byteLength);
  return bytes;
}

export function decodeBag(bytes: Uint8Array): BagOfWords {
  const terms = Math.floor(bytes.length / 5);
  // A copy, because a Uint32Array has to start at a multiple of four bytes.
  const hashes = new Uint32Array(bytes.slice(0, terms * 4).buffer);
  return { hashes, counts: bytes.slice(terms * 4, terms * 5) };
}
