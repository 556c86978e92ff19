import {
  absolute,
  compareRationals,
  divide,
  formatRational,
  multiply,
  parseDecimal,
  type Rational,
  rational,
  subtract,
} from '../../kernel/rational.ts';
import type { Grader, Judgement } from './grader.ts';
import type { Language } from './languages/language.ts';
import { hasDecimalComma, LANGUAGES } from './languages/languages.ts';
import { type GraderOptions, type OptionSpec, oneOf } from './options.ts';
import { publishedRule } from './published-rules.ts';
import { type Announcement, announcements, headsReasoning } from './reply/announcements.ts';
import { correctionOf, isStated } from './reply/corrections.ts';
import { isPart, saysNothing } from './reply/expressions.ts';
import { askedForm } from './reply/final-answer.ts';
import { foldCharacters } from './reply/fold.ts';
import {
  areLinked,
  CALLED_WRONG_PATTERN,
  DENIED_QUESTION_PATTERN,
  endAt,
  NOT_BEFORE_PATTERN,
} from './reply/hedges.ts';
import { breaksOff, endsInLoop } from './reply/loops.ts';
import { SENTENCE_END, unwrapAnswer } from './reply/markup.ts';
import { numberInWords } from './reply/number-words.ts';
import { type NumberToken, readNumbers } from './reply/numbers.ts';
import { type Reply, readReply } from './reply/reply.ts';
import { wordsPattern, wordsPatternOfLanguages } from './reply/words.ts';

const tolerance = (description: string): OptionSpec => ({
  type: 'number',
  description,
  default: 0,
  expects: 'a decimal, 0 or more, as a number or a string',
  accepts: (value) => (toDecimal(value)?.n ?? -1n) >= 0n,
});

/**
 * Right if the number of the answer equals an expected one, compared exactly as decimals or fractions (never as
 * floating point), or within `tolerance` or `relative_tolerance` if given.
 *
 * The number is the one on the last `Answer:` line, or the whole response if that is a single number (strict);
 * otherwise it is searched for on that line among several, after `answer is`, in the last `\boxed{}`, and last as the
 * last number of the response (flexible). An `Answer:` line without a number is an answer without one: no other place
 * is searched. Supported are thousands separators, currency signs, per cent signs, a decimal comma (`23,5`), scientific
 * notation (`1.5e3`, `1.5 × 10^3`), fractions (`1/2`, `1 1/2`, `\frac{1}{2}`, `¾`), a sign in words (`minus 7`), whole
 * numbers in English or Chinese words, and a full stop or dots after it. Ambiguous digits (`3,4,5`) are not read, nor
 * those of an expression, a bound or one of two units (`half of 84`, `at least 84`, `5 hours 30 minutes`). The language
 * of the answer decides between the two readings of `1.500`, and by default the point is a decimal point; an expected
 * `1.500` equals either if the response is written in the same way.
 */
export const numeric: Grader = {
  type: 'numeric',
  version: 2,
  lenient: 'number',
  readsReplies: true,
  share: 'never',
  description:
    'The number on the last "Answer:" line, or the last number of the response, equals an expected one exactly or within a tolerance.',
  options: {
    tolerance: tolerance('The largest accepted absolute difference.'),
    relative_tolerance: tolerance('The largest accepted difference as a share of the expected number.'),
    percent: oneOf(
      'The meaning of a per cent sign: "ignore" reads 50% as 50, "fraction" as 0.5, in response and expected answer.',
      ['ignore', 'fraction'],
    ),
    asked_form: askedForm,
    published_rule: publishedRule,
  },
  expectedProblem: (expected) =>
    only(readNumbers(expected).tokens) ? null : `expected "${expected}" is not one number`,
  judge(reply, expected, options) {
    const found = find(readReply(reply), options);
    const value = found && toValue(found.token, options);
    if (!found || !value) return { score: 0, extraction: 'none', extracted: null, settled: false };
    // For `5 million` the question decides whether 5 or 5,000,000 is expected.
    const scaled = multiply(value, rational(found.token.scale));
    const wanted = expected.flatMap((answer) => only(readNumbers(answer).tokens) ?? []);
    const right = [scaled, value].find((reading) =>
      wanted.some((token) => isNear(reading, toValue(token, options), options)),
    );
    const isRight =
      right !== undefined || wanted.some((token) => isEqualEitherWay(found.token, token, options));
    const { extraction, settled } = found;
    return { score: isRight ? 1 : 0, extraction, extracted: formatRational(right ?? scaled), settled };
  },
};

type FoundNumber = Pick<Judgement, 'settled'> & { extraction: 'strict' | 'flexible'; token: NumberToken };
/** `alone`: there is no other number beside it; `after`: the text after it. */
type Reading = { token: NumberToken; alone: boolean; after: string } | 'hedged' | 'denied' | null;

const isRead = (reading: Reading): reading is Exclude<Reading, string | null> =>
  typeof reading === 'object' && reading !== null;

function find(reply: Reply, options: GraderOptions): FoundNumber | null {
  let denied = false;
  for (const announced of announcements(reply)) {
    const { form, by, value } = announced;
    const reading = by === 'chosen' ? null : readAnnounced(announced, reply);
    const heading = form === 'line' && headsReasoning(value) && !(isRead(reading) && reading.alone);
    if (heading) continue;
    if (reading === 'hedged') return null;
    if (reading === 'denied') denied = true;
    else if (reading !== null) {
      const { token, alone } = reading;
      const corrected = correctedIn(announced, reading.after, reply);
      if (corrected === 'none') return null;
      if (corrected !== null) return { token: corrected, extraction: 'flexible', settled: false };
      const asked = form === 'line' || (options.asked_form === 'answer_is' && by === 'said');
      return { token, extraction: asked && alone ? 'strict' : 'flexible', settled: form === 'line' && alone };
    } else if (form === 'line' && by === 'said') return null;
  }
  if (denied) return null;
  const { raw, lines } = reply;
  const alone = lines.length === 1 ? aloneIn(lines[0] ?? '') : undefined;
  if (alone) return { token: alone, extraction: 'strict', settled: false };
  const token = endsInLoop(raw) || saysNothing(lines.at(-1) ?? '') ? null : lastNumber(reply);
  return token === null ? null : { token, extraction: 'flexible', settled: false };
}

/** The number given instead of the one before `after`; `none` if that one is only retracted, null if it stands. */
function correctedIn(announced: Announcement, after: string, reply: Reply): NumberToken | 'none' | null {
  const correction = correctionOf(announced, after);
  if (correction === null) return null;
  const { text, certain } = correction;
  const stated = statedNumber(text, announced.decimalComma);
  if (stated !== null || !certain) return stated;
  const other = readAnnounced({ ...announced, form: 'line', isBelow: false, value: text }, reply);
  return isRead(other) ? other.token : 'none';
}

/** The last number that a text states as the result: `I counted one twice, so it is 18.` */
function statedNumber(text: string, decimalComma: boolean): NumberToken | null {
  const { clean, tokens } = readNumbers(text, { decimalComma });
  const stated = tokens.filter(
    ({ start, end, value }) =>
      value !== null &&
      isStated(clean.slice(0, start), clean.slice(end)) &&
      !/[-+−*/×÷·] ?$/.test(clean.slice(0, start)) &&
      !isPart(clean, start, end, undefined) &&
      !isDenied(clean, start, end, false),
  );
  return stated.at(-1) ?? null;
}

function readAnnounced(
  { value, form, by, denied, isBelow, decimalComma }: Announcement,
  reply: Reply,
): Reading {
  const style = { decimalComma };
  const sentence = form === 'line' || isBelow ? value : (value.split(SENTENCE_END)[0] ?? '');
  const further = value.slice(sentence.length);
  const boxes = sentence.split('\\boxed{').length - 1;
  const whole = boxes > 1 ? sentence : unwrapAnswer(sentence);
  const brief = whole.slice(0, BECAUSE.exec(whole)?.index ?? whole.length);
  const read = readNumbers(brief, style);
  const text = read.tokens.length > 0 ? brief : whole;
  const { clean, tokens } = text === brief ? read : readNumbers(text, style);
  if (tokens.length > 0 && by !== 'affirmed' && saysNothing(text)) return 'hedged';
  if (tokens.length === 0) return inWords(text, further);
  if (denied && !BUT.test(clean)) return tokens.length > 0 ? 'denied' : null;
  const meant = withoutRemarks(clean, tokens).filter(
    ({ start, end }) => !isDenied(clean, start, end, denied),
  );
  if (meant.length === 0) return tokens.length > 0 ? 'denied' : null;
  const token = by === 'affirmed' ? meant[0] : among(clean, meant);
  if (token === undefined || token.value === null) return null;
  const at = meant.indexOf(token);
  const quote = isBelow ? clean.replace(/^[> ]+/, (marks) => '\n'.repeat(marks.length)) : clean;
  if (isPart(quote, token.start, token.end, meant[at + 1]?.start)) return 'hedged';
  if (linked(clean, meant[at - 1], token, reply) || linked(clean, token, meant[at + 1], reply))
    return 'hedged';
  return {
    token,
    alone: tokens.length === 1,
    after: clean.slice(token.end) + whole.slice(text.length) + further,
  };
}

/** A number in words, if there is nothing else. */
function inWords(text: string, after: string): Reading {
  const value = numberInWords(text);
  if (value === null) return null;
  const readings = { point: value, comma: value };
  const token = { value, readings, percent: false, scale: 1n, start: 0, end: text.length };
  return { token, alone: true, after };
}

/** Numbers in a reason are not the answer if there is one before it. */
const BECAUSE = new RegExp(`[ ,;(]${wordsPattern('because')}`, 'iu');
const BUT = new RegExp(`[^a-z]${wordsPattern('but')}`, 'iu');

const REMARK = `(?:${wordsPattern('included', 'tax')}|(?:of|at|de|del|al|der|a|the)(?!\\p{L}))`;
const REMARK_BEFORE = new RegExp(`(?:${REMARK}[.:]?[ (]{0,2}){1,5}$`, 'iu');
const REMARK_AFTER = new RegExp(`^(?:[ (]{0,2}${REMARK}\\.?){1,3}`, 'iu');
const INCLUDED = new RegExp(wordsPattern('included'), 'iu');
const TAX = new RegExp(wordsPattern('tax'), 'iu');

/** The numbers without a tax rate after a price: `24 per order, including 19 % VAT`. */
function withoutRemarks(clean: string, tokens: readonly NumberToken[]): NumberToken[] {
  return tokens.filter(({ percent, start, end }, i) => {
    const price = tokens[i - 1];
    if (!percent || price === undefined || price.percent) return true;
    const between = clean.slice(price.end, start);
    if (/[.!?。]\s+\p{L}|\n/u.test(between)) return true;
    const before = REMARK_BEFORE.exec(between.slice(-60))?.[0] ?? '';
    const remark = `${before} ${REMARK_AFTER.exec(clean.slice(end, end + 60))?.[0] ?? ''}`;
    return !INCLUDED.test(remark) || !TAX.test(remark);
  });
}

/** The counted thing, if it follows without a blank: `7個ではなく8個`. */
const COUNTER = /^[\p{Script=Han}\p{Script=Hangul}](?=\p{L})/u;

/** `not 7`, `7 is wrong`; for an answer that is denied as a whole, everything before its `but`. */
function isDenied(clean: string, start: number, end: number, all: boolean): boolean {
  const before = clean.slice(Math.max(0, start - 40), start);
  if (all && !BUT.test(clean.slice(0, start))) return true;
  const after = foldCharacters(clean.slice(end, end + 60));
  const wrongTo =
    endAt(CALLED_WRONG_PATTERN, after, 0) ?? endAt(CALLED_WRONG_PATTERN, after.replace(COUNTER, ''), 0);
  return (
    NOT_BEFORE_PATTERN.test(before) || wrongTo !== null || endAt(DENIED_QUESTION_PATTERN, after, 0) !== null
  );
}

/** Whether two different numbers are alternatives (`694 or 701`). */
function linked(
  clean: string,
  a: NumberToken | undefined,
  b: NumberToken | undefined,
  { folded }: Reply,
): boolean {
  if (a === undefined || b === undefined) return false;
  if (!areLinked(clean.slice(a.end, b.start), clean.slice(b.end, b.end + 30), folded)) return false;
  const percent = a.percent === b.percent ? 'ignore' : 'fraction';
  const [x, y] = [a, b].map((token) => toValue(token, { percent }));
  return !x || !y || compareRationals(x, y) !== 0;
}

/** An offer to the reader, which is not part of the answer. */
const OFFER = new RegExp(`^[\\s*_]*(?:${wordsPattern('offer')})(?!\\p{L})`, 'iu');
/** Maximum number of offers at the end of a response. */
const MOST_OFFERS = 3;
const LONGEST_OFFER = 400;

/** A text without the offers at its end: `Let me know if you want the 3 steps explained.` */
function withoutOffers(text: string): string {
  let rest = text.trimEnd();
  for (let offers = 0; offers < MOST_OFFERS; offers++) {
    const at = lastSentenceAt(rest);
    if (at === 0 || !OFFER.test(foldCharacters(rest.slice(at)))) return rest;
    rest = rest.slice(0, at).trimEnd();
  }
  return rest;
}

/** The start of a text's last sentence; 0 if it has only one, or a long one. */
function lastSentenceAt(text: string): number {
  const from = Math.max(0, text.length - LONGEST_OFFER);
  const starts = [...text.slice(from).matchAll(/(?<=[.!?。！？।]["'”’)*_]{0,3}[ \n]+|\n)(?=\S)/g)];
  return starts.length === 0 ? 0 : from + (starts.at(-1)?.index ?? 0);
}

/** The last number of a response that is neither denied nor the number of a list item; null if it is one of several. */
function lastNumber(reply: Reply): NumberToken | null {
  const { clean, tokens: all } = readNumbers(withoutOffers(reply.lines.join('\n')));
  const tokens = withoutRemarks(clean, all).filter(
    ({ start, end }) =>
      !/(?:^|\n)[ \t]*$/.test(clean.slice(Math.max(0, start - 9), start)) ||
      !/^[.)] /.test(clean.slice(end, end + 2)),
  );
  if (tokens.length > 1 && /(?:^|\n)(?:That|This) took \d+ (?:steps?|lines?)[.!]?\s*$/.test(clean.slice(-80)))
    tokens.pop();
  let at = tokens.length - 1;
  while (at >= 0 && isDenied(clean, tokens[at]?.start ?? 0, tokens[at]?.end ?? 0, false)) at -= 1;
  const token = tokens[at];
  if (token === undefined || linked(clean, tokens[at - 1], token, reply)) return null;
  return breaksOff(behind(clean, all, tokens)) ? null : inItsLanguage(clean, token);
}

const COMMA = LANGUAGES.filter(hasDecimalComma);
const namesResult = (languages: readonly Language[]) =>
  new RegExp(
    `${wordsPatternOfLanguages(languages, 'heading', 'answer')}(?:[^.!?:\\d\\n]{0,40}?${wordsPatternOfLanguages(COMMA, 'is')})?[*_ ]{0,3}[:=]?[*_ $]{0,4}$`,
    'iu',
  );
const IN_COMMAS = namesResult(COMMA);
const IN_POINTS = namesResult(LANGUAGES.filter(({ decimalPoint }) => decimalPoint));

/** A number that a language with decimal commas states as the result is read as that language writes it. */
function inItsLanguage(clean: string, token: NumberToken): NumberToken {
  const before = foldCharacters(clean.slice(Math.max(0, token.start - 80), token.start));
  if (!IN_COMMAS.test(before) || IN_POINTS.test(before)) return token;
  const own = only(readNumbers(clean.slice(token.start, token.end), { decimalComma: true }).tokens);
  return own ? { ...token, value: own.value } : token;
}

/** The text after the last number, without a tax rate and its words. */
function behind(clean: string, all: readonly NumberToken[], kept: readonly NumberToken[]): string {
  const last = all.at(-1);
  if (last === undefined || kept.includes(last)) return clean.slice(last?.end ?? 0);
  return last.percent ? clean.slice(last.end).replace(REMARK_AFTER, '') : clean.slice(kept.at(-1)?.end ?? 0);
}

/**
 * Which of several numbers is meant: the last one after `=` or `≈` (`3 + 4 = 7`); otherwise the first if the text
 * begins with it (`12 (out of 20)`); otherwise the last (`the sum of 3 and 4 is 7`).
 */
function among(clean: string, tokens: readonly NumberToken[]): NumberToken | undefined {
  const [result = -1] = Array.from(clean.matchAll(RESULT), ({ index }) => index).slice(-1);
  const last = tokens.at(-1);
  if (result !== -1 && last !== undefined && last.start > result) return last;
  const [first] = tokens;
  return first && /^[\s*_`()[\]<>{}"'«“]*$/.test(clean.slice(0, first.start)) ? first : last;
}

/** Excludes `which is 2 more than before`. */
const RESULT =
  /[=≈]|which (?:is|equals|makes|gives)(?! [-\d.,]+ ?%? (?:more|less|fewer|times|higher|lower|greater|larger|smaller))/gi;

function only(tokens: NumberToken[]): NumberToken | undefined {
  return tokens.length === 1 && tokens[0]?.value ? tokens[0] : undefined;
}

/** The number if there are only marks beside it. */
function aloneIn(line: string): NumberToken | undefined {
  const { clean, tokens } = readNumbers(line);
  const token = only(tokens);
  return token && MARKS.test(clean.slice(0, token.start) + clean.slice(token.end)) ? token : undefined;
}

const MARKS = /^[\s.*_`()[\]<>{}\\]*$/;

function toValue(
  { value, percent }: Pick<NumberToken, 'value' | 'percent'>,
  options: GraderOptions,
): Rational | null {
  return value && percent && options.percent === 'fraction' ? divide(value, rational(100n)) : value;
}

/**
 * Whether two numbers are equal both with a decimal point and with a decimal comma: `1.500` equals `1.500`, whatever it
 * means.
 */
const isEqualEitherWay = (a: NumberToken, b: NumberToken, options: GraderOptions): boolean =>
  (['point', 'comma'] as const).every((style) => {
    const [x, y] = [a, b].map(({ readings, percent }) =>
      toValue({ value: readings[style], percent }, options),
    );
    return x != null && isNear(x, y ?? null, options);
  });

function isNear(value: Rational, wanted: Rational | null, options: GraderOptions): boolean {
  if (wanted === null) return false;
  const difference = absolute(subtract(value, wanted));
  const relative = toDecimal(options.relative_tolerance) ?? rational(0n);
  return (
    compareRationals(difference, toDecimal(options.tolerance) ?? rational(0n)) <= 0 ||
    compareRationals(difference, multiply(relative, absolute(wanted))) <= 0
  );
}

function toDecimal(value: unknown): Rational | null {
  return typeof value === 'number' || typeof value === 'string' ? parseDecimal(String(value)) : null;
}
