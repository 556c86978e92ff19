import { wordsOf } from '../../search/search.ts';
import { numbersOf } from '../citations/numbers.ts';
import { groupsOf } from './alike.ts';
import type { Candidate } from './candidates.ts';
import { countsOther, exactly, lacksCount, lacksOrder, speaksOfOther } from './conflicts.ts';
import type { Want } from './languages.ts';
import type { ReadQuestion } from './read-question.ts';
import { best, type Term, termsOf } from './terms.ts';
import { hasName, hasWanted, isCorrection, SPAN, TOLD_BY_UNIT, valuesOf } from './values.ts';

export interface Scored {
  candidate: Candidate;
  /** In [0, 1]: how much of the question the sentence and what stands around it speak of. */
  score: number;
  /** How many words of the question it holds itself, and how much of the question these are, in [0, 1]. */
  shared: number;
  own: number;
  /** Of each word of the question whether it holds it, and whether it or what stands around it mentions it. */
  holds: readonly boolean[];
  mentions: readonly boolean[];
  /** It speaks of another name, number or count than the question. */
  isOfOther: boolean;
  /** The numbers of the cells of a row that the question asks for; null of a sentence. */
  cells: readonly string[] | null;
}

/** What a word of the question counts that does not stand in the sentence itself. Set by hand on the seen set. */
const AROUND = { head: 0.9, leansOn: 0.9, headings: 0.6, title: 0.5, before: 0.6, chunk: 0.15 };

/** What a score is multiplied by; set by hand on the seen set. */
const LOWERED = {
  /** Without what the question asks for: a number, a date. */
  notWanted: 0.5,
  /** The same of a person, a place or a time, which are told less surely. */
  notNamed: 0.75,
  withoutFocus: 0.6,
  otherName: 0.5,
  /** A paragraph holds more words than a sentence, so it covers more of any question. */
  paragraph: 0.9,
  /** What is asked of a name has to be spoken of as well, not the name alone. */
  withoutRelation: 0.75,
  /** *How many compressors* is not answered by *36 hours*. */
  otherCounted: 0.5,
  /** A number of things that the question names, and the sentence does not. */
  withoutCount: 0.7,
  /** *Which team moves after the chat team?* */
  withoutOrder: 0.5,
  /** *Which engine* is answered by its name, or by a sentence about engines. */
  withoutKind: 0.6,
};
/** An amount of money tells that something costs it, tonnes that something weighs them. */
const VALUE_TELLS = 0.9;
const MISSING_LOOSE = 0.35;
/** Less than this is no mention of a word. */
const LEAST_MENTION = 0.5;
/** Less than this is no mention of what is asked of a name. */
const LEAST_RELATION = 0.35;
/** Less than this is no mention of what the question counts. */
const LEAST_FOCUS = 0.5;

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
      const conflict = speaksOfOther(question, candidate);
      const score =
        covered *
        (wanted ? 1 : isUnsure(question.want, candidate) ? LOWERED.notNamed : LOWERED.notWanted) *
        (focus < LEAST_FOCUS ? LOWERED.withoutFocus : 1) *
        (conflict ? LOWERED.otherName : 1) *
        (candidate.isParagraph ? LOWERED.paragraph : 1) *
        (countsOther(question, candidate) ? LOWERED.otherCounted : 1) *
        (lacksCount(question, candidate) ? LOWERED.withoutCount : 1) *
        (lacksKind(question, candidate) ? LOWERED.withoutKind : 1) *
        (lacksOrder(question, candidate) ? LOWERED.withoutOrder : 1) *
        (relationOf(question, candidate, weights) < LEAST_RELATION ? LOWERED.withoutRelation : 1);
      const holds = question.terms.map((term) => ownOf(term, candidate) >= 0.8);
      const mentions = question.terms.map((term) => coverOf(term, candidate) >= LEAST_MENTION);
      const shared = holds.filter((one) => one).length;
      const own = weights.reduce((sum, weight, at) => sum + (holds[at] ? weight : 0), 0) / total;
      return {
        candidate,
        score,
        shared,
        own,
        holds,
        mentions,
        isOfOther: conflict,
        cells: cellsOf(question, candidate),
      };
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

const TOLD = TOLD_BY_UNIT.map(([word, unit]) => ({ groups: groupsOf(word), unit }));

/** The groups of words that a quantity of the candidate tells by its unit. */
function toldIn(question: ReadQuestion, candidate: Candidate): Set<number> {
  const text = `${candidate.text}\n${candidate.head?.text ?? ''}`;
  const told = TOLD.filter(({ unit }) => unit.test(text)).flatMap(({ groups }) => groups);
  return new Set(question.want === 'money' && isWanted(question, candidate) ? [...told, ...COSTS] : told);
}

function isTold({ groups }: Term, told: ReadonlySet<number>): boolean {
  return groups.some((group) => told.has(group));
}

/** How much of the question is covered; what is often said in other words counts less where it is not. */
function coveredOf(question: ReadQuestion, candidate: Candidate, weights: readonly number[]): number {
  const told = toldIn(question, candidate);
  let covered = 0;
  let total = 0;
  for (const [at, term] of question.terms.entries()) {
    const cover = Math.max(isTold(term, told) ? VALUE_TELLS : 0, coverOf(term, candidate));
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
  if (want === 'date') return SPAN.test(text);
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
    // The parts of `acme-medium-3` are one word of the question.
    const code = codes.find((one) => wordsOf(one).includes(term.word));
    if (code === undefined) return idfOf(holding, candidates.length);
    const pattern = exactly(code);
    const naming = candidates.filter(({ text }) => pattern.test(text)).length;
    const parts = terms.filter(({ word }) => wordsOf(code).includes(word));
    return idfOf(naming, candidates.length) / parts.length;
  });
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

/** How well the sentence itself has a word, the head of its table and the sentence that it needs included. */
function ownOf(term: Term, { terms, leansOn, head }: Candidate): number {
  return Math.max(best(term, terms), best(term, leansOn), best(term, head?.terms ?? []));
}

/** How well the best covered word of what the question counts or asks for is covered; 1 where it names nothing. */
function focusOf(question: ReadQuestion, candidate: Candidate): number {
  const { focus, want } = question;
  // An amount, a time or a share is told by its unit.
  if (focus.length === 0 || want === 'money' || want === 'duration' || want === 'share') return 1;
  const told = toldIn(question, candidate);
  return Math.max(
    ...focus.map((term) => (isTold(term, told) ? VALUE_TELLS : 0)),
    ...focus.map((term) => coverOf(term, candidate)),
  );
}

function lacksKind({ kinds }: ReadQuestion, candidate: Candidate): boolean {
  const isSpokenOf = kinds.length === 0 || kinds.some((term) => coverOf(term, candidate) >= LEAST_MENTION);
  return !isSpokenOf && !hasName(candidate.text);
}

/** The numbers of a row in the columns whose names have a word of the question, or of all where none has. */
function cellsOf({ terms }: ReadQuestion, { kind, text, head }: Candidate): string[] | null {
  if (kind !== 'row' || head === null) return null;
  const cells = text.split('|');
  const asked = head.text
    .split('|')
    .flatMap((name, at) => (at > 0 && termsOf(name).some((term) => best(term, terms) >= 0.8) ? [at] : []));
  return numbersOf((asked.length > 0 ? asked.map((at) => cells[at] ?? '') : cells.slice(1)).join(' | '));
}
