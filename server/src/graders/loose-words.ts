import { formatRational } from '../kernel/rational.ts';
import { numberInWords } from './reply/number-words.ts';
import { plainSentences, plainText } from './reply/plain-text.ts';
import { wordsOfText } from './reply/word-boundaries.ts';

/** `twenty one thousand three hundred and five`. */
const MOST_NUMBER_WORDS = 8;
/** Letters that two forms of a word may differ in at the end: day and days, Tage and Tagen, policy and policies. */
const MOST_ENDING = 3;
const SHORTEST_STEM = 3;
/** Words of something else between those of an answer. */
const MOST_BETWEEN = 3;

/**
 * Whether one sentence has all words of an expected answer near each other, in any order and inflection, numbers in digits or in words
 * and hyphens or not: `That would be nine weeks.` and `a 9-week period` have `9 weeks`. Several such answers may be in
 * one sentence, so this tells only that the grader may have missed one.
 */
export function saysLoosely(text: string, expected: string): boolean {
  const wanted = looseWords(expected);
  // A single word in another form is another word too often: Paris is not Parisian.
  if (wanted.length < 2) return false;
  return plainSentences(text).some((sentence) => {
    const there = looseWords(sentence);
    return there.some((_, at) => {
      const near = there.slice(at, at + wanted.length + MOST_BETWEEN);
      return wanted.every((word) => near.some((other) => isSameWord(word, other)));
    });
  });
}

/** Whether a text has a number in words: `fifty points`. */
export const hasNumberInWords = (text: string, number: string): boolean =>
  looseWords(text).includes(number) && !wordsOfText(text).includes(number);

/** The words of a text in lower case, numbers as digits. */
function looseWords(text: string): string[] {
  const words = wordsOfText(plainText(text).replaceAll('-', ' '));
  const found: string[] = [];
  for (let at = 0; at < words.length; ) {
    const number = longestNumber(words, at);
    found.push(number?.said ?? (words[at] as string));
    at += number?.length ?? 1;
  }
  return found;
}

/** The number that words from a place on are, and how many words it takes; null where they are none. */
function longestNumber(words: readonly string[], at: number): { said: string; length: number } | null {
  for (let length = Math.min(MOST_NUMBER_WORDS, words.length - at); length > 0; length--) {
    const value = numberInWords(words.slice(at, at + length).join(' '));
    // `one` alone is more often no number.
    if (value !== null && !(length === 1 && words[at] === 'one'))
      return { said: formatRational(value), length };
  }
  return null;
}

/** Whether two words are the same, or differ in their ending alone. */
function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  if (/\d/.test(one + other)) return false;
  const shorter = Math.min(one.length, other.length);
  let shared = 0;
  while (shared < shorter && one[shared] === other[shared]) shared++;
  return shared >= SHORTEST_STEM && Math.max(one.length, other.length) - shared <= MOST_ENDING;
}
