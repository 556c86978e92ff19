import { pickOne, type Random, randomInteger } from '../../statistics/statistics.ts';
import type { Item } from '../item.ts';
import { makeQuantities } from './entangled/quantities.ts';
import { createGeneratedBenchmark, numberedLevels } from './generated.ts';

/**
 * Generated sums with whole-number answers, in five levels of difficulty. Written definition, version 1
 * (every number is drawn uniformly, every operator with equal chance, every division comes out even):
 *
 * | level | form | numbers |
 * | --- | --- | --- |
 * | 1 | `a + b`, `a - b` | 1 to 999 |
 * | 2 | `a * b` | 12 to 9,999 times 3 to 99 |
 * | 3 | `a + b * c`, `a - b * c`, `a * b + c`, `a * b - c` | 12 to 999; the factors 3 to 99 |
 * | 4 | `(a ± b) * c ± d`, `(a * b) / b' ± d` with b' a divisor of a * b | 12 to 999; c, b, b' 3 to 99 |
 * | 5 | `(a ± b) * (c ± d) ± e * f` | a, b 100 to 9,999; c, d 12 to 999; e, f 12 to 999 |
 *
 * All values stay below 2⁵³.
 */
export const arithmetic = createGeneratedBenchmark({
  type: 'arithmetic',
  title: 'Arithmetic',
  measures: 'Working out whole-number expressions of graded difficulty without tools.',
  doesNotMeasure: 'Mathematical reasoning, word problems, or arithmetic with a calculator at hand.',
  version: '3',
  // A level has far more items: the smallest, level 2, has 968,000 expressions.
  maxItems: 500_000,
  levels: numberedLevels(
    [
      'one addition or subtraction, up to three digits',
      'one multiplication, up to four digits by two',
      'a multiplication and an addition or subtraction, without parentheses',
      'three operations with parentheses, also exact division',
      'five operations, two pairs of parentheses, up to four digits',
    ],
    (random, level) => toSumItem(makeSum(random, level), level),
  ),
  entangled: [
    {
      name: 'prose-1',
      description: 'eight stocks told in prose by their relations, among others that do not matter',
      make: (random) => makeQuantities(random, 8),
    },
    {
      name: 'prose-2',
      description: 'eighteen of them',
      make: (random) => makeQuantities(random, 18),
    },
  ],
});

interface Sum {
  expression: string;
  value: number;
}

function toSumItem({ expression, value }: Sum, level: number): Omit<Item, 'id'> {
  return {
    input: [{ role: 'user', content: toPrompt(expression) }],
    expected: String(value),
    grader: { type: 'numeric', options: {} },
    metadata: { level, expression },
  };
}

function toPrompt(expression: string): string {
  return [
    'Work out the value of this expression, with the usual order of operations:',
    expression,
    'You may think first. The last line of your reply must have the form "Answer: <number>".',
  ].join('\n\n');
}

function makeSum(random: Random, level: number): Sum {
  const between = (low: number, high: number) => randomInteger(random, low, high);
  if (level === 1) return plusOrMinus(random, number(between(1, 999)), number(between(1, 999)));
  if (level === 2) return product(number(between(12, 9_999)), number(between(3, 99)));
  if (level === 3) {
    const single = number(between(12, 999));
    const both = product(number(between(12, 999)), number(between(3, 99)));
    return random.below(2) === 0 ? plusOrMinus(random, single, both) : plusOrMinus(random, both, single);
  }
  if (level === 4)
    return random.below(2) === 0 ? scaledProblem(random, between) : divisionProblem(random, between);
  const left = inParentheses(plusOrMinus(random, number(between(100, 9_999)), number(between(100, 9_999))));
  const right = inParentheses(plusOrMinus(random, number(between(12, 999)), number(between(12, 999))));
  return plusOrMinus(
    random,
    product(left, right),
    product(number(between(12, 999)), number(between(12, 999))),
  );
}

type NumberRange = (low: number, high: number) => number;

function scaledProblem(random: Random, between: NumberRange): Sum {
  const inner = inParentheses(plusOrMinus(random, number(between(12, 999)), number(between(12, 999))));
  return plusOrMinus(random, product(inner, number(between(3, 99))), number(between(12, 999)));
}

function divisionProblem(random: Random, between: NumberRange): Sum {
  const above = product(number(between(12, 999)), number(between(3, 99)));
  const divisors = Array.from({ length: 97 }, (_, i) => i + 3).filter((d) => above.value % d === 0);
  const divisor = pickOne(random, divisors); // never empty: the second factor is one of them
  const quotient = { expression: `(${above.expression}) / ${divisor}`, value: above.value / divisor };
  return plusOrMinus(random, quotient, number(between(12, 999)));
}

const number = (value: number): Sum => ({ expression: String(value), value });
const inParentheses = ({ expression, value }: Sum): Sum => ({ expression: `(${expression})`, value });
const product = (a: Sum, b: Sum): Sum => ({
  expression: `${a.expression} * ${b.expression}`,
  value: a.value * b.value,
});

/** Neither side may contain an operator that binds less than a product; `b` never starts with a sign. */
function plusOrMinus(random: Random, a: Sum, b: Sum): Sum {
  return random.below(2) === 0
    ? { expression: `${a.expression} + ${b.expression}`, value: a.value + b.value }
    : { expression: `${a.expression} - ${b.expression}`, value: a.value - b.value };
}
