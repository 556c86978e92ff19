import {
  compareRationals,
  formatRational,
  multiply,
  type Rational,
  rational,
} from '../../kernel/rational.ts';
import type { GraderDescription, Judgement, LenientReading } from './grader.ts';
import { createLooseReader, hasNumberInWords } from './loose-words.ts';
import { numeric } from './numeric.ts';
import { flag, type GraderOptions } from './options.ts';
import { NOT_BEFORE_PATTERN } from './reply/hedges.ts';
import { textList } from './reply/json-reply.ts';
import { expectedElements } from './reply/list-reply.ts';
import { toLines } from './reply/markup.ts';
import { inOneNotation } from './reply/notation.ts';
import { type NumberToken, readNumbers } from './reply/numbers.ts';
import {
  affirms,
  answersAs,
  answersWith,
  isSaid,
  isShortWord,
  plainAnswer,
  plainSentences,
  plainText,
  saidIn,
} from './reply/plain-text.ts';
import { wordsOfText } from './reply/word-boundaries.ts';

/** A grader's result for a response. */
type JudgedReply = Pick<Judgement, 'score' | 'extraction' | 'extracted'>;

/** The whole response, its expected answers, and its grader's result. */
interface Reply {
  text: string;
  expected: readonly string[];
  options: GraderOptions;
  judged: JudgedReply;
}

const READINGS: Readonly<Record<LenientReading, (reply: Reply) => number>> = {
  answer: (reply) => Number(reply.expected.some((one) => says(reply, one)) || saysOtherwise(reply)),
  words: (reply) => Number(reply.expected.some((one) => says(reply, one))),
  contained: containsUndenied,
  number: (reply) => Number(holdsNumber(reply)),
  letter: (reply) => Number(reply.expected.some((letter) => givesLetter(reply, letter))),
  list: (reply) => Number(holdsElements(reply, true)),
  set: (reply) => Number(holdsElements(reply, false)),
  share: shareSaid,
};

/** The option with which a user says that an answer in another form is wrong. */
export const formatCounts = flag('Count answers in another form as wrong, without a lenient reading.', false);

/** Whether responses of this grader also get a lenient reading. */
export const isReadLeniently = (
  { lenient }: Pick<GraderDescription, 'lenient'>,
  options: GraderOptions,
): boolean => lenient !== undefined && options.format_counts !== true;

/**
 * The score of a lenient reading: whether the response contains what is expected, in any form (0 or 1), and for texts
 * compared by words also the share of them. It is never the score, because a response that names every possibility can
 * fool it. It shows whether a comparison depends on the grader. If a response gave its answer in the requested form,
 * only that answer is read. Null if it equals the grader's score, or there is none.
 */
export function lenientScore(grader: Pick<GraderDescription, 'lenient'>, reply: Reply): number | null {
  const { options, judged, text } = reply;
  const { lenient } = grader;
  if (lenient === undefined || !isReadLeniently(grader, options) || text.trim() === '') return null;
  if (judged.score === 1 && lenient !== 'contained') return null;
  const read = READINGS[lenient](reply);
  // A lenient reading only lowers a score of `contains` that counted a denied text or a part of another word.
  const score = lenient === 'contained' ? read : Math.max(read, judged.score);
  return score === judged.score ? null : score;
}

/** The text of the answer: the line in the requested form, otherwise the whole response. */
function placeOf({ text, judged }: Reply): string {
  if (judged.extraction !== 'strict') return text;
  return [judged.extracted ?? '', toLines(text).at(-1) ?? ''].join('\n');
}

const settingsOf = ({ options }: Reply) => ({ keepCase: options.ignore_case === false });

function says(reply: Reply, expected: string): boolean {
  const place = placeOf(reply);
  const answer = plainAnswer(expected, settingsOf(reply));
  if (isShortWord(answer))
    return (
      affirms(place, answer) ||
      answersAs(place, answer) === 'same' ||
      plainSentences(place, settingsOf(reply)).some((one) => answersWith(one, answer))
    );
  return howSaid(plainText(place, settingsOf(reply)), answer) === 'said';
}

/** A plain text unchanged, and with dates, times of day and numbers in one notation. */
const NOTATIONS: readonly ((plain: string) => string)[] = [
  (plain) => plain,
  (plain) => inOneNotation(plain, 'point'),
  (plain) => inOneNotation(plain, 'comma'),
];
const inAllNotations = (plain: string) => [...new Set(NOTATIONS.map((write) => write(plain)))];

/** How a plain text contains a plain answer, in its notation or an equal one: `31. August 2026` for `2026-08-31`. */
function howSaid(plain: string, answer: string): ReturnType<typeof saidIn>['how'] {
  const { how } = saidIn(plain, answer);
  if (how !== 'absent' || !/\d/.test(answer)) return how;
  const texts = inAllNotations(plain);
  const all = inAllNotations(answer).flatMap((one) => texts.map((text) => saidIn(text, one).how));
  return all.find((one) => one === 'said') ?? all.find((one) => one !== 'absent') ?? how;
}

/** Whether a response contains an answer of several words only in other forms. */
function saysOtherwise(reply: Reply): boolean {
  const place = placeOf(reply);
  const plain = plainText(place, settingsOf(reply));
  const saysLoosely = createLooseReader(place);
  return reply.expected.some(
    (one) => howSaid(plain, plainAnswer(one, settingsOf(reply))) === 'absent' && saysLoosely(one),
  );
}

/** `no` in `now`, `5 EUR` in `15 EUR`: a part of another word or number, which `contains` finds by default. */
const isPartOnly = (answer: string): boolean => isShortWord(answer) || /^\d|\d$/.test(answer);

/**
 * `contains` also finds a text that is denied, and a number or a short word that is part of another; it misses a text
 * with other quotation marks or dashes.
 */
function containsUndenied(reply: Reply): number {
  const { text, expected, options, judged } = reply;
  const plain = plainText(text, settingsOf(reply));
  const saysLoosely = createLooseReader(text);
  const found = expected.map((one) => {
    const answer = plainAnswer(one, settingsOf(reply));
    const how = howSaid(plain, answer);
    if (how !== 'absent') return how;
    if (saysLoosely(one) || answersAs(text, answer) === 'same') return 'said';
    return judged.score === 1 && isPartOnly(answer) ? 'denied' : how;
  });
  const all = options.require === 'all';
  if (judged.score === 1) {
    const isDenied = all
      ? found.includes('denied')
      : found.every((how) => how === 'denied' || how === 'absent');
    return isDenied && found.includes('denied') ? 0 : 1;
  }
  return Number(all ? found.every((how) => how === 'said') : found.includes('said'));
}

/** The possible values of a number: 1500 and 1.5 for `1.500` and for `1,500`. */
const valuesOf = ({ value, readings }: NumberToken): Rational[] =>
  [...new Set([value, readings.point, readings.comma])].flatMap((one) => one ?? []);

/** A longer response calculates something, and its intermediate numbers are not its answer. */
const SHORT_REPLY = 600;
const SENTENCES_AT_ENDS = 2;
const MOST_NUMBERS = 100;

/** Whether an equal number occurs in a short response, or in the first or last sentences of a long one. */
function holdsNumber(reply: Reply): boolean {
  const { text, judged, expected, options } = reply;
  const lines = toLines(text);
  const wanted = expected.flatMap((one) => readNumbers(one).tokens.flatMap(valuesOf));
  const places =
    judged.extraction === 'strict'
      ? lines.slice(-1)
      : text.length <= SHORT_REPLY
        ? lines
        : endsOf(lines.flatMap((line) => line.split(/(?<=[.!?] |[。！？])/u)));
  const found = new Map<string, Rational>();
  for (const place of places)
    for (const decimalComma of [false, true]) {
      const { tokens, clean } = readNumbers(place, { decimalComma });
      for (const token of tokens) {
        const { scale, start, end } = token;
        const isNumbering = start === 0 && /^[.)] /.test(clean.slice(end, end + 2));
        if (isNumbering || NOT_BEFORE_PATTERN.test(clean.slice(Math.max(0, start - 40), start))) continue;
        for (const value of valuesOf(token))
          for (const one of [value, multiply(value, rational(scale))]) found.set(formatRational(one), one);
        if (found.size > MOST_NUMBERS) return false;
      }
    }
  if (wanted.some((one) => places.some((place) => hasNumberInWords(place, formatRational(one))))) return true;
  const isNear = options.tolerance !== undefined || options.relative_tolerance !== undefined;
  return [...found].some(
    ([said, value]) =>
      wanted.some((one) => compareRationals(one, value) === 0) ||
      (isNear && numeric.judge(`Answer: ${said}`, expected, options).score === 1),
  );
}

const endsOf = (sentences: readonly string[]): string[] => [
  ...sentences.slice(0, SENTENCES_AT_ENDS),
  ...sentences.slice(-SENTENCES_AT_ENDS),
];

const LETTER_ALONE = /(?<![\p{L}\p{N}'])([A-Z])(?![\p{L}\p{N}'])(?!(?<=[AI]) \p{Ll})/gu;

/** Whether the first or the last sentence contains only this letter, or only its text. */
function givesLetter({ text, options, judged }: Reply, letter: string): boolean {
  if (judged.extraction === 'strict') return false;
  const choices = Array.isArray(options.choices)
    ? options.choices.map((one) => plainAnswer(String(one)))
    : [];
  const sentences = plainSentences(text, { keepCase: true });
  return [sentences[0] ?? '', sentences.at(-1) ?? ''].some((sentence) => {
    const letters = new Set(Array.from(sentence.matchAll(LETTER_ALONE), (match) => match[1]));
    if (letters.size > 0) return letters.size === 1 && letters.has(letter);
    const texts = choices.filter((one) => isSaid(sentence.toLowerCase(), one));
    return texts.length === 1 && texts[0] === choices[letter.charCodeAt(0) - 65];
  });
}

/** Whether every expected element occurs, in this order if the order matters. */
function holdsElements(reply: Reply, inOrder: boolean): boolean {
  if (reply.judged.extraction === 'strict') return false;
  const plain = plainText(reply.text);
  const elements = expectedElements(reply.expected).map((one) => plainAnswer(one));
  return NOTATIONS.some((write) => {
    const [text, all] = [write(plain), elements.map(write)];
    const places = all.map((one) => text.indexOf(one));
    const isInOrder = places.every((at, i) => i === 0 || at > (places[i - 1] ?? -1));
    return all.every((one) => isSaid(text, one)) && (!inOrder || isInOrder);
  });
}

/** With fewer words than this a share of them says nothing. */
const FEW_WORDS = 8;

/** 1 if the response contains the expected text, otherwise for a long one the share of its words in the response. */
function shareSaid(reply: Reply): number {
  const place = plainText(placeOf(reply), settingsOf(reply));
  const there = countWords(place);
  const shares = reply.expected.map((expected) => {
    const spans = textList(expected) ?? [expected];
    if (spans.every((span) => howSaid(place, plainAnswer(span, settingsOf(reply))) === 'said')) return 1;
    const wanted = wordsOfText(plainText(expected, settingsOf(reply)));
    if (wanted.length <= FEW_WORDS) return 0;
    const left = new Map(there);
    const shared = wanted.filter((word) => {
      const n = left.get(word) ?? 0;
      left.set(word, n - 1);
      return n > 0;
    });
    return shared.length / wanted.length;
  });
  return Math.max(0, ...shares);
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of wordsOfText(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
