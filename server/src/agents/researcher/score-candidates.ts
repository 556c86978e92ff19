import type { Candidate } from './candidates.ts';
import type { Want } from './languages.ts';
import type { NumberedWord, ReadQuestion } from './read-question.ts';
import { similarity, type Term, termsOf } from './terms.ts';
import { hasWanted } from './values.ts';

export interface Scored {
  candidate: Candidate;
  /** In [0, 1]: how much of the question the sentence and what stands around it speak of. */
  score: number;
}

/** What a word of the question counts that does not stand in the sentence itself. Set by hand on the seen set. */
const AROUND = { head: 0.9, headings: 0.6, title: 0.5, before: 0.6, chunk: 0.15 };

/** What a score is multiplied by; set by hand on the seen set. */
const LOWERED = {
  /** Without what the question asks for: a number, a date. */
  notWanted: 0.5,
  /** The same of a person or a place, which is told less surely. */
  notNamed: 0.75,
  withoutFocus: 0.6,
  otherName: 0.5,
  /** A paragraph holds more words than a sentence, so it covers more of any question. */
  paragraph: 0.9,
  /** What is asked of a name has to be spoken of as well, not the name alone. */
  withoutRelation: 0.75,
};
/** Less than this is no mention of what is asked of a name. */
const LEAST_RELATION = 0.35;
/** Less than this is no mention of what the question counts. */
const LEAST_FOCUS = 0.5;
/** Less than this is no mention of a name at all. */
const LEAST_NAME = 0.6;

/**
 * Scores each sentence by the words of the question that it and its surroundings hold, each weighed by how few of all
 * these sentences hold it (Robertson and Spärck Jones' idf: what no sentence holds weighs most, so that a fact that is
 * near but not there stays below the limit), and lowered where it lacks what the question asks for.
 */
export function scoreCandidates(question: ReadQuestion, candidates: readonly Candidate[]): Scored[] {
  const weights = weightsOf(question.terms, candidates);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return [];
  return candidates
    .map((candidate) => {
      const covered =
        question.terms.reduce((sum, term, at) => sum + (weights[at] ?? 0) * coverOf(term, candidate), 0) /
        total;
      const wanted = hasWanted(question.want, candidate.text, candidate.head?.text ?? '');
      const focus = focusOf(question, candidate);
      const conflict =
        question.names.some((name) => lacksName(name, candidate) || namesAnother(name, candidate)) ||
        question.numbered.some((pair) => numbersAnother(pair, candidate));
      const score =
        covered *
        (wanted ? 1 : UNSURE.includes(question.want) ? LOWERED.notNamed : LOWERED.notWanted) *
        (focus < LEAST_FOCUS ? LOWERED.withoutFocus : 1) *
        (conflict ? LOWERED.otherName : 1) *
        (candidate.isParagraph ? LOWERED.paragraph : 1) *
        (relationOf(question, candidate, weights) < LEAST_RELATION ? LOWERED.withoutRelation : 1);
      return { candidate, score };
    })
    .sort((a, b) => b.score - a.score || a.candidate.rank - b.candidate.rank);
}

/** What is told by capitals, which ordinary words have too, and roles have not. */
const UNSURE: readonly Want[] = ['person', 'place'];

/** How much of the question beside its names is covered; 1 where it has nothing else. */
function relationOf(
  { terms, names }: ReadQuestion,
  candidate: Candidate,
  weights: readonly number[],
): number {
  const named = new Set(names.flat());
  let total = 0;
  let covered = 0;
  for (const [at, term] of terms.entries()) {
    if (named.has(term.word)) continue;
    total += weights[at] ?? 0;
    covered += (weights[at] ?? 0) * coverOf(term, candidate);
  }
  return total === 0 ? 1 : covered / total;
}

function weightsOf(terms: readonly Term[], candidates: readonly Candidate[]): number[] {
  return terms.map((term) => {
    const holding = candidates.filter((candidate) => best(term, candidate.terms) >= 0.8).length;
    return Math.log(1 + (candidates.length - holding + 0.5) / (holding + 0.5));
  });
}

/** By list and term: chunks, titles and headings are shared by many sentences. A list lives as long as its answer. */
const compared = new WeakMap<readonly Term[], Map<Term, number>>();

function best(term: Term, terms: readonly Term[]): number {
  const known = compared.get(terms) ?? new Map<Term, number>();
  compared.set(terms, known);
  const before = known.get(term);
  if (before !== undefined) return before;
  let most = 0;
  for (const other of terms) {
    most = Math.max(most, similarity(term, other));
    if (most === 1) break;
  }
  known.set(term, most);
  return most;
}

function coverOf(term: Term, { terms, head, headings, title, before, chunk }: Candidate): number {
  return Math.max(
    best(term, terms),
    AROUND.head * best(term, head?.terms ?? []),
    AROUND.headings * best(term, headings),
    AROUND.title * best(term, title),
    AROUND.before * best(term, before),
    AROUND.chunk * best(term, chunk),
  );
}

/** How well the best covered word of what the question counts or asks for is covered; 1 where it names nothing. */
function focusOf({ focus, want }: ReadQuestion, candidate: Candidate): number {
  // An amount, a time or a share is told by its unit.
  if (focus.length === 0 || want === 'money' || want === 'duration' || want === 'share') return 1;
  return Math.max(...focus.map((term) => coverOf(term, candidate)));
}

/** Whether a name has a word that stands nowhere in what was found of the source, its title and headings included. */
function lacksName(name: readonly string[], { title, headings, source }: Candidate): boolean {
  return name.some((word) =>
    termsOf(word).some(
      (term) => Math.max(...[source, title, headings].map((terms) => best(term, terms))) < LEAST_NAME,
    ),
  );
}

/** Whether the sentence names another of the same family: *Kestrel Small 3* where *Kestrel Large 3* is asked about. */
function namesAnother(name: readonly string[], { text }: Candidate): boolean {
  if (name.length < 2) return false;
  const words = text.match(/[\p{L}\p{N}]+(?:[.,]\p{N}+)*/gu) ?? [];
  const wanted = new Set(name.map((word) => word.toLowerCase()));
  let other = false;
  for (const [at, word] of words.entries()) {
    if (!wanted.has(word.toLowerCase())) continue;
    const run = nameAround(words, at).map((one) => one.toLowerCase());
    if (name.every((one) => run.includes(one.toLowerCase()))) return false;
    if (run.length >= name.length && run.some((one) => !wanted.has(one))) other = true;
  }
  return other;
}

function nameAround(words: readonly string[], at: number): string[] {
  const isName = (word: string | undefined) => word !== undefined && /^[\p{Lu}\p{N}]/u.test(word);
  let from = at;
  let to = at;
  while (isName(words[from - 1])) from--;
  while (isName(words[to + 1])) to++;
  return words.slice(from, to + 1);
}

/** Whether the sentence has the word with another number: *zone 2* where *zone 3* is asked about. */
function numbersAnother({ word, number }: NumberedWord, { text }: Candidate): boolean {
  const pattern = new RegExp(`(?<!\\p{L})${word}s?[\\s-](\\d+(?:[.,]\\d+)*)`, 'giu');
  const numbers = Array.from(text.matchAll(pattern), ([, one]) => one);
  return (
    numbers.length > 0 &&
    !numbers.includes(number) &&
    !new RegExp(`(?<![\\d.,])${number.replace('.', '\\.')}(?![.,]?\\d)`).test(text)
  );
}
