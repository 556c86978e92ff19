import type { Language } from '../languages/language.ts';
import { isJoined, LANGUAGES } from '../languages/languages.ts';
import { foldCharacters } from './fold.ts';

export type WordField = {
  [K in keyof Language]-?: Language[K] extends string | undefined ? K : never;
}[keyof Language];

/** A pattern that never matches. */
const NOTHING = '(?!)';
/** Letters of the scripts with blanks, after folding; `\\p{L}` costs milliseconds in each pattern that has it. */
export const LETTER_CLASS = '[0-9A-Za-z\\u00c0-\\u024f\\u0300-\\u04ff]';

/**
 * The words of these fields in all languages as the source of one pattern, longest first. Words of languages with
 * blanks must end at a word boundary.
 */
export const wordsPattern = (...fields: readonly WordField[]): string => wordsFrom(fields, 1);

/** The same without short Latin words: a word of one letter would match the letter of a choice. */
export const longWordsPattern = (shortest: number, ...fields: readonly WordField[]): string =>
  wordsFrom(fields, shortest);

/** The words of these fields in some languages only: the Polish `to` is not a verb after `answer`. */
export const wordsPatternOfLanguages = (
  languages: readonly Language[],
  ...fields: readonly WordField[]
): string => wordsFrom(fields, 1, languages);

function wordsFrom(
  fields: readonly WordField[],
  shortest: number,
  languages: readonly Language[] = LANGUAGES,
): string {
  const [spaced, joined] = [false, true].map((wanted) =>
    languages
      .filter((language) => isJoined(language) === wanted)
      .flatMap((language) => fields.flatMap((field) => wordsInField(language, field)))
      .filter((word) => word.length >= shortest || word > '\x7f'),
  );
  const parts = [];
  if (spaced?.length) parts.push(`(?<!${LETTER_CLASS})(?:${joinLongestFirst(spaced)})(?!${LETTER_CLASS})`);
  if (joined?.length) parts.push(joinLongestFirst(joined));
  return parts.length === 0 ? NOTHING : `(?:${parts.join('|')})`;
}

const alternativesOf = new Map<string, string[]>();

function wordsInField(language: Language, field: WordField): string[] {
  const pattern = language[field] ?? '';
  const known = alternativesOf.get(pattern) ?? alternatives(foldCharacters(pattern.normalize('NFC')));
  alternativesOf.set(pattern, known);
  return known;
}

const joinLongestFirst = (words: readonly string[]): string =>
  [...new Set(words)].sort((a, b) => b.length - a.length).join('|');

/** Words of a field in a text, the longest ones at each position, with their languages. */
export interface FoundWords {
  field: WordField;
  start: number;
  end: number;
  languages: Language[];
}

interface Entry {
  field: WordField;
  language: Language;
  words: string[];
  pattern?: RegExp;
}

/** Number of first letters by which a word is selected for comparison. */
const BEGINNING = 3;
/**
 * Finds the words of these fields in a folded text. Each word of the text is looked up by its first letters, and only
 * matching entries are compared: a single pattern of all words of 40 languages took 60 % of the reading time.
 */
export function createFinder(...fields: readonly WordField[]): (folded: string) => FoundWords[] {
  const entries = new Map<string, Entry[]>();
  for (const field of fields)
    for (const language of LANGUAGES)
      for (const [beginning, words] of byBeginning(wordsInField(language, field)))
        entries.set(beginning, [...(entries.get(beginning) ?? []), { field, language, words }]);
  const firsts = [...new Set([...entries.keys()].map(([first]) => first))].join('');
  // In a script without blanks a word may begin at any letter.
  const starts = new RegExp(
    `(?:(?<!${LETTER_CLASS})|(?=[^\\0-\\u04ff]))(?=[${firsts}])(?=${[...entries.keys()].sort().join('|')})`,
    'g',
  );

  return (folded) => {
    const lower = folded.toLowerCase();
    const text = lower.length === folded.length ? lower : folded;
    const found: FoundWords[] = [];
    const ends = new Map<WordField, number>();
    for (const { index: start } of text.matchAll(starts)) {
      const here = new Map<WordField, FoundWords>();
      for (let length = 1; length <= BEGINNING; length++)
        for (const entry of entries.get(text.slice(start, start + length)) ?? []) {
          const end = endOf(entry, text, start);
          const { field, language } = entry;
          const longest = here.get(field);
          if (end <= Math.max(ends.get(field) ?? 0, start)) continue;
          if (longest === undefined || longest.end < end)
            here.set(field, { field, start, end, languages: [language] });
          else if (longest.end === end && !longest.languages.includes(language))
            longest.languages.push(language);
        }
      for (const words of here.values()) {
        found.push(words);
        ends.set(words.field, words.end);
      }
    }
    return found;
  };
}

function byBeginning(words: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const word of words)
    for (const beginning of new Set(beginnings(word)))
      found.set(beginning, [...(found.get(beginning) ?? []), word]);
  return found;
}

/** The end of an entry's words that begin at a position; -1 if they do not match. */
function endOf(entry: Entry, text: string, at: number): number {
  entry.pattern ??= new RegExp(
    `(?:${joinLongestFirst(entry.words)})${isJoined(entry.language) ? '' : `(?!${LETTER_CLASS})`}`,
    'iuy',
  );
  entry.pattern.lastIndex = at;
  return entry.pattern.test(text) ? entry.pattern.lastIndex : -1;
}

/** The top-level alternatives of a pattern: `a|b(?:c|d)` has two. */
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

/** The first group of a pattern with its contents, and whether it is optional. */
const GROUP = /\((\?:|\?<?[=!])((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)(\?|\{0,\d\})?/;

/** The literal letters, up to three, with which a match of a pattern may begin. */
function beginnings(pattern: string): string[] {
  const [literal = ''] = /^(?:[^()[\]\\?{+](?![?{]))*/.exec(pattern) ?? [];
  const rest = pattern.slice(literal.length);
  if (literal.length >= BEGINNING || rest === '') return [literal.slice(0, BEGINNING).toLowerCase()];
  const one = /^(?:\[(-?[^\]-]+)\]|([^()[\]\\?{+]))(?!\{)(\?)?/.exec(rest);
  const group = rest.startsWith('(') ? GROUP.exec(rest) : null;
  const [whole = '', , , maybe] = one ?? group ?? [];
  if (whole === '') return [literal.toLowerCase()];
  const inside = one ? [...(one[1] ?? one[2] ?? '')] : alternatives(group?.[2] ?? '');
  const parts = one || group?.[1] === '?:' ? inside : [''];
  const after = rest.slice(whole.length);
  return [...parts, ...(maybe ? [''] : [])].flatMap((part) => beginnings(literal + part + after));
}
