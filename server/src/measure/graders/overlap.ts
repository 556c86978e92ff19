import type { Grader } from './grader.ts';
import { countGrams, countMatches, MOST_WORDS, sum, wordsBetweenSpaces } from './n-grams.ts';
import type { OptionSpec } from './options.ts';
import { pennWords } from './penn-words.ts';

/** A grader that compares the whole response with the best expected text by runs of words. */
function overlapping(
  type: string,
  description: string,
  words: (text: string) => string[],
  score: (
    given: readonly string[],
    expected: readonly string[][],
    options: Readonly<Record<string, unknown>>,
  ) => number,
  options: Readonly<Record<string, OptionSpec>> = {},
): Grader {
  return {
    type,
    version: 1,
    share: 'always',
    costly: true,
    description,
    options,
    expectedProblem(expected) {
      const count = words(expected).length;
      if (count === 0) return 'expected has no words';
      return count > MOST_WORDS ? `expected has ${count} words; ${type} reads at most ${MOST_WORDS}` : null;
    },
    judge: (reply, expected, given) => ({
      score: score(words(reply).slice(0, MOST_WORDS), expected.map(words), given),
      extraction: null,
      extracted: null,
      settled: false,
    }),
  };
}

/**
 * ROUGE-N (Lin 2004): the harmonic mean of precision and recall, in words of the Penn Treebank; the best of several
 * texts.
 */
export const rougeN = overlapping(
  'rouge_n',
  'ROUGE-N: precision and recall (F) of runs of `n` words with the best expected text, in words of the Penn Treebank; case does not count.',
  (text) => pennWords(text.toLowerCase()),
  (given, expected, { n }) => {
    const size = Number(n);
    const own = countGrams(given, size);
    return Math.max(
      ...expected.map((words) => {
        const wanted = countGrams(words, size);
        const matches = countMatches(own, wanted);
        return matches === 0 ? 0 : (2 * matches) / (sum(own) + sum(wanted));
      }),
    );
  },
  {
    n: {
      type: 'number',
      description: 'Number of words in a run.',
      default: 1,
      expects: 'a whole number from 1 to 9',
      accepts: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 9,
    },
  },
);

const SIZES = [1, 2, 3, 4];
/** The value used for a precision of 0, so that the mean of logarithms exists. */
const SMOOTHED = 1e-7;

/**
 * BLEU (Papineni et al. 2002) of one text against all expected ones: runs of 1 to 4 words, if the text has them, with
 * 10⁻⁷ for a precision of 0.
 */
export const bleu = overlapping(
  'bleu',
  'BLEU: the precision of runs of 1 to 4 words against the expected texts, with a penalty for shortness; case does not count.',
  wordsBetweenSpaces,
  (given, expected) => {
    if (given.length === 0) return 0;
    const logs = SIZES.filter((n) => n <= given.length).map((n) => {
      const own = countGrams(given, n);
      const matches = Math.max(...expected.map((words) => countMatches(own, countGrams(words, n))));
      return Math.log(matches === 0 ? SMOOTHED : matches / sum(own));
    });
    const mean = logs.reduce((total, log) => total + log / logs.length, 0);
    return penaltyOf(given.length, expected) * Math.exp(mean);
  },
);

/** By the expected text with the nearest length; of two, the shorter. */
function penaltyOf(length: number, expected: readonly string[][]): number {
  const lengths = expected.map((words) => words.length).toSorted((a, b) => a - b);
  const nearest = lengths.reduce((best, one) =>
    Math.abs(one - length) < Math.abs(best - length) ? one : best,
  );
  return length > nearest ? 1 : Math.exp(1 - nearest / length);
}

/**
 * GLEU (Wu et al. 2016): the smaller of precision and recall over all runs of 1 to 4 words; the best of several texts.
 */
export const gleu = overlapping(
  'gleu',
  'GLEU: the smaller of precision and recall over all runs of 1 to 4 words, with the best expected text; case does not count.',
  (text) => wordsBetweenSpaces(text).map((word) => word.replace(/(?<!\.)\.+$/, '')),
  (given, expected) => {
    if (given.length === 0) return 0;
    return Math.max(
      ...expected.map((words) => {
        let [matches, own, wanted] = [0, 0, 0];
        for (const n of SIZES) {
          const [a, b] = [countGrams(given, n), countGrams(words, n)];
          matches += countMatches(a, b);
          own += sum(a);
          wanted += sum(b);
        }
        return matches / Math.max(own, wanted);
      }),
    );
  },
);
