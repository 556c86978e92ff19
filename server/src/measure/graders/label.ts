import type { Grader } from './grader.ts';
import type { GraderOptions, OptionSpec } from './options.ts';
import { finalAnswer, NOTHING_FOUND } from './reply/final-answer.ts';
import {
  affirms,
  answersWith,
  isSaid,
  isShortWord,
  plainAnswer,
  plainSentences,
  plainText,
} from './reply/plain-text.ts';

const MOST = 100;

const labelsOption: OptionSpec = {
  type: 'string_list',
  required: true,
  description:
    'The texts of the labels, 2 to 100 that differ in more than case and punctuation. The expected answer is one of them.',
  expects: `a list of 2 to ${MOST} different texts`,
  accepts(value) {
    const plain = labelsOf(value).map((label) => plainAnswer(label));
    return (
      plain.length >= 2 && plain.length <= MOST && !plain.includes('') && new Set(plain).size === plain.length
    );
  },
};

/**
 * Right when the label that the reply gives is an expected one. It is looked for where an answer is announced, then it is
 * the first sentence or the last line, then the one label that the first and last sentence name, or that the whole reply
 * does. A label that is denied (`not positive`) is not named; of two labels one within the other the longer one is. A
 * label such as `no` or `A` counts where it begins a sentence or stands alone.
 */
export const label: Grader = {
  type: 'label',
  version: 1,
  lenient: 'words',
  readsReplies: true,
  share: 'never',
  description: 'The only label of a fixed set that the response contains is an expected one.',
  options: { labels: labelsOption },
  expectedProblem(expected, options) {
    const labels = labelsOf(options.labels);
    return labels.some((one) => plainAnswer(one) === plainAnswer(expected))
      ? null
      : `expected "${expected}" is not one of the labels: ${labels.join(', ')}`;
  },
  judge(reply, expected, options) {
    const labels = longestFirst(labelsOf(options.labels));
    const found = finalAnswer(reply, 'auto');
    if (found !== null && found.value !== reply) {
      const [only, ...more] = named(plainSentences(found.value)[0] ?? '', labels);
      if (only !== undefined) {
        if (more.length > 0) return NOTHING_FOUND;
        const { extraction, settled } = found;
        return { score: isExpected(only, expected), extraction, extracted: only.label, settled };
      }
    }
    const only = alone(reply, labels) ?? agreed(reply, labels);
    if (only === null) return NOTHING_FOUND;
    const extraction = plainAnswer(reply) === only.plain ? 'strict' : 'flexible';
    return { score: isExpected(only, expected), extraction, extracted: only.label, settled: false };
  },
};

/** A label, and how it is compared. */
interface Label {
  label: string;
  plain: string;
}

/** The label that is the first sentence, or else the last line; yes where a word for it is the whole reply. */
function alone(reply: string, labels: readonly Label[]): Label | null {
  const places = [plainSentences(reply)[0] ?? '', linesOf(reply).at(-1) ?? ''].map((text) =>
    plainAnswer(text),
  );
  const found = places.flatMap((place) => labels.find(({ plain }) => plain === place) ?? []);
  return found[0] ?? labels.find(({ plain }) => affirms(reply, plain)) ?? null;
}

/** The label that the first and the last sentence name, or the whole reply does; null where they do not agree on one. */
function agreed(reply: string, labels: readonly Label[]): Label | null {
  const sentences = plainSentences(reply);
  const ends = [sentences[0] ?? '', sentences.at(-1) ?? ''].flatMap((sentence) => named(sentence, labels));
  const found = new Set(ends.length > 0 ? ends : named(reply, labels));
  const [only, ...more] = found;
  return only !== undefined && more.length === 0 ? only : null;
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => /[\p{L}\p{N}]/u.test(line));

/** The labels that a text names. */
function named(text: string, labels: readonly Label[]): Label[] {
  let plain = plainText(text);
  const sentences = plainSentences(text);
  return labels.filter((one) => {
    if (isShortWord(one.plain)) return sentences.some((sentence) => answersWith(sentence, one.plain));
    const isNamed = isSaid(plain, one.plain);
    // What is part of a longer label names that one alone.
    plain = plain.replaceAll(one.plain, ' \u2026 ');
    return isNamed;
  });
}

const isExpected = ({ plain }: Label, expected: readonly string[]): number =>
  expected.some((one) => plainAnswer(one) === plain) ? 1 : 0;

function longestFirst(labels: readonly string[]): Label[] {
  return labels
    .map((one) => ({ label: one, plain: plainAnswer(one) }))
    .sort((a, b) => b.plain.length - a.plain.length);
}

function labelsOf(value: GraderOptions[string]): string[] {
  return Array.isArray(value) ? value.filter((text): text is string => typeof text === 'string') : [];
}
