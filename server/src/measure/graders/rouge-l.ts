import type { Grader } from './grader.ts';
import { extractOption, finalAnswer, NOTHING_FOUND } from './reply/final-answer.ts';

/** Maximum words of an expected text, because time grows with it times the words of the response. */
const MAX_WORDS = 1_000;

/**
 * ROUGE-L as the harmonic mean of precision and recall of the longest common subsequence of words (Lin 2004, with β = 1
 * as in the package rouge-score, without stemming), the best of several expected texts. Words are runs of a to z and 0
 * to 9 in lower case, as there, so texts in other alphabets score 0 against everything.
 */
export const rougeL: Grader = {
  type: 'rouge_l',
  version: 1,
  lenient: 'share',
  readsReplies: true,
  share: 'always',
  costly: true,
  description:
    'The longest common subsequence of words with the best expected text, as precision and recall (F).',
  options: { extract: extractOption('whole') },
  expectedProblem(expected) {
    const count = wordsOf(expected).length;
    if (count === 0) return 'expected has no words of the letters a to z or digits';
    return count > MAX_WORDS ? `expected has ${count} words; rouge_l reads at most ${MAX_WORDS}` : null;
  },
  judge(reply, expected, options) {
    const found = finalAnswer(reply, options.extract);
    if (found === null) return NOTHING_FOUND;
    const score = Math.max(...expected.map((text) => rougeLOf(found.value, text)));
    return { score, extraction: found.extraction, extracted: null, settled: found.settled };
  },
};

function rougeLOf(given: string, expected: string): number {
  const [a, b] = [wordsOf(given), wordsOf(expected)];
  if (a.length === 0 || b.length === 0) return 0;
  return (2 * longestCommon(a, b)) / (a.length + b.length);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

function longestCommon(a: readonly string[], b: readonly string[]): number {
  let before = new Uint32Array(b.length + 1);
  let row = new Uint32Array(b.length + 1);
  for (const word of a) {
    for (let j = 1; j <= b.length; j++) {
      const [left, above] = [row[j - 1] ?? 0, before[j] ?? 0];
      row[j] = word === b[j - 1] ? (before[j - 1] ?? 0) + 1 : Math.max(left, above);
    }
    [before, row] = [row, before];
  }
  return before[b.length] ?? 0;
}
