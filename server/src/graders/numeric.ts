import {
  absolute,
  compare,
  divide,
  formatRational,
  multiply,
  parseDecimal,
  type Rational,
  rational,
  subtract,
} from '../kernel/rational.ts';
import type { Grader, Judgement } from './grader.ts';
import { type GraderOptions, type OptionSpec, oneOf } from './options.ts';
import { answerLine, lastBoxed, looseAnswer, toLines, unwrap } from './reply/extract.ts';
import { askedForm } from './reply/final-answer.ts';
import { cleanNumbers, type NumberToken, readNumbers } from './reply/numbers.ts';

const tolerance = (description: string): OptionSpec => ({
  description,
  expects: 'a decimal, 0 or more, as a number or a string',
  accepts: (value) => (toDecimal(value)?.n ?? -1n) >= 0n,
});

/**
 * Right when the number of the answer equals an expected one, compared exactly as decimals or fractions
 * (never as floating point), or within `tolerance` or `relative_tolerance` where one is given.
 *
 * The number is the one on the last `Answer:` line, or the whole reply when that is a single number
 * (strict); else it is looked for on that line among several, after `answer is`, in the last `\boxed{}`,
 * and last as the last number of the reply (flexible). An `Answer:` line without a number is an answer
 * without one: nothing is taken from elsewhere. Read are thousands separators, currency signs, per cent
 * signs, scientific notation (`1.5e3`, `1.5 × 10^3`), fractions (`1/2`, `1 1/2`, `\frac{1}{2}`) and a full stop or dots
 * after it. Digits that may mean several things (`3,4`, `1.234,56`) are not read.
 */
export const numeric: Grader = {
  type: 'numeric',
  description:
    'The number on the last "Answer:" line, or the last number of the reply, equals an expected one exactly or within a tolerance.',
  options: {
    tolerance: tolerance('The largest absolute difference that is still right; default 0.'),
    relative_tolerance: tolerance('The largest difference as a share of the expected number; default 0.'),
    percent: oneOf(
      'What a per cent sign means: "ignore" (default) reads 50% as 50, "fraction" as 0.5, on both sides.',
      ['ignore', 'fraction'],
    ),
    asked_form: askedForm,
  },
  expectedProblem: (expected) =>
    only(readNumbers(expected)) ? null : `expected "${expected}" is not one number`,
  judge(reply, expected, options) {
    const found = find(reply, options);
    const value = found && toValue(found.token, options);
    if (!found || !value) return { score: 0, extraction: 'none', extracted: null, settled: false };
    const right = expected.some((answer) => {
      const token = only(readNumbers(answer));
      const wanted = token && toValue(token, options);
      return wanted ? isNear(value, wanted, options) : false;
    });
    const { extraction, settled } = found;
    return { score: right ? 1 : 0, extraction, extracted: formatRational(value), settled };
  },
};

type Found = Pick<Judgement, 'settled'> & { extraction: 'strict' | 'flexible'; token: NumberToken };

function find(reply: string, options: GraderOptions): Found | null {
  const line = answerLine(reply);
  if (line !== null) return onAnswerLine(line);
  const whole = toLines(reply);
  const alone = whole.length === 1 ? aloneIn(whole[0] ?? '') : undefined;
  if (alone) return { token: alone, extraction: 'strict', settled: false };
  const loose = looseAnswer(reply) ?? '';
  const asked = options.asked_form === 'answer_is' ? only(readNumbers(loose)) : undefined;
  if (asked) return { token: asked, extraction: 'strict', settled: false };
  const token = among(loose) ?? among(lastBoxed(reply) ?? '') ?? readNumbers(reply).at(-1);
  return token ? { token, extraction: 'flexible', settled: false } : null;
}

/** An answer on its own line is settled even if the reply was cut off later, unless it may go on. */
function onAnswerLine(line: string): Found | null {
  const value = unwrap(line);
  const one = only(readNumbers(value));
  if (one) return { token: one, extraction: 'strict', settled: true };
  const token = among(value);
  return token ? { token, extraction: 'flexible', settled: false } : null;
}

/**
 * Which of several numbers is meant: the last one after `=` or `≈` (`3 + 4 = 7`); else the first when the
 * text begins with it (`12 (out of 20)`); else the last (`the sum of 3 and 4 is 7`).
 */
function among(text: string): NumberToken | undefined {
  const [, result] = /[=≈]([^=≈]*)$/.exec(text) ?? [];
  const after = result === undefined ? undefined : readNumbers(result).at(-1);
  if (after) return after;
  const tokens = readNumbers(text);
  const [first] = tokens;
  return first && cleanNumbers(text).slice(0, first.start).trim() === '' ? first : tokens.at(-1);
}

function only(tokens: NumberToken[]): NumberToken | undefined {
  return tokens.length === 1 && tokens[0]?.value ? tokens[0] : undefined;
}

/** The number when there is nothing beside it but marks. */
function aloneIn(line: string): NumberToken | undefined {
  const token = only(readNumbers(line));
  const clean = cleanNumbers(line);
  return token && MARKS.test(clean.slice(0, token.start) + clean.slice(token.end)) ? token : undefined;
}

const MARKS = /^[\s.*_`()[\]<>{}\\]*$/;

function toValue({ value, percent }: NumberToken, options: GraderOptions): Rational | null {
  return value && percent && options.percent === 'fraction' ? divide(value, rational(100n)) : value;
}

function isNear(value: Rational, wanted: Rational, options: GraderOptions): boolean {
  const difference = absolute(subtract(value, wanted));
  const relative = toDecimal(options.relative_tolerance ?? 0) ?? rational(0n);
  return (
    compare(difference, toDecimal(options.tolerance ?? 0) ?? rational(0n)) <= 0 ||
    compare(difference, multiply(relative, absolute(wanted))) <= 0
  );
}

function toDecimal(value: unknown): Rational | null {
  return typeof value === 'number' || typeof value === 'string' ? parseDecimal(String(value)) : null;
}
