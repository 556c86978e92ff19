import { partsOfName, toIndexable, wordsOf } from '../text/indexable-text.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import type { Atom, Query } from './parse-query.ts';

/** One FTS5 phrase, quoted: `"user"`, `"boundary layer"`, `"aero" *`. Nothing else ever reaches FTS5. */
export type Phrase = string;

/** What a query asks of the keyword index. */
export interface KeywordPlan {
  /** Each list is a set of alternatives of which a chunk must hold one. */
  required: Phrase[][];
  /** Phrases that earn a chunk its score; without `required`, one of them must be there. */
  scored: Phrase[];
  /** A chunk that holds one of them is not a result. */
  without: Phrase[];
}

/**
 * Turns a parsed query into quoted FTS5 phrases. A written word becomes itself and, where it is made of several
 * (`O'Reilly`, `getUserById`, a run of Chinese), also its parts, so that the exact form ranks first and the
 * parts still find something. Stop words are left out unless the query has nothing else.
 */
export function planKeywords(query: Query): KeywordPlan {
  const required: Phrase[][] = [];
  const bag: Atom[] = [];
  for (const clause of query.clauses) {
    if (clause.some((atom) => atom.kind === 'phrase')) required.push(unique(clause.flatMap(exactForms)));
    else bag.push(...clause);
  }
  const telling = unique(bag.flatMap((atom) => scoredForms(atom, isTelling)));
  const scored =
    telling.length + required.length > 0 ? telling : unique(bag.flatMap((atom) => scoredForms(atom, isAny)));
  return {
    required,
    scored: unique([...required.flat(), ...scored]),
    without: unique(query.without.flatMap(exactForms)),
  };
}

function unique(phrases: readonly Phrase[]): Phrase[] {
  return [...new Set(phrases)];
}

function isTelling(word: string): boolean {
  return !STOP_WORDS.has(word) && !/^[a-z]$/.test(word);
}

function isAny(): boolean {
  return true;
}

/** The written form as one phrase, and for a name with inner marks also its parts as one phrase. */
function exactForms(atom: Atom): Phrase[] {
  if (atom.kind === 'prefix') return [`${quote(atom.text)} *`];
  const parts = partsOfName(atom.text);
  return parts.length > 1 ? [quote(atom.text), quote(parts.join(' '))] : [quote(atom.text)];
}

function scoredForms(atom: Atom, counts: (word: string) => boolean): Phrase[] {
  if (atom.kind !== 'word') return exactForms(atom);
  const words = wordsOf(atom.text).map((word) => word.toLowerCase());
  const parts = partsOfName(atom.text).map((part) => part.toLowerCase());
  if (words.length === 1 && parts.length === 0) return words.some(counts) ? exactForms(atom) : [];
  // A single letter or digit is telling as a word of its own, not as a piece of `v1.2.3`.
  const pieces = [...words, ...parts].filter((word) => counts(word) && !/^[a-z\d]$/.test(word));
  return [...exactForms(atom), ...pieces.map(quote)];
}

/** A phrase in FTS5's string syntax; prepared as documents are, so that both sides are cut the same way. */
function quote(text: string): Phrase {
  return `"${toIndexable(text).trim().replace(/\s+/g, ' ').toLowerCase().replaceAll('"', '""')}"`;
}
