import type { Judgement } from './grader.ts';
import { hasOtherNumber } from './loose-words.ts';
import { declines } from './reply/declines.ts';
import { answersAs, plainAnswer } from './reply/plain-text.ts';
import { wordsOfText } from './reply/word-boundaries.ts';

/**
 * Whether a response with a low score contains no answer that the grader recognises, neither the expected one nor
 * another, so that it may be right in other words: `We do not offer that` for `no`. A response that declines to answer
 * is wrong, and so is `No` in any language for `yes` or `true`. `contains` recognises another answer by its number (`36
 * months` for `24 months`), or if no number is expected and the response has no more words than the expected text. The
 * words of a long text are never another answer.
 */
export function isUnrecognised(
  type: string,
  {
    text,
    expected,
    judged: { score, extraction },
  }: {
    text: string;
    expected: readonly string[];
    judged: Pick<Judgement, 'score' | 'extraction'>;
  },
): boolean {
  if (score === 1 || text.trim() === '') return false;
  if (type === 'contains' ? namesAnother(text, expected) : type !== 'f1' && extraction !== 'none')
    return false;
  return !declines(text) && !expected.every((one) => answersAs(text, plainAnswer(one)) === 'opposite');
}

/** Whether `contains`, which found no expected text, finds another answer instead. */
function namesAnother(text: string, expected: readonly string[]): boolean {
  const words = wordsOfText(text).length;
  return expected.some(
    (one) => hasOtherNumber(text, one) || !(hasNumber(one) || words > wordsOfText(one).length),
  );
}

/** Excludes numbers in names, such as `A4` and `SKU-17`: another name is another answer. */
const hasNumber = (text: string): boolean => /(?<![\p{L}_][-_/.]?)(?<!\d)\d/u.test(text);
