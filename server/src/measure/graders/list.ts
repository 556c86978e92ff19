import type { Grader } from './grader.ts';
import { oneOf } from './options.ts';
import { NOTHING_FOUND } from './reply/final-answer.ts';
import { bestReading, expectedElements, listReply } from './reply/list-reply.ts';

/** Compares the elements of the response's list with the expected ones, by position. */
export const list: Grader = {
  type: 'list',
  version: 1,
  lenient: 'list',
  readsReplies: true,
  share: 'by_option',
  description: 'The list in the response has the expected elements in the expected order.',
  options: {
    score: oneOf(
      '"all": 1 when the lists are equal, else 0. "places": equal places as a share of the longer list.',
      ['all', 'places'],
    ),
  },
  expectedProblem: () => null,
  judge(reply, expected, options) {
    const found = listReply(reply);
    if (found === null) return NOTHING_FOUND;
    const wanted = expectedElements(expected);
    return bestReading(found, (elements) => {
      const same = elements.filter((element, i) => element === wanted[i]).length;
      const share = same / Math.max(elements.length, wanted.length, 1);
      return options.score === 'places' ? share : Math.floor(share);
    });
  },
};
