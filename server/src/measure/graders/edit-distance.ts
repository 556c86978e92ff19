import { distance } from 'fastest-levenshtein';
import type { Grader } from './grader.ts';

/** Maximum characters of an expected text, because time grows with its length times that of the response. */
const MAX_CHARACTERS = 5_000;

/**
 * The smallest number of characters (UTF-16 units) to insert, delete or replace (Levenshtein 1966), for the unchanged
 * response.
 */
export const editDistance: Grader = {
  type: 'edit_distance',
  version: 1,
  share: 'never',
  costly: true,
  description:
    'At most a number of characters must be inserted, deleted or replaced to make the response an expected text.',
  options: {
    max: {
      type: 'number',
      description: 'The largest accepted distance.',
      default: 5,
      expects: 'a number, 0 or more',
      accepts: (value) => typeof value === 'number' && value >= 0,
    },
  },
  expectedProblem: (expected) =>
    expected.length > MAX_CHARACTERS
      ? `expected has ${expected.length} characters; edit_distance reads at most ${MAX_CHARACTERS}`
      : null,
  judge(reply, expected, { max }) {
    const least = Math.min(...expected.map((text) => distance(reply, text)));
    return {
      score: Number(least <= Number(max)),
      extraction: null,
      extracted: null,
      settled: false,
      message: `The distance is ${least}.`,
    };
  },
};
