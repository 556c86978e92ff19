import type { Language } from '../languages/language.ts';
import { LANGUAGES } from '../languages/languages.ts';
import { fold } from './fold.ts';

type Field = { [K in keyof Language]-?: Language[K] extends string | undefined ? K : never }[keyof Language];

/** Matches nowhere. */
const NOTHING = '(?!)';
/**
 * A blank between two words, with the emphasis that models put around words. Without counts, which are unrolled in each
 * of hundreds of alternatives and made the first grading of a process six times as long.
 */
const BLANK = '[*_`]* [*_`]*';
/** Of the scripts that write blanks, after folding; `\\p{L}` costs milliseconds in each pattern that has it. */
export const LETTER = '[0-9A-Za-z\\u00c0-\\u024f\\u0300-\\u04ff]';

/**
 * The words of these fields in all languages as the source of one pattern, longest first. Words of languages that
 * write blanks end where a word ends; those of the others may go on.
 */
export const wordsOf = (...fields: readonly Field[]): string => wordsFrom(fields, 1);

/** The same without Latin words that are shorter: one of one letter would swallow the letter of a choice. */
export const wordsOfLength = (shortest: number, ...fields: readonly Field[]): string =>
  wordsFrom(fields, shortest);

function wordsFrom(
  fields: readonly Field[],
  shortest: number,
  languages: readonly Language[] = LANGUAGES,
): string {
  const [spaced, joined] = [false, true].map((wanted) =>
    languages
      .filter((language) => (language.joined ?? false) === wanted)
      .flatMap((language) => fields.flatMap((field) => alternatives(language[field] ?? '')))
      .filter((word) => word.length >= shortest || word > '\x7f'),
  );
  const parts = [];
  if (spaced?.length) parts.push(`(?<!${LETTER})(?:${joinLongestFirst(spaced)})(?!${LETTER})`);
  if (joined?.length) parts.push(joinLongestFirst(joined));
  return parts.length === 0 ? NOTHING : `(?:${parts.join('|')})`;
}

/** The languages in which these are the words of a field, most often one. */
export const languagesOf = (field: Field, words: string): Language[] =>
  LANGUAGES.filter((language) => patternOf(language, field).test(words));

const patterns = new Map<Language, Map<Field, RegExp>>();

function patternOf(language: Language, field: Field): RegExp {
  const known = patterns.get(language)?.get(field);
  if (known !== undefined) return known;
  const made = new RegExp(`^(?:${source(language[field] ?? '') || NOTHING})$`, 'iu');
  patterns.set(language, (patterns.get(language) ?? new Map()).set(field, made));
  return made;
}

/** The words of these fields in some languages only: the Polish `to` is no verb after `answer`. */
export const wordsIn = (languages: readonly Language[], ...fields: readonly Field[]): string =>
  wordsFrom(fields, 1, languages);

function joinLongestFirst(words: readonly string[]): string {
  return [...new Set(words.map(source))].sort((a, b) => b.length - a.length).join('|');
}

const source = (words: string): string => fold(words.normalize('NFC')).replaceAll(' ', BLANK);

/** The alternatives at the top of a pattern: `a|b(?:c|d)` has two. */
function alternatives(pattern: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i <= pattern.length; i++) {
    const character = pattern[i];
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (i < pattern.length && (character !== '|' || depth > 0)) continue;
    if (i > from) found.push(pattern.slice(from, i));
    from = i + 1;
  }
  return found;
}
