import { dropF1 } from './drop-f1.ts';
import type { Grader } from './grader.ts';
import { type GraderOptions, oneOf, words } from './options.ts';
import { extractOption, finalAnswer, NOTHING_FOUND } from './reply/final-answer.ts';
import { textList } from './reply/json-reply.ts';
import { unwrapAnswer } from './reply/markup.ts';
import { plainText } from './reply/plain-text.ts';
import { wordsOfText } from './reply/word-boundaries.ts';
import { squadExactMatch, squadF1, squadWords } from './squad-f1.ts';

/**
 * The word overlap between the answer and an expected one, the best of several: the harmonic mean of precision and
 * recall. There are two published variants: `squad` counts repeated words and has the exact match as a detail, `drop`
 * reads numbers as numbers and accepts several spans in an expected answer, written as a JSON list. `words` is for
 * texts in any script.
 */
export const f1: Grader = {
  type: 'f1',
  version: 1,
  lenient: 'share',
  readsReplies: true,
  share: 'always',
  description:
    'The word overlap between the answer and the best expected one: 1 for the same words, 0 for none in common.',
  options: {
    form: oneOf(
      '"squad": as the official SQuAD script, repeated words count. "drop": as the DROP script, numbers are compared as numbers and an expected JSON list is several spans. "words": as squad, with the letters of scripts that write no blanks as words.',
      ['squad', 'drop', 'words'],
    ),
    no_answer: words(
      'The text that means “no answer”, such as "unanswerable". As an expected answer it means that no other answer is right.',
    ),
    extract: extractOption('auto'),
  },
  expectedProblem: (expected, options) =>
    squadWords(expected).length === 0 && expected !== options.no_answer ? 'expected has no words' : null,
  judge(reply, expected, options) {
    const found = finalAnswer(reply, options.extract);
    if (found === null) return NOTHING_FOUND;
    const value = unwrapAnswer(found.value);
    const given = emptied(value, options);
    const scores = expected.map((answer) => scoreOf(given, emptied(answer, options), options));
    const exact = expected.map((answer) => squadExactMatch(given, emptied(answer, options)));
    return {
      ...found,
      score: Math.max(...scores),
      extracted: value,
      ...(options.form !== 'drop' && { details: { exact_match: Math.max(...exact) } }),
    };
  },
};

function scoreOf(given: string, expected: string, options: GraderOptions): number {
  if (options.form === 'words') return squadF1(spacedWords(given), spacedWords(expected));
  if (options.form !== 'drop') return squadF1(given, expected);
  return dropF1(given, textList(expected) ?? [expected]);
}

const spacedWords = (text: string): string => wordsOfText(plainText(text)).join(' ');

/** The text for “no answer” counts as an empty one, on both sides. */
function emptied(text: string, { no_answer: word }: GraderOptions): string {
  const same = typeof word === 'string' && squadWords(text).join(' ') === squadWords(word).join(' ');
  return same ? '' : text;
}
