import { answerLine, looseAnswer, toLines, trimCharacters, unwrap } from './extract.ts';
import type { Grader, Judgement } from './grader.ts';
import { flag, flagOf, type GraderOptions, oneOf } from './options.ts';

/**
 * Right when the answer equals an expected one after both are normalised: Unicode NFC; white space
 * collapsed and trimmed; case ignored; one run of `.,;:!?` at the end dropped. Each step but the first
 * can be switched off. The marks models put around an answer (`**B**`, `(B)`, `$B$`, `\boxed{B}`) are
 * tried both on and off, so that an expected answer may contain them.
 *
 * The answer is what stands on the last `Answer:` line (strict); else what follows `answer is`, or the
 * last `\boxed{}` (flexible); else the whole reply, strict when it is one line.
 */
export const exact: Grader = {
  type: 'exact',
  description:
    'The answer equals an expected one, ignoring case, extra white space and punctuation at the end. The answer is the last "Answer:" line, or the whole reply when there is none.',
  options: {
    ignore_case: flag('Compare without regard to case; default true.'),
    ignore_space: flag('Collapse runs of white space; default true.'),
    ignore_end_punctuation: flag('Drop . , ; : ! ? at the end; default true.'),
    extract: oneOf(
      'Where the answer is read: "auto" (default) as described, "answer_line" only there, "whole" the whole reply.',
      ['auto', 'answer_line', 'whole'],
    ),
  },
  expectedProblem: (expected, options) =>
    normalise(expected, options) === '' ? 'expected is empty once normalised' : null,
  judge(reply, expected, options) {
    const found = find(reply, options);
    if (found === null) return { score: 0, extraction: 'none', extracted: null, settled: false };
    const { value, ...rest } = found;
    const given = [value, unwrap(value)].map((text) => normalise(text, options));
    const right = expected.some((answer) => given.includes(normalise(answer, options)));
    return { score: right ? 1 : 0, extracted: unwrap(value), ...rest };
  },
};

type Found = Pick<Judgement, 'settled'> & { extraction: 'strict' | 'flexible'; value: string };

function find(reply: string, options: GraderOptions): Found | null {
  const where = options.extract ?? 'auto';
  if (where === 'whole') return { value: reply, extraction: 'strict', settled: false };
  const line = answerLine(reply);
  if (line !== null) return { value: line, extraction: 'strict', settled: true };
  if (where === 'answer_line') return null;
  const loose = looseAnswer(reply);
  if (loose !== null) return { value: loose, extraction: 'flexible', settled: false };
  return { value: reply, extraction: toLines(reply).length === 1 ? 'strict' : 'flexible', settled: false };
}

function normalise(text: string, options: GraderOptions): string {
  let out = text.normalize('NFC').trim();
  if (flagOf(options, 'ignore_space', true)) out = out.replace(/\s+/g, ' ');
  if (flagOf(options, 'ignore_end_punctuation', true)) out = trimCharacters(out, ' .,;:!?', 'end');
  return flagOf(options, 'ignore_case', true) ? out.toLowerCase() : out;
}
