import { type Rational, rational } from '../../../kernel/rational.ts';
import { LANGUAGES } from '../languages/languages.ts';
import { foldCharacters } from './fold.ts';

const VALUES = new Map<string, number>();
for (const { numbers } of LANGUAGES) {
  let value = 0;
  for (const word of numbers?.split(' ') ?? [])
    if (/\d/.test(word)) value = Number(word);
    else VALUES.set(word, value++);
}
/** Whether a word in lower case is part of a number in words. */
export const isNumberWord = (word: string): boolean => VALUES.has(word);

/** The counted thing and the end of the sentence. */
const AFTER = /[个個只隻本条元人年天匹枚円]?(?:です)?[。.]?$/u;

/**
 * The whole number that a text states in English words, or in Chinese or Japanese ones with a counter; null for
 * anything else.
 */
export function numberInWords(text: string): Rational | null {
  const bare = foldCharacters(text).toLowerCase().slice(0, 120).trim();
  const characters = [...bare.replace(AFTER, '')];
  const isJoined = characters.every((character) => VALUES.has(character));
  const spaced = bare.replace(/[^a-z]+/g, ' ').trim();
  const words = isJoined ? characters : spaced.replace(/(hundred|thousand|million) and /g, '$1 ').split(' ');
  const terms: number[] = [];
  for (const word of words) {
    const value = VALUES.get(word);
    const last = terms.at(-1);
    if (value === undefined) return null;
    if (value >= 100 || (isJoined && value >= 10)) {
      let times = 0;
      while ((terms.at(-1) ?? value) < value) times += terms.pop() ?? 0;
      terms.push(Math.max(times, 1) * value);
    } else if (last === undefined || (last % (value < 10 ? 10 : 100) === 0 && (isJoined || last > 10)))
      terms.push(value);
    else return null;
  }
  return terms.length === 0 ? null : rational(BigInt(terms.reduce((sum, term) => sum + term)));
}
