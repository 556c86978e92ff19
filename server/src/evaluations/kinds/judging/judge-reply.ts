import type { GradedBy } from '../../../graders/graders.ts';
import type { Preference } from '../../../statistics/statistics.ts';
import type { Scale } from '../shapes.ts';
import type { JudgedCriterion } from './judge-prompt.ts';

/**
 * The version of what reads a judge's reply. Raised by one with every change by which the same reply may be read
 * differently, or be unreadable. Rescoring keeps what was read before, and asks again where nothing could be.
 */
export const JUDGES: GradedBy = { judges: 1 };

/** The grade of one criterion, 0 to 1, with the judge's reason. */
export interface CriterionGrade {
  index: number;
  score: number;
  reason: string;
}

/** Which of two answers a judge prefers, by the order in which it was shown them, with its reason. */
export interface PreferenceSaid {
  winner: Preference;
  reason: string;
}

/** What came of reading a reply; a problem is said to the judge, who is asked once more. */
export type Read<T> = { said: T } | { problem: string };

const MAX_REASON = 4000;
/** Openings tried from the end of a reply; a reply that needs more is no JSON object. */
const MAX_TRIES = 100;

/** The grades in a reply; every criterion must have one. */
export function readGrades(
  reply: string,
  mark: string,
  criteria: readonly JudgedCriterion[],
): Read<CriterionGrade[]> {
  const found = markedObject(reply, mark);
  if (found === null) return { problem: 'there is no JSON object with the mark' };
  const grades = isObject(found.grades) ? found.grades : {};
  const said: CriterionGrade[] = [];
  for (const { index, scale } of criteria) {
    const grade = grades[`c${index}`];
    const score = isObject(grade) ? toScore(grade.score, scale) : null;
    if (!isObject(grade) || score === null) return { problem: `c${index} has no score of its scale` };
    said.push({ index, score, reason: reasonOf(grade) });
  }
  return { said };
}

const PREFERENCES: readonly unknown[] = ['first', 'second', 'tie'] satisfies Preference[];

/** The preference in a reply. */
export function readPreference(reply: string, mark: string): Read<PreferenceSaid> {
  const found = markedObject(reply, mark);
  if (found === null) return { problem: 'there is no JSON object with the mark' };
  if (!PREFERENCES.includes(found.winner)) {
    return { problem: '"winner" is none of "first", "second" and "tie"' };
  }
  return { said: { winner: found.winner as Preference, reason: reasonOf(found) } };
}

function reasonOf({ reason }: Record<string, unknown>): string {
  return typeof reason === 'string' ? reason.slice(0, MAX_REASON) : '';
}

function toScore(value: unknown, scale: Scale): number | null {
  if (scale === 'pass_fail') return value === 'pass' ? 1 : value === 'fail' ? 0 : null;
  const grade = typeof value === 'string' && /^[1-5]$/.test(value) ? Number(value) : value;
  return Number.isInteger(grade) && (grade as number) >= 1 && (grade as number) <= 5
    ? ((grade as number) - 1) / 4
    : null;
}

/**
 * The last JSON object of a reply whose own `mark` is the mark. A judgement that a judge repeats from an answer never has
 * it: the mark was drawn after the answer was written.
 */
function markedObject(reply: string, mark: string): Record<string, unknown> | null {
  let at = reply.length;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    at = at === 0 ? -1 : reply.lastIndexOf('{', at - 1);
    if (at === -1) return null;
    const value = parse(objectAt(reply, at));
    if (isObject(value) && value.mark === mark) return value;
  }
  return null;
}

/** The text from an opening brace to the one that closes it. */
function objectAt(text: string, from: number): string {
  let depth = 0;
  let inString = false;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return text.slice(from, at + 1);
  }
  return '';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
