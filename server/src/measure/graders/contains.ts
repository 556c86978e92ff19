import type { Grader } from './grader.ts';
import { flag, type GraderOptions, oneOf } from './options.ts';
import { straightenTypography } from './reply/typography.ts';
import { isWholeWord } from './reply/word-boundaries.ts';

/**
 * Right if the response contains an expected text anywhere (or all of them, with `require: "all"`). White space is
 * collapsed, typographic quotes, apostrophes and hyphens become typed ones, and case is ignored by default. The whole
 * response is read without extracting an answer, so a response that lists every possibility passes, which this grader
 * cannot detect.
 */
export const contains: Grader = {
  type: 'contains',
  version: 2,
  lenient: 'contained',
  share: 'never',
  description:
    'The response contains an expected text anywhere. This grader cannot distinguish an answer from a list of every possibility.',
  options: {
    ignore_case: flag('Compare case-insensitively.', true),
    whole_words: flag(
      'The text must not be part of a longer word or number, except in scripts without spaces.',
      false,
    ),
    require: oneOf('Whether "any" or "all" of several expected texts must occur.', ['any', 'all']),
  },
  expectedProblem: (expected) =>
    expected.trim() === '' ? 'expected is empty, which every response contains' : null,
  judge(reply, expected, options) {
    const text = normalise(reply, options);
    const whole = options.whole_words === true;
    const missing = expected.filter((part) => !holds(text, normalise(part, options), whole));
    const right = options.require === 'all' ? missing.length === 0 : missing.length < expected.length;
    const found = expected.find((part) => !missing.includes(part)) ?? null;
    return { score: right ? 1 : 0, extraction: null, extracted: found, settled: right };
  },
};

function normalise(text: string, options: GraderOptions): string {
  const out = straightenTypography(text).replace(/\s+/g, ' ').trim();
  return options.ignore_case === true ? out.toLowerCase() : out;
}

function holds(text: string, part: string, whole: boolean): boolean {
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
    if (!whole || isWholeWord(text, at, at + part.length)) return true;
  }
  return false;
}
