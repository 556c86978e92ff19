import type { Candidate } from './candidates.ts';
import type { ReadQuestion } from './read-question.ts';
import type { Scored } from './score-candidates.ts';
import { valuesOf } from './values.ts';

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
const LEAST_NEAR = 0.3;
const MOST_QUOTES = 3;

export function chooseAnswer(question: ReadQuestion, scored: readonly Scored[]): Chosen {
  const [first, ...others] = scored;
  if (!first || first.score < LEAST_SCORE) {
    const isNear = first !== undefined && first.score >= LEAST_NEAR;
    return { quoted: [], differ: false, nearest: isNear ? first.candidate : null };
  }
  const quoted = [first.candidate];
  let differ = false;
  for (const { candidate, score } of others) {
    if (quoted.length === MOST_QUOTES) break;
    if (quoted.some((one) => isSame(one, candidate))) continue;
    const contradicts = score >= LEAST_OTHER && statesOther(question, first.candidate, candidate);
    if (!contradicts && score < first.score * NEARLY) continue;
    quoted.push(candidate);
    differ ||= contradicts;
  }
  return { quoted, differ, nearest: null };
}

/** Whether one holds the other, or both say the same words. */
function isSame(a: Candidate, b: Candidate): boolean {
  if (a.text === b.text) return true;
  return a.found.chunk_id === b.found.chunk_id && a.start < b.end && b.start < a.end;
}

/** Whether two sentences of different sources state values of the kind that is asked for, and share none. */
function statesOther({ want }: ReadQuestion, a: Candidate, b: Candidate): boolean {
  if (a.found.source_id === b.found.source_id) return false;
  if (!['number', 'money', 'duration', 'share', 'date'].includes(want)) return false;
  const [here, there] = [valuesOf(want, a.text), valuesOf(want, b.text)];
  return here.length > 0 && there.length > 0 && !here.some((value) => there.includes(value));
}
