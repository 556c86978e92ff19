import type { Phrase } from '../index/index-schema.ts';
import type { KeywordPlan } from '../keyword/keyword-plan.ts';
import { comparableWord } from '../text/bag-of-words.ts';
import { splitName, splitWords, toIndexableText } from '../text/indexable-text.ts';
import { porterStem } from '../text/porter-stem.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import type { Atom, Query } from './parse-query.ts';

/**
 * Converts a parsed query into quoted FTS5 phrases. A word becomes a phrase; a word that consists of several
 * (`O'Reilly`, `getUserById`, a run of Chinese) also becomes its parts, so that the exact form ranks first and the
 * parts still match. Stop words are omitted unless the query has nothing else.
 */
export function planKeywords(query: Query): KeywordPlan {
  const required: Atom[][] = [];
  const optional: Atom[] = [];
  for (const clause of query.clauses) {
    if (clause.some((atom) => atom.kind === 'phrase')) required.push(clause);
    else optional.push(...clause);
  }
  const alike = createSpelling();
  const formsOf = (atoms: readonly Atom[], counts: (word: string) => boolean) =>
    atoms.flatMap((atom) => unique(scoredForms(atom, counts).map(alike)));
  const content = formsOf(optional, isContentWord);
  const scored = content.length + required.length > 0 ? content : formsOf(optional, () => true);
  return {
    required: required.map((atoms) => ({
      anyOf: unique(atoms.flatMap(exactForms)),
      words: formsOf(atoms.flatMap(wordsIn), isContentWord),
    })),
    scored: [...unique(required.flat().flatMap(exactForms)), ...scored],
    without: unique(query.without.flatMap(exactForms)),
  };
}

function wordsIn({ text }: Atom): Atom[] {
  return text.split(/\s+/).map((word) => ({ kind: 'word', text: word }));
}

/** Gives phrases that FTS5 considers equal (`Networks;` and `network`) the form of the first of them. */
function createSpelling(): (phrase: Phrase) => Phrase {
  const first = new Map<string, Phrase>();
  return (phrase) => {
    const stems = splitWords(phrase).map((word) => porterStem(comparableWord(word)));
    const words = phrase.endsWith('*') ? phrase : stems.join(' ');
    const known = first.get(words) ?? phrase;
    first.set(words, known);
    return known;
  };
}

function unique(phrases: readonly Phrase[]): Phrase[] {
  return [...new Set(phrases)];
}

function isContentWord(word: string): boolean {
  return !STOP_WORDS.has(word) && !/^[a-z]$/.test(word);
}

/** The word as written as one phrase; for a name with inner boundaries also its parts as one phrase. */
function exactForms(atom: Atom): Phrase[] {
  if (atom.kind === 'prefix') return [`${quote(atom.text)} *`];
  const parts = splitName(atom.text);
  return parts.length > 1 ? [quote(atom.text), quote(parts.join(' '))] : [quote(atom.text)];
}

function scoredForms(atom: Atom, counts: (word: string) => boolean): Phrase[] {
  if (atom.kind !== 'word') return exactForms(atom);
  const words = splitWords(atom.text).map((word) => word.toLowerCase());
  const parts = splitName(atom.text).map((part) => part.toLowerCase());
  if (words.length === 1 && parts.length === 0) return words.some(counts) ? exactForms(atom) : [];
  // A single letter or digit counts as a word of its own, not as a part of `v1.2.3`.
  const pieces = [...words, ...parts].filter((word) => counts(word) && !/^[a-z\d]$/.test(word));
  return [...exactForms(atom), ...pieces.map(quote)];
}

/** A phrase in FTS5's string syntax, prepared like documents, so that both are split into the same words. */
function quote(text: string): Phrase {
  return `"${toIndexableText(text).trim().replace(/\s+/g, ' ').toLowerCase().replaceAll('"', '""')}"`;
}
