import type { Grader } from './grader.ts';
import type { OptionSpec } from './options.ts';

const bound = (description: string): OptionSpec => ({
  type: 'number',
  description,
  expects: 'a number, 0 or more',
  accepts: (value) => typeof value === 'number' && value >= 0,
});

/** A grader that counts something in a response, which must be within bounds. */
function counting(type: string, what: string, description: string, count: (reply: string) => number): Grader {
  return {
    type,
    version: 1,
    share: 'never',
    expectsNothing: true,
    description,
    options: { min: bound(`The least number of ${what}.`), max: bound(`The largest number of ${what}.`) },
    expectedProblem: (_, { min, max }) =>
      min === undefined && max === undefined ? `grader ${type}: give option "min", "max" or both` : null,
    judge(reply, _, { min = 0, max = Number.POSITIVE_INFINITY }) {
      const found = count(reply);
      return {
        score: Number(found >= Number(min) && found <= Number(max)),
        extraction: null,
        extracted: String(found),
        settled: found > Number(max),
      };
    },
  };
}

/** Words separated by white space. */
export const wordCount = counting(
  'word_count',
  'words',
  'The response has at least `min` and at most `max` words, separated by white space.',
  (reply) => reply.split(/\s+/).filter((word) => word !== '').length,
);

/** Unicode code points, so that an emoji is one character. */
export const characterCount = counting(
  'character_count',
  'characters',
  'The response has at least `min` and at most `max` characters (Unicode code points).',
  (reply) => Array.from(reply).length,
);
