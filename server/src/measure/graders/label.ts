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
 * Right if the label in the response is an expected one. It is searched for where an answer is announced; then it may
 * be the first sentence or the last line, then the only label in the first and last sentence, or in the whole response.
 * A denied label (`not positive`) does not count; if one label contains another, the longer one counts. A label such as
 * `no` or `A` counts only at the beginning of a sentence or alone.
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

/** The label that is the first sentence, otherwise the last line; yes if the whole response is a word for it. */
function alone(reply: string, labels: readonly Label[]): Label | null {
  const places = [plainSentences(reply)[0] ?? '', linesOf(reply).at(-1) ?? ''].map((text) =>
    plainAnswer(text),
  );
  const found = places.flatMap((place) => labels.find(({ plain }) => plain === place) ?? []);
  return found[0] ?? labels.find(({ plain }) => affirms(reply, plain)) ?? null;
}

/** The label in the first and the last sentence, or in the whole response; null if they do not agree on one. */
function agreed(reply: string, labels: readonly Label[]): Label | null {
  const sentences = plainSentences(reply);
  const ends = [sentences[0] ?? '', sentences.at(-1) ?? ''].flatMap((sentence) => named(sentence, labels));
  const found = new Set(ends.length > 0 ? ends : named(reply, labels));
  const [only, ...more] = found;
  return only !== undefined && more.length === 0 ? only : null;
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => /[\p{L}\p{N}]/u.test(line));

/** The labels in a text. */
function named(text: string, labels: readonly Label[]): Label[] {
  let plain = plainText(text);
  const sentences = plainSentences(text);
  return labels.filter((one) => {
    if (isShortWord(one.plain)) return sentences.some((sentence) => answersWith(sentence, one.plain));
    const isNamed = isSaid(plain, one.plain);
    // A part of a longer label counts only as that longer one.
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
