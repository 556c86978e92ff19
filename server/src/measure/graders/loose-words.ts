import { formatRational } from '../../kernel/rational.ts';
import { NOT_BEFORE_PATTERN } from './reply/hedges.ts';
import { inOneNotation } from './reply/notation.ts';
import { isNumberWord, numberInWords } from './reply/number-words.ts';
import { plainSentences, plainText } from './reply/plain-text.ts';

/** `twenty one thousand three hundred and five`. */
const MOST_NUMBER_WORDS = 8;
/** Letters by which one form of a word may be longer: day and days, Tage and Tagen. */
const MOST_ENDING = 2;
const SHORTEST_STEM = 3;
/** Words of something else between those of an answer. */
const MOST_BETWEEN = 3;
/** A longer reply is not read so: it holds many words near each other. */
const LONGEST_REPLY = 20_000;
const BEFORE = 60;

/** A number with its sign, a date, a range or a score (`-5`, `3.5`, `2024-03-05`, `3-1`), or letters. */
const WORD = /(?<![\p{L}\p{N}])[-+]\d+(?:[.,:/-]\d+)*|\d+(?:[.,:/-]\d+)*|[\p{L}\p{M}]+/gu;

interface Word {
  /** In lower case; a number in digits. */
  said: string;
  /** Where it begins in its sentence. */
  at: number;
}

interface Sentence {
  text: string;
  words: readonly Word[];
}

/**
 * Reads a reply loosely: answers whether one sentence has all words of an expected answer near each other, in any order
 * and with other endings, numbers in digits or in words, with hyphens or without, and not denied. `That would be nine
 * weeks.` and `a 9-week period` have `9 weeks`. Several such answers may be in one reply, so this tells only that a
 * grader may have missed one.
 */
export function createLooseReader(reply: string): (expected: string) => boolean {
  let sentences: Sentence[] | undefined;
  return (expected) => {
    const wanted = wordsIn(plainText(expected)).map(({ said }) => said);
    // A single word in another form is another word too often: Paris is not Parisian.
    if (wanted.length < 2 || reply.length > LONGEST_REPLY) return false;
    sentences ??= plainSentences(reply).map((text) => ({ text, words: wordsIn(text) }));
    return sentences.some((sentence) => hasWords(sentence, wanted));
  };
}

/** Whether a text has a number in words: `fifty points`. */
export const hasNumberInWords = (text: string, number: string): boolean =>
  text.length <= LONGEST_REPLY &&
  !text.includes(number) &&
  wordsIn(plainText(text)).some(({ said }) => said === number);

/**
 * Whether a reply has a number of what an expected answer counts, and it is another one: `36 months` where `24 months` is
 * expected, `18:00` or `6 pm` for `14:00`, another date. `two years` for `24 months` are in another unit, so nothing is known of
 * them.
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

/** The marks inside of a number: `:` of `14:00`. */
const marksIn = (number: string): string => number.replace(/^[-+]|\d/g, '');

function hasWords({ text, words }: Sentence, wanted: readonly string[]): boolean {
  return words.some(({ said: first, at }, from) => {
    if (!wanted.some((word) => isSameWord(word, first))) return false;
    const near = words.slice(from, from + wanted.length + MOST_BETWEEN).map(({ said }) => said);
    const places = wanted.map((word) => near.findIndex((other) => isSameWord(word, other)));
    // Another number between them is what the other words belong to.
    const span = near.slice(0, Math.max(...places) + 1);
    const hasOther = span.some((word) => /\d/.test(word) && !wanted.includes(word));
    return (
      !places.includes(-1) && !hasOther && !NOT_BEFORE_PATTERN.test(text.slice(Math.max(0, at - BEFORE), at))
    );
  });
}

/** The words of a plain text, numbers in words as digits. */
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

/** The number that words from a place on are, and how many words it takes; null where they are none. */
function numberFrom(words: readonly Word[], from: number): { said: string; length: number } | null {
  const isPart = (word: Word | undefined) =>
    word !== undefined && (isNumberWord(word.said) || word.said === 'and');
  let length = 0;
  while (length < MOST_NUMBER_WORDS && isPart(words[from + length])) length++;
  for (; length > 0; length--) {
    const run = words.slice(from, from + length).map(({ said }) => said);
    const value = numberInWords(run.join(' '));
    // `one` alone is more often no number.
    if (value !== null && run.join() !== 'one') return { said: formatRational(value), length };
  }
  return null;
}

/** Whether two words are the same, or one is the other with an ending. */
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
