import { wordsOf } from '../../search/search.ts';
import { numbersOf } from '../citations/numbers.ts';
import type { Candidate } from './candidates.ts';
import { groupsOf, type Want } from './languages.ts';
import { type Counted, countsIn, type NumberedWord, type ReadQuestion } from './read-question.ts';
import { similarity, type Term, termsOf } from './terms.ts';
import { hasWanted, isCorrection, valuesOf } from './values.ts';

export interface Scored {
  candidate: Candidate;
  /** In [0, 1]: how much of the question the sentence and what stands around it speak of. */
  score: number;
}

/** What a word of the question counts that does not stand in the sentence itself. Set by hand on the seen set. */
const AROUND = { head: 0.9, leansOn: 0.9, headings: 0.6, title: 0.5, before: 0.6, chunk: 0.15 };

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
/** An amount of money tells that something costs it. */
const VALUE_TELLS = 0.9;
const MISSING_LOOSE = 0.35;
/** Less than this is no mention of a word. */
const LEAST_MENTION = 0.5;
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
  const weights = weightsOf(question, candidates);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return [];
  return candidates
    .map((one) => withWhatFollows(question.want, one))
    .map((candidate) => {
      const covered = coveredOf(question, candidate, weights);
      const wanted = isWanted(question, candidate);
      const focus = focusOf(question, candidate);
      const conflict =
        question.names.some((name) => lacksName(name, candidate) || namesAnother(name, candidate)) ||
        question.numbered.some((pair) => numbersAnother(pair, candidate)) ||
        question.codes.some((code) => lacksCode(code, candidate)) ||
        question.counted.some((count) => countsAnother(count, candidate));
      const score =
        covered *
        (wanted ? 1 : isUnsure(question.want, candidate) ? LOWERED.notNamed : LOWERED.notWanted) *
        (focus < LEAST_FOCUS ? LOWERED.withoutFocus : 1) *
        (conflict ? LOWERED.otherName : 1) *
        (candidate.isParagraph ? LOWERED.paragraph : 1) *
        (relationOf(question, candidate, weights) < LEAST_RELATION ? LOWERED.withoutRelation : 1);
      return { candidate, score };
    })
    .sort((a, b) => b.score - a.score || a.candidate.rank - b.candidate.rank);
}

/** A number that the question itself states is not the one that it asks for. */
function isWanted({ want, text: asked }: ReadQuestion, { text, head }: Candidate): boolean {
  if (!hasWanted(want, text, head ? `${head.text} ${head.intro}` : '')) return false;
  if (want !== 'number') return true;
  const stated = valuesOf('number', asked);
  return valuesOf('number', text).some((value) => !stated.includes(value));
}

/** How much of the question is covered; what is often said in other words counts less where it is not. */
function coveredOf(question: ReadQuestion, candidate: Candidate, weights: readonly number[]): number {
  const isPriced = question.want === 'money' && isWanted(question, candidate);
  let covered = 0;
  let total = 0;
  for (const [at, term] of question.terms.entries()) {
    const priced = isPriced && term.groups.some((group) => COSTS.includes(group)) ? VALUE_TELLS : 0;
    const cover = Math.max(priced, coverOf(term, candidate));
    const weight =
      (weights[at] ?? 0) * (cover < LEAST_MENTION && question.loose.has(term) ? MISSING_LOOSE : 1);
    covered += weight * cover;
    total += weight;
  }
  return total === 0 ? 0 : covered / total;
}

/**
 * A reason often stands in the sentence after what it is the reason of, and a correction after what it corrects: then
 * both are one answer.
 */
function withWhatFollows(want: Want, candidate: Candidate): Candidate {
  const { next, text, isParagraph, found, start } = candidate;
  if (!next || isParagraph) return candidate;
  const follows = want === 'reason' ? !hasWanted('reason', text, '') : statesAgain(want, text, next.text);
  return follows ? { ...candidate, end: next.end, text: found.text.slice(start, next.end) } : candidate;
}

/** Whether the next sentence states another value of the same kind, or corrects this one. */
function statesAgain(want: Want, text: string, next: string): boolean {
  const states = (kind: Want) => valuesOf(kind, text).length > 0 && valuesOf(kind, next).length > 0;
  if (want === 'number') return isCorrection(next) && valuesOf('number', next).length > 0;
  if (want === 'any') return WITH_UNIT.some(states);
  return WITH_UNIT.includes(want) && states(want);
}

const WITH_UNIT: readonly Want[] = ['money', 'duration', 'share', 'date'];
const COSTS = groupsOf('cost');

/**
 * Whether what is wanted may be there untold: names have capitals, which ordinary words have too, and roles have not; a
 * reason is often only told next; *how long* asks for a length as well, and a cell has its unit elsewhere.
 */
function isUnsure(want: Want, { kind, next, isParagraph, text }: Candidate): boolean {
  if (want === 'reason') return next !== null || isParagraph;
  if (want === 'duration') return kind === 'row' && valuesOf('number', text).length > 0;
  return want === 'person' || want === 'place';
}

/** How much of the question beside its names is covered; 1 where it has nothing else. */
function relationOf(
  { terms, names, loose }: ReadQuestion,
  candidate: Candidate,
  weights: readonly number[],
): number {
  const named = new Set(names.flat());
  let total = 0;
  let covered = 0;
  for (const [at, term] of terms.entries()) {
    const cover = coverOf(term, candidate);
    if (named.has(term.word) || (loose.has(term) && cover < LEAST_MENTION)) continue;
    total += weights[at] ?? 0;
    covered += (weights[at] ?? 0) * cover;
  }
  return total === 0 ? 1 : covered / total;
}

function idfOf(holding: number, all: number): number {
  return Math.log(1 + (all - holding + 0.5) / (holding + 0.5));
}

function weightsOf({ terms, codes }: ReadQuestion, candidates: readonly Candidate[]): number[] {
  return terms.map((term) => {
    const holding = candidates.filter((candidate) => best(term, candidate.terms) >= 0.8).length;
    const idf = idfOf(holding, candidates.length);
    // The parts of `acme-medium-3` are one word of the question.
    const parts = codes.map(wordsOf).find((words) => words.includes(term.word));
    return idf / (parts?.length ?? 1);
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

function coverOf(term: Term, { terms, leansOn, head, headings, title, before, chunk }: Candidate): number {
  return Math.max(
    best(term, terms),
    AROUND.leansOn * best(term, leansOn),
    AROUND.head * best(term, head?.terms ?? []),
    AROUND.headings * best(term, head?.introTerms ?? []),
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
function numbersAnother({ word, number }: NumberedWord, { text, found }: Candidate): boolean {
  const pattern = new RegExp(`(?<!\\p{L})${word}s?[\\s-](\\d+(?:[.,]\\d+)*|\\p{L})(?![\\p{L}\\d])`, 'giu');
  const writtenIn = (one: string) =>
    Array.from(one.matchAll(pattern), ([, written = '']) => written).filter(
      (written) => !/^\p{Ll}$/u.test(written),
    );
  const around = [text, found.location.heading.join('\n'), found.source_title, found.text];
  const numbers = around.map(writtenIn).find((some) => some.length > 0) ?? [];
  return (
    numbers.length > 0 &&
    !numbers.includes(number) &&
    !new RegExp(`(?<![\\d.,])${number.replace('.', '\\.')}(?![.,]?\\d)`).test(text)
  );
}

/** Whether a name with digits is missing: the sentence has another of its form, or what was found of the source has not it. */
function lacksCode(code: string, { text, found, kind, source }: Candidate): boolean {
  const exact = code.split(/[-.\s]/).join('[\\s.-]?');
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${exact}(?![\\p{L}\\p{N}]|[-.][\\p{L}\\p{N}])`, 'iu');
  if (pattern.test(text)) return false;
  const form = exact.replace(/\d+\p{L}*/gu, '\\d+\\p{L}*');
  if (new RegExp(`(?<![\\p{L}\\p{N}])${form}(?![\\p{L}\\p{N}])`, 'iu').test(text)) return true;
  // A row speaks of what its own cells name.
  const around = [found.location.heading.join(' '), found.source_title, kind === 'row' ? '' : found.text];
  if (around.some((one) => pattern.test(one))) return false;
  return kind === 'row' || termsOf(code).length > 1 || termsOf(code).some((term) => best(term, source) < 1);
}

/** Whether the sentence counts the same things to another number: *four accelerators* where *eight* are asked about. */
function countsAnother({ value, terms }: Counted, { text, head }: Candidate): boolean {
  const cells = text.split('|');
  const column = head?.text
    .split('|')
    .findIndex((name) => termsOf(name).some((term) => best(term, terms) === 1));
  const cell = cells[column ?? -1];
  if (cell !== undefined && /\d/.test(cell)) return !numbersOf(cell).includes(value);
  const counts = countsIn(text);
  const same = counts.filter((one) => terms.some((term) => best(term, one.terms) === 1));
  return same.length > 0 && !counts.some((one) => one.value === value);
}
