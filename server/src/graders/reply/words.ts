import type { Language } from '../languages/language.ts';
import { LANGUAGES } from '../languages/languages.ts';
import { fold } from './fold.ts';

export type Field = {
  [K in keyof Language]-?: Language[K] extends string | undefined ? K : never;
}[keyof Language];

/** Matches nowhere. */
const NOTHING = '(?!)';
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

/** The words of these fields in some languages only: the Polish `to` is no verb after `answer`. */
export const wordsIn = (languages: readonly Language[], ...fields: readonly Field[]): string =>
  wordsFrom(fields, 1, languages);

function wordsFrom(
  fields: readonly Field[],
  shortest: number,
  languages: readonly Language[] = LANGUAGES,
): string {
  const [spaced, joined] = [false, true].map((wanted) =>
    languages
      .filter((language) => (language.joined ?? false) === wanted)
      .flatMap((language) => fields.flatMap((field) => wordsInField(language, field)))
      .filter((word) => word.length >= shortest || word > '\x7f'),
  );
  const parts = [];
  if (spaced?.length) parts.push(`(?<!${LETTER})(?:${joinLongestFirst(spaced)})(?!${LETTER})`);
  if (joined?.length) parts.push(joinLongestFirst(joined));
  return parts.length === 0 ? NOTHING : `(?:${parts.join('|')})`;
}

const alternativesOf = new Map<string, string[]>();

function wordsInField(language: Language, field: Field): string[] {
  const pattern = language[field] ?? '';
  const known = alternativesOf.get(pattern) ?? alternatives(fold(pattern.normalize('NFC')));
  alternativesOf.set(pattern, known);
  return known;
}

const joinLongestFirst = (words: readonly string[]): string =>
  [...new Set(words)].sort((a, b) => b.length - a.length).join('|');

/** Words of a field where a text has them, the longest ones that begin there, with the languages that have them. */
export interface FoundWords {
  field: Field;
  start: number;
  end: number;
  languages: Language[];
}

interface Entry {
  field: Field;
  language: Language;
  words: string[];
  pattern?: RegExp;
}

/** How many letters of a word decide whether it is compared. */
const BEGINNING = 4;

/** What begins with the letters on the way to here. */
interface Node {
  next: Map<number, Node>;
  entries: Entry[];
}

/**
 * Finds the words of these fields in a folded text. Every word of the text is looked up by its first letters, and only
 * what begins so is compared: one pattern of all words of 40 languages took 60 % of the time of reading.
 */
export function createFinder(...fields: readonly Field[]): (folded: string) => FoundWords[] {
  const root = lookupOf(fields);
  // Most words of a text begin like none of them, which a look at their first three letters tells.
  const known = new Uint8Array(1 << 16);
  const mix = (hash: number, code: number) => (hash * 137 + code) & (known.length - 1);
  for (const beginning of root.beginnings)
    known[Array.from(beginning.slice(0, 3), (_, i) => beginning.charCodeAt(i)).reduce(mix, 0)] = 1;

  return (folded) => {
    const lower = folded.toLowerCase();
    const text = lower.length === folded.length ? lower : folded;
    const found: FoundWords[] = [];
    const ends = new Map<Field, number>();
    let inWord = false;
    for (let at = 0; at < text.length; at++) {
      const first = text.charCodeAt(at);
      const begins = !inWord || first > LAST_LETTER;
      inWord = first <= LAST_LETTER && IS_LETTER[first] === 1;
      if (!begins) continue;
      const two = mix(first, text.charCodeAt(at + 1));
      if (!known[first] && !known[two] && !known[mix(two, text.charCodeAt(at + 2))]) continue;
      let node = root.node.next.get(first);
      for (let i = at + 1; node !== undefined; i++) {
        for (const entry of node.entries) {
          const end = endOf(entry, text, at);
          if (end > Math.max(ends.get(entry.field) ?? 0, at)) note(found, entry, at, end);
        }
        node = node.next.get(text.charCodeAt(i));
      }
      for (let i = found.length; found[i - 1]?.start === at; i--) {
        const { field, end } = found[i - 1] ?? { field: 'answer', end: 0 };
        ends.set(field, end);
      }
    }
    return found;
  };
}

function lookupOf(fields: readonly Field[]): { node: Node; beginnings: string[] } {
  const root: Node = { next: new Map(), entries: [] };
  const all: string[] = [];
  for (const field of fields)
    for (const language of LANGUAGES)
      for (const word of wordsInField(language, field))
        for (const beginning of new Set(beginnings(word, ''))) {
          let node = root;
          all.push(beginning);
          for (let i = 0; i < beginning.length; i++) {
            const next: Node = node.next.get(beginning.charCodeAt(i)) ?? { next: new Map(), entries: [] };
            node.next.set(beginning.charCodeAt(i), next);
            node = next;
          }
          const entry = node.entries.find((one) => one.field === field && one.language === language);
          if (entry) entry.words.push(word);
          else node.entries.push({ field, language, words: [word] });
        }
  return { node: root, beginnings: all };
}

/** Where the words of an entry end that begin at a place; -1 where there are none. */
function endOf(entry: Entry, text: string, at: number): number {
  entry.pattern ??= new RegExp(
    `(?:${joinLongestFirst(entry.words)})${entry.language.joined ? '' : `(?!${LETTER})`}`,
    'iuy',
  );
  entry.pattern.lastIndex = at;
  return entry.pattern.test(text) ? entry.pattern.lastIndex : -1;
}

/** Keeps what is longest of a field at one place, with every language that has it. */
function note(found: FoundWords[], { field, language }: Entry, start: number, end: number): void {
  let i = found.length - 1;
  while (found[i]?.start === start && found[i]?.field !== field) i -= 1;
  const other = found[i]?.start === start ? found[i] : undefined;
  if (other === undefined) found.push({ field, start, end, languages: [language] });
  else if (other.end < end) found[i] = { field, start, end, languages: [language] };
  else if (other.end === end && !other.languages.includes(language)) other.languages.push(language);
}

const LAST_LETTER = 0x4ff;
/** Of each character up to there, whether it is a `LETTER`. */
const ONE_LETTER = new RegExp(LETTER);
const IS_LETTER = Uint8Array.from({ length: LAST_LETTER + 1 }, (_, code) =>
  ONE_LETTER.test(String.fromCharCode(code)) ? 1 : 0,
);

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

/** One part of a pattern with how often it may be there. */
const PART = /^(\\.|\[[^\]]*\]|[^()])(\?|\{0,\d+\}|\{\d+,\d+\})?/su;

/** With which letters, up to three, what a pattern matches begins; fewer where it says only what kind of letter follows. */
function beginnings(pattern: string, before: string): string[] {
  if (before.length >= BEGINNING || pattern === '') return [before.slice(0, BEGINNING).toLowerCase()];
  if (pattern.startsWith('(')) {
    const end = closing(pattern);
    const [, quantifier = ''] = /^(\?|\{0,\d+\})?/.exec(pattern.slice(end + 1)) ?? [];
    const rest = pattern.slice(end + 1 + quantifier.length);
    if (!pattern.startsWith('(?:')) return beginnings(rest, before);
    const inside = alternatives(pattern.slice(3, end)).flatMap((one) =>
      quantifier.startsWith('{') ? beginnings(one, before) : beginnings(one + rest, before),
    );
    return quantifier === '' ? inside : [...inside, ...beginnings(rest, before)];
  }
  const [whole = '', part = '', quantifier = ''] = PART.exec(pattern) ?? [];
  const rest = pattern.slice(whole.length);
  const without = quantifier.startsWith('?') || quantifier.startsWith('{0') ? beginnings(rest, before) : [];
  const letters = part.startsWith('[')
    ? /^\[-?[^\]-]+\]$/.test(part)
      ? [...part.slice(1, -1)]
      : null
    : [part];
  if (letters === null || quantifier.startsWith('{') || /^\\[dwps]/.test(part))
    return [before.toLowerCase(), ...without];
  return [...letters.flatMap((letter) => beginnings(rest, before + letter.replace('\\', ''))), ...without];
}

function closing(pattern: string): number {
  let depth = 0;
  for (let i = 0; i < pattern.length; i++) {
    if (pattern[i] === '(') depth += 1;
    else if (pattern[i] === ')' && --depth === 0) return i;
  }
  return pattern.length;
}
