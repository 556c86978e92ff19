import type { Candidate } from './candidates.ts';
import type { Want } from './languages.ts';
import type { ReadQuestion } from './read-question.ts';
import type { Scored } from './score-candidates.ts';
import { unitsOf, valuesOf } from './values.ts';

export interface Chosen {
  /** The best first; empty where the sources do not answer. */
  quoted: readonly Candidate[];
  /** The quoted sentences state different values. */
  differ: boolean;
  /** What comes nearest where nothing is quoted, if anything is near at all. */
  nearest: Candidate | null;
}

/**
 * Chosen on examples/assistant/seen and practice: below, questions that the sources do not answer would be answered; above, answers
 * would be kept back. `node bench/assistant.ts` prints what other limits come to.
 */
export const LEAST_SCORE = 0.56;
/** A second sentence is quoted where it answers nearly as well. */
const NEARLY = 0.85;
/** A sentence of another source that states another value is quoted where it answers well enough by itself. */
const LEAST_OTHER = 0.45;
/** Less is enough where it holds two words of the question itself. */
const LEAST_SHARING = 0.3;
/** Still less where it amends what its own source says elsewhere. */
const LEAST_AMENDING = 0.15;
const DIFFERING: readonly Want[] = ['money', 'duration', 'share', 'date'];
/** How much of what the answer holds of the question it has to hold, to be quoted beside it. */
const LEAST_OWN = 0.3;
/** … and to be quoted though it does not answer by itself, or to be what the best answer corrects. */
const LEAST_SAME = 0.5;
const LEAST_NEAR = 0.3;
const MOST_QUOTES = 3;

export function chooseAnswer(question: ReadQuestion, scored: readonly Scored[]): Chosen {
  const [first, ...rest] = scored;
  if (!first || first.score < LEAST_SCORE) {
    const isNear = first !== undefined && first.score >= LEAST_NEAR;
    return { quoted: [], differ: false, nearest: isNear ? first.candidate : null };
  }
  const quoted = [first.candidate];
  const add = (candidate: Candidate) => {
    if (quoted.length < MOST_QUOTES && !quoted.some((one) => isSame(one, candidate))) quoted.push(candidate);
  };
  const others = rest.filter((other) => statesOther(question, first, other) && isBeside(first, other));
  const differing = others.filter((other) => isOfSame(first, other));
  for (const { candidate } of differing) add(candidate);
  const differ = quoted.length > 1;
  for (const other of rest)
    if (isElsewhere(first, other) && quoted.every((one) => isOtherSource(one, other.candidate)))
      add(other.candidate);
  for (const { candidate, score } of rest) if (score >= first.score * NEARLY) add(candidate);
  for (const { candidate } of others) add(candidate);
  return { quoted, differ, nearest: null };
}

/** Whether it answers by itself, or speaks of as much of the question as the best answer and answers nearly. */
function isElsewhere(first: Scored, { score, own, isOfOther }: Scored): boolean {
  if (isOfOther) return false;
  return score >= LEAST_SCORE || (score >= LEAST_OTHER && own >= first.own * LEAST_SAME);
}

/** Whether it answers well enough to be set beside an answer that states another value. */
function isBeside(first: Scored, other: Scored): boolean {
  const { candidate, score, shared, own, isOfOther } = other;
  if (isOfOther) return false;
  const isOther = isOtherSource(first.candidate, candidate);
  if (isAmending(first, other)) return shared > 0 && score >= (isOther ? LEAST_SHARING : LEAST_AMENDING);
  if (!isOther) return false;
  return own >= first.own * LEAST_OWN && (score >= LEAST_OTHER || (shared > 1 && score >= LEAST_SHARING));
}

/** Whether one of two sentences says that something is changed that stands elsewhere. */
function isAmending({ candidate: a }: Scored, { candidate: b }: Scored): boolean {
  return a.amends !== b.amends && !isSame(a, b);
}

/**
 * Whether two sentences speak so much of the same that their values can be said to differ: the other one holds every word
 * of the question that the best answer holds, or stands under a heading that does, and more than one itself. That *parcels*
 * arrive within 7 days does not contradict that *parcels* are *returned* within 45: to miss that two sentences differ is
 * better than to say it of any two times. A correction says only what is new, so of it and what it corrects less is asked.
 */
function isOfSame(first: Scored, other: Scored): boolean {
  const { amends } = first.candidate;
  if (amends && !other.candidate.amends)
    return isOtherSource(first.candidate, other.candidate) || other.own >= first.own * LEAST_SAME;
  const isCorrected = other.candidate.amends && !amends;
  if (isCorrected && !isOtherSource(first.candidate, other.candidate)) return true;
  return (isCorrected || other.shared > 1) && first.holds.every((holds, at) => !holds || other.mentions[at]);
}

function isOtherSource(a: Candidate, b: Candidate): boolean {
  return a.found.source_id !== b.found.source_id;
}

/** Whether one holds the other, or both say the same words. */
function isSame(a: Candidate, b: Candidate): boolean {
  if (a.text === b.text) return true;
  return a.found.chunk_id === b.found.chunk_id && a.start < b.end && b.start < a.end;
}

/** Whether two sentences state values of the kind that is asked for, and share none. */
function statesOther({ want }: ReadQuestion, a: Scored, b: Scored): boolean {
  if (a.cells ?? b.cells) {
    const [here, there] = [a, b].map(({ cells, candidate: { text } }) => cells ?? bareValuesOf(want, text));
    return areDisjoint(here, there) && want !== 'any';
  }
  const [here, there] = [a.candidate.text, b.candidate.text];
  if (DIFFERING.includes(want)) return areDisjoint(valuesOf(want, here), valuesOf(want, there));
  if (want !== 'number') return false;
  const others = unitsOf(there);
  // *The number of drafts is 8,960* amends *9,412 drafts*.
  const bare = isAmending(a, b) ? others.get('') : undefined;
  return [...unitsOf(here)].some(([unit, values]) =>
    areDisjoint([...values], [...(others.get(unit) ?? bare ?? [])]),
  );
}

/** The values of the kind that is asked for, or, for a number of anything, those without another unit. */
function bareValuesOf(want: Want, text: string): string[] {
  return want === 'number' ? valuesOf('number', text) : valuesOf(want, text);
}

function areDisjoint(here: readonly string[] = [], there: readonly string[] = []): boolean {
  return here.length > 0 && there.length > 0 && !here.some((value) => there.includes(value));
}
