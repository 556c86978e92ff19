import type { Grader } from './grader.ts';
import { type LinearRegex, linearRegex } from './linear-regex.ts';
import { flag, type GraderOptions } from './options.ts';
import { extractOption, finalAnswer, NOTHING_FOUND } from './reply/final-answer.ts';

const MOST_PATTERNS = 20;
/** Maximum instructions of all patterns of an item together: a second for 32,000 characters. */
const MOST_TOGETHER = 1_000;

/**
 * Right if an expected pattern matches somewhere in the response (`^` and `$` anchor it). Patterns have RE2 syntax and
 * are matched in time linear in the response; the total size of an item's patterns is limited too.
 */
export const regex: Grader = {
  type: 'regex',
  version: 1,
  readsReplies: true,
  share: 'never',
  costly: true,
  description:
    'An expected pattern (RE2 syntax: no backreferences, no look-around) matches somewhere in the response.',
  options: {
    ignore_case: flag('Match case-insensitively.', false),
    multi_line: flag('^ and $ also match at line breaks.', false),
    dot_all: flag('A dot also matches a line break.', false),
    extract: extractOption('whole'),
  },
  expectedProblem(expected, options) {
    try {
      compile(expected, options);
      return null;
    } catch (error) {
      return `the pattern "${expected.slice(0, 100)}" cannot be used: ${error instanceof Error ? error.message : error}`;
    }
  },
  togetherProblem(expected, options) {
    if (expected.length > MOST_PATTERNS)
      return `there are ${expected.length} patterns; at most ${MOST_PATTERNS} are used for one item`;
    const size = expected.reduce((sum, pattern) => sum + compile(pattern, options).size, 0);
    if (size <= MOST_TOGETHER) return null;
    return `its ${expected.length} patterns have ${size} states together; at most ${MOST_TOGETHER} are used for one item`;
  },
  judge(reply, expected, options) {
    const found = finalAnswer(reply, options.extract);
    if (found === null) return NOTHING_FOUND;
    const { value, extraction, settled } = found;
    for (const pattern of expected) {
      const match = compile(pattern, options).find(value);
      if (match !== null) return { score: 1, extraction, extracted: match, settled };
    }
    return { score: 0, extraction, extracted: null, settled };
  },
};

function compile(pattern: string, options: GraderOptions): LinearRegex {
  return linearRegex(pattern, {
    ignoreCase: options.ignore_case === true,
    multiLine: options.multi_line === true,
    dotAll: options.dot_all === true,
  });
}
