import { formatRational } from '../../kernel/rational.ts';
import { NOT_BEFORE_PATTERN } from './reply/hedges.ts';
import { inOneNotation } from './reply/notation.ts';
import { isNumberWord, numberInWords } from './reply/number-words.ts';
import { plainSentences, plainText } from './reply/plain-text.ts';

/** `twenty one thousand three hundred and five`. */
const MOST_NUMBER_WORDS = 8;
/** Letters that one form of a word may have in addition: day and days, Tage and Tagen. */
const MOST_ENDING = 2;
const SHORTEST_STEM = 3;
/** Maximum number of other words between those of an answer. */
const MOST_BETWEEN = 3;
/** Longer responses are not read loosely, because they contain many words near each other. */
const LONGEST_REPLY = 20_000;
const BEFORE = 60;

/** A number with its sign, a date, a range or a score (`-5`, `3.5`, `2024-03-05`, `3-1`), or letters. */
const WORD = /(?<![\p{L}\p{N}])[-+]\d+(?:[.,:/-]\d+)*|\d+(?:[.,:/-]\d+)*|[\p{L}\p{M}]+/gu;

interface Word {
  /** In lower case; numbers in digits. */
  said: string;
  /** Its position in the sentence. */
  at: number;
}

interface Sentence {
  text: string;
  words: readonly Word[];
}

/**
 * Reads a response loosely: whether one sentence contains all words of an expected answer near each other, in any order
 * and with other endings, numbers in digits or words, with or without hyphens, and not denied. `That would be nine
 * weeks.` and `a 9-week period` contain `9 weeks`. A response may contain several such answers, so this only shows that
 * a grader may have missed one.
 */
export function createLooseReader(reply: string): (expected: string) => boolean {
  let sentences: Sentence[] | undefined;
  return (expected) => {
    const wanted = wordsIn(plainText(expected)).map(({ said }) => said);
    // Another form of a single word is too often a different word: Paris is not Parisian.
    if (wanted.length < 2 || reply.length > LONGEST_REPLY) return false;
    sentences ??= plainSentences(reply).map((text) => ({ text, words: wordsIn(text) }));
    return sentences.some((sentence) => hasWords(sentence, wanted));
  };
}

/** Whether a text contains a number in words: `fifty points`. */
export const hasNumberInWords = (text: string, number: string): boolean =>
  text.length <= LONGEST_REPLY &&
  !text.includes(number) &&
  wordsIn(plainText(text)).some(({ said }) => said === number);

/**
 * Whether a response contains a different number of what an expected answer counts: `36 months` for `24 months`,
 * `18:00` or `6 pm` for `14:00`, another date. `two years` for `24 months` is in another unit, so it is undecided.
 */
export function hasOtherNumber(reply: string, expected: string): boolean {
  const wanted = wordsIn(inOneNotation(plainText(expected), 'point'));
  const at = wanted.findIndex(({ said }) => /\d/.test(said));
  if (at === -1 || reply.length > LONGEST_REPLY) return false;
  const words = wordsIn(inOneNotation(plainText(reply), 'point'));
  const [number, unit] = [wanted[at]?.said ?? '', wanted[at + 1]?.said];
  const marks = marksIn(number);
  if (unit === undefined && marks === '') return false;
  return words.some(({ said }, i) => {
    if (!/\d/.test(said) || said === number || marksIn(said) !== marks) return false;
    return unit === undefined || isSameWord(unit, words[i + 1]?.said ?? '');
  });
}

/** The separators inside of a number: `:` in `14:00`. */
const marksIn = (number: string): string => number.replace(/^[-+]|\d/g, '');

function hasWords({ text, words }: Sentence, wanted: readonly string[]): boolean {
  return words.some(({ said: first, at }, from) => {
    if (!wanted.some((word) => isSameWord(word, first))) return false;
    const near = words.slice(from, from + wanted.length + MOST_BETWEEN).map(({ said }) => said);
    const places = wanted.map((word) => near.findIndex((other) => isSameWord(word, other)));
    // The other words belong to another number in between.
    const span = near.slice(0, Math.max(...places) + 1);
    const hasOther = span.some((word) => /\d/.test(word) && !wanted.includes(word));
    return (
      !places.includes(-1) && !hasOther && !NOT_BEFORE_PATTERN.test(text.slice(Math.max(0, at - BEFORE), at))
    );
  });
}

/** The words of a plain text, with numbers in words as digits. */
function wordsIn(text: string): Word[] {
  const all = Array.from(text.matchAll(WORD), (match) => ({ said: match[0].toLowerCase(), at: match.index }));
  const words: Word[] = [];
  for (let from = 0; from < all.length; ) {
    const number = numberFrom(all, from);
    const { said, at } = all[from] as Word;
    words.push({ said: number?.said ?? said, at });
    from += number?.length ?? 1;
  }
  return words;
}

/** The number in words at a position, and its number of words; null if there is none. */
function numberFrom(words: readonly Word[], from: number): { said: string; length: number } | null {
  const isPart = (word: Word | undefined) =>
    word !== undefined && (isNumberWord(word.said) || word.said === 'and');
  let length = 0;
  while (length < MOST_NUMBER_WORDS && isPart(words[from + length])) length++;
  for (; length > 0; length--) {
    const run = words.slice(from, from + length).map(({ said }) => said);
    const value = numberInWords(run.join(' '));
    // `one` alone is usually not a number.
    if (value !== null && run.join() !== 'one') return { said: formatRational(value), length };
  }
  return null;
}

/** Whether two words are equal, or one is the other with an ending. */
function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return (
    short.length >= SHORTEST_STEM &&
    long.length - short.length <= MOST_ENDING &&
    long.startsWith(short) &&
    !/\d/.test(long)
  );
}
