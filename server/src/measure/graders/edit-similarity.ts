import { distance } from 'fastest-levenshtein';
import type { Grader } from './grader.ts';
import { flag, type GraderOptions } from './options.ts';
import { extractOption, finalAnswer, NOTHING_FOUND } from './reply/final-answer.ts';

/** Maximum characters of an expected text, because time grows with its length times that of the response. */
const MAX_CHARACTERS = 5_000;

/**
 * 1 − d / the longer length, with d the smallest number of characters (UTF-16 units) to insert, delete or replace
 * (Levenshtein 1966), after collapsing white space and ignoring case. The best of several expected texts.
 */
export const editSimilarity: Grader = {
  type: 'edit_similarity',
  version: 1,
  lenient: 'share',
  readsReplies: true,
  share: 'always',
  costly: true,
  description:
    'One minus the edit distance to the best expected text, as a share of the longer of the two texts.',
  options: {
    ignore_case: flag('Compare case-insensitively.', true),
    extract: extractOption('auto'),
  },
  expectedProblem: (expected) =>
    expected.length > MAX_CHARACTERS
      ? `expected has ${expected.length} characters; edit_similarity reads at most ${MAX_CHARACTERS}`
      : null,
  judge(reply, expected, options) {
    const found = finalAnswer(reply, options.extract);
    if (found === null) return NOTHING_FOUND;
    const { value, ...rest } = found;
    const score = Math.max(...expected.map((text) => similarity(value, text, options)));
    return { score, extracted: found.extraction === null ? null : value, ...rest };
  },
};

function similarity(given: string, expected: string, options: GraderOptions): number {
  const [a, b] = [normalise(given, options), normalise(expected, options)];
  const longer = Math.max(a.length, b.length);
  return longer === 0 ? 1 : 1 - distance(a, b) / longer;
}

function normalise(text: string, options: GraderOptions): string {
  const out = text.normalize('NFC').replace(/\s+/g, ' ').trim();
  return options.ignore_case === true ? out.toLowerCase() : out;
}
