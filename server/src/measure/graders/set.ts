import type { Grader } from './grader.ts';
import { oneOf } from './options.ts';
import { NOTHING_FOUND } from './reply/final-answer.ts';
import { bestReading, expectedElements, listReply } from './reply/list-reply.ts';

/** Compares the elements of the response's list with the expected ones in any order; repeats count once. */
export const set: Grader = {
  type: 'set',
  version: 1,
  lenient: 'set',
  readsReplies: true,
  share: 'by_option',
  description: 'The list in the response has exactly the expected elements, in any order.',
  options: {
    score: oneOf(
      '"all": 1 when the sets are equal, else 0. "f1": the harmonic mean of precision and recall.',
      ['all', 'f1'],
    ),
  },
  expectedProblem: () => null,
  judge(reply, expected, options) {
    const found = listReply(reply);
    if (found === null) return NOTHING_FOUND;
    const wanted = new Set(expectedElements(expected));
    return bestReading(found, (elements) => {
      const given = new Set(elements);
      const f1 = (2 * given.intersection(wanted).size) / Math.max(given.size + wanted.size, 1);
      return options.score === 'f1' ? f1 : Math.floor(f1);
    });
  },
};
