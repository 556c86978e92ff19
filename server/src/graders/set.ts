import type { Grader } from './grader.ts';
import { oneOf } from './options.ts';
import { NOTHING_FOUND } from './reply/final-answer.ts';
import { expectedElements, listReply } from './reply/list-reply.ts';

/** The elements of the reply's list against the expected ones, whatever their order; repeats count once. */
export const set: Grader = {
  type: 'set',
  description: 'The list in the reply has exactly the expected elements, in any order.',
  options: {
    score: oneOf(
      '"all" (default): 1 when the sets are equal, else 0. "f1": the harmonic mean of precision and recall.',
      ['all', 'f1'],
    ),
  },
  expectedProblem: () => null,
  judge(reply, expected, options) {
    const found = listReply(reply);
    if (found === null) return NOTHING_FOUND;
    const { elements, ...rest } = found;
    const [given, wanted] = [new Set(elements), new Set(expectedElements(expected))];
    const f1 = (2 * given.intersection(wanted).size) / Math.max(given.size + wanted.size, 1);
    return { score: options.score === 'f1' ? f1 : Math.floor(f1), extracted: elements.join('; '), ...rest };
  },
};
