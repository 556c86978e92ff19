import type { Grader } from './grader.ts';
import { flag, type GraderOptions } from './options.ts';
import { extractOption, finalAnswer, NOTHING_FOUND } from './reply/final-answer.ts';
import { withoutReason } from './reply/hedges.ts';
import { trimCharacters, unwrapAnswer, withoutMarkup } from './reply/markup.ts';
import { straightenTypography } from './reply/typography.ts';

/**
 * Right if the answer equals an expected one after both are normalised: Unicode NFC; typographic quotes, apostrophes
 * and hyphens as typed ones; white space collapsed and trimmed; case ignored; one run of `.,;:!?` at the end removed.
 * Each step but the first can be disabled. Marks that models put around an answer (`**B**`, `(B)`, `$B$`, `\boxed{B}`)
 * are tried with and without, so that an expected answer may contain them; so are explanations (`Paris, not London`,
 * `Paris (the capital)`).
 */
export const exact: Grader = {
  type: 'exact',
  version: 1,
  lenient: 'answer',
  readsReplies: true,
  share: 'never',
  description:
    'The answer equals an expected one, ignoring case, extra white space and final punctuation. The answer is the last "Answer:" line, or the whole response if there is none.',
  options: {
    ignore_case: flag('Compare case-insensitively.', true),
    ignore_space: flag('Collapse runs of white space.', true),
    ignore_end_punctuation: flag('Drop . , ; : ! ? at the end.', true),
    extract: extractOption('auto'),
  },
  expectedProblem: (expected, options) =>
    normalise(expected, options) === '' ? 'expected is empty once normalised' : null,
  judge(reply, expected, options) {
    const found = finalAnswer(reply, options.extract);
    if (found === null) return NOTHING_FOUND;
    const { value, ...rest } = found;
    const texts = rest.extraction === null ? [value] : [value, withoutReason(value)];
    const given = texts.flatMap((text) => [text, unwrapAnswer(text)]).map((text) => normalise(text, options));
    const right = expected.some((answer) =>
      [answer, withoutMarkup(answer)].some((wanted) => given.includes(normalise(wanted, options))),
    );
    return { score: right ? 1 : 0, extracted: unwrapAnswer(value), ...rest };
  },
};

function normalise(text: string, options: GraderOptions): string {
  let out = straightenTypography(text).trim();
  if (options.ignore_space === true) out = out.replace(/\s+/g, ' ');
  if (options.ignore_end_punctuation === true) out = trimCharacters(out, ' .,;:!?。，；：！？।۔،؛؟', 'end');
  return options.ignore_case === true ? out.toLowerCase() : out;
}
