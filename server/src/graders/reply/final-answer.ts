import type { Judgement } from '../grader.ts';
import { type GraderOptions, type OptionSpec, oneOf } from '../options.ts';
import { answerLine, looseAnswer, toLines } from './extract.ts';

/** The answer of a reply as a text, and how it was found. */
export interface Found extends Pick<Judgement, 'settled' | 'extraction'> {
  value: string;
}

const PLACES = ['auto', 'answer_line', 'whole'] as const;
export type AnswerPlace = (typeof PLACES)[number];

export const extractOption = (fallback: AnswerPlace): OptionSpec =>
  oneOf(
    `Where the answer is read: "auto" the last "Answer:" line, else after "answer is" or in the last \\boxed{}, else the whole reply; "answer_line" only there; "whole" the whole reply. Default "${fallback}".`,
    PLACES,
  );

/**
 * Where `auto` looks: the last `Answer:` line (strict); else what follows `answer is`, or the last `\boxed{}`
 * (flexible); else the whole reply, strict when it is one line. Of a reply read whole by request nothing is
 * extracted. Null: there is no answer where it was asked for.
 */
export function finalAnswer(reply: string, options: GraderOptions, fallback: AnswerPlace): Found | null {
  const where = options.extract ?? fallback;
  if (where === 'whole') return { value: reply, extraction: null, settled: false };
  const line = answerLine(reply);
  if (line !== null) return { value: line, extraction: 'strict', settled: true };
  if (where === 'answer_line') return null;
  const loose = looseAnswer(reply);
  if (loose !== null) return { value: loose, extraction: 'flexible', settled: false };
  return { value: reply, extraction: toLines(reply).length === 1 ? 'strict' : 'flexible', settled: false };
}

/** What a grader gives for a reply in which it found nothing. */
export const NOTHING_FOUND: Judgement = { score: 0, extraction: 'none', extracted: null, settled: false };

/** What the prompt asked for decides what is strict; what counts as right does not change with it. */
export const askedForm = oneOf(
  'The form the prompt asks for, which alone is recorded as strict: "answer_line" (default) an "Answer: X" line of its own, "answer_is" also "the answer is X" inside a sentence.',
  ['answer_line', 'answer_is'],
);
