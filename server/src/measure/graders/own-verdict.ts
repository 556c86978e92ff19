import { isObject } from '../../kernel/json.ts';
import { isReservedFigure } from './composite.ts';
import type { Details, Judgement } from './grader.ts';

const KEYS = ['score', 'reason', 'figures'];
const MAX_REASON = 2_000;
const MAX_FIGURES = 20;
const MAX_NAME = 60;

/**
 * The return value of a user's grader: a score from 0 to 1, a boolean, or `{score, reason, figures}`. Throws an Error
 * that says what is wrong with it.
 */
export function readVerdict(returned: unknown): Judgement {
  const { score, reason, figures, ...others } = isObject(returned) ? returned : { score: returned };
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw new Error(`It returned the field "${unknown.slice(0, MAX_NAME)}"; known: ${KEYS.join(', ')}.`);
  if (reason !== undefined && reason !== null && typeof reason !== 'string')
    throw new Error('It returned a reason that is not a text.');
  return {
    score: readScore(score),
    extraction: null,
    extracted: null,
    settled: false,
    ...(figures !== undefined && figures !== null && { details: readFigures(figures) }),
    message: reason ? reason.slice(0, MAX_REASON) : null,
  };
}

function readScore(score: unknown): number {
  if (typeof score === 'boolean') return Number(score);
  if (typeof score === 'number' && score >= 0 && score <= 1) return score;
  const said = JSON.stringify(score)?.slice(0, MAX_NAME) ?? 'nothing';
  throw new Error(`It must return a score from 0 to 1, true or false; it returned ${said}.`);
}

function readFigures(figures: unknown): Details {
  const all = isObject(figures) ? Object.entries(figures) : [];
  if (!isObject(figures) || all.length > MAX_FIGURES)
    throw new Error(`It must return figures as an object of at most ${MAX_FIGURES} numbers.`);
  for (const [name, value] of all) {
    const shown = name.slice(0, MAX_NAME);
    if (!/^[\p{L}\p{N}][\p{L}\p{N} _.-]*$/u.test(name) || name.length > MAX_NAME)
      throw new Error(
        `It returned the figure "${shown}"; a name has at most ${MAX_NAME} letters, digits, blanks and "_.-".`,
      );
    if (isReservedFigure(name))
      throw new Error(`It returned the figure "${shown}", which is the name of another score.`);
    if (typeof value !== 'number' || !Number.isFinite(value))
      throw new Error(`It returned the figure "${shown}", which is no number.`);
  }
  return Object.fromEntries(all) as Details;
}
