import { impossible } from '../../kernel/errors.ts';
import { createRandom, pick, type Random, randomInteger } from '../statistics/statistics.ts';
import type { Benchmark, ItemsRequest, ItemsResult } from './benchmark.ts';
import { type Item, toItem } from './item.ts';

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
 * Item i of a request for n is at level `1 + i mod 5`, or at the level that `subset` names, and a larger
 * n begins with the items of a smaller one. No expression comes twice. All values stay below 2⁵³.
 */
export const arithmetic: Benchmark = {
  type: 'arithmetic',
  title: 'Arithmetic',
  measures: 'Working out whole-number expressions of graded difficulty without tools.',
  doesNotMeasure: 'Mathematical reasoning, word problems, or arithmetic with a calculator at hand.',
  licence: 'generated; no licence needed',
  size: 'more than 900,000 different items per level',
  dataFrom: 'generated from the seed',
  offline: true,
  version: '1',
  metric: 'accuracy',
  chanceLevel: null,
  subsets: [
    { name: 'level-1', description: 'one addition or subtraction, up to three digits' },
    { name: 'level-2', description: 'one multiplication, up to four digits by two' },
    { name: 'level-3', description: 'a multiplication and an addition or subtraction, without parentheses' },
    { name: 'level-4', description: 'three operations with parentheses, also exact division' },
    { name: 'level-5', description: 'five operations, two pairs of parentheses, up to four digits' },
  ],
  items: generate,
};

interface Sum {
  expression: string;
  value: number;
}

// A level runs dry long after this: the smallest, level 2, has 968,000 expressions.
const MAX_ITEMS = 500_000;
// Items made before other work of the process gets its turn; a few milliseconds.
const TURN = 500;

async function generate({ subset, sampleSize, seed }: ItemsRequest): Promise<ItemsResult> {
  const levels = subset === null ? [1, 2, 3, 4, 5] : [levelOf(subset)];
  const wanted = Math.min(sampleSize, MAX_ITEMS);
  const random = createRandom(seed, 'arithmetic', subset ?? 'all', 'items');
  const seen = new Set<string>();
  const items: Item[] = [];
  while (items.length < wanted) {
    const level = levels[items.length % levels.length] ?? 1;
    const sum = draw(random, level);
    if (seen.has(sum.expression)) continue;
    seen.add(sum.expression);
    items.push(toSumItem(sum, level));
    if (items.length % TURN === 0) await new Promise(setImmediate);
  }
  const warnings =
    wanted < sampleSize ? [`arithmetic gives at most ${MAX_ITEMS} items; that many are used.`] : [];
  return { items, warnings };
}

function levelOf(subset: string): number {
  const names = (arithmetic.subsets === 'source' ? [] : arithmetic.subsets).map((s) => s.name);
  if (!names.includes(subset)) {
    throw impossible('/subset', `arithmetic has no subset "${subset}"; it has ${names.join(', ')}.`);
  }
  return names.indexOf(subset) + 1;
}

function toSumItem({ expression, value }: Sum, level: number): Item {
  return toItem({
    input: [{ role: 'user', content: toPrompt(expression) }],
    expected: String(value),
    grader: { type: 'numeric', options: {} },
    metadata: { level, expression },
  });
}

function toPrompt(expression: string): string {
  return [
    'Work out the value of this expression, with the usual order of operations:',
    expression,
    'You may think first. The last line of your reply must have the form "Answer: <number>".',
  ].join('\n\n');
}

function draw(random: Random, level: number): Sum {
  const between = (low: number, high: number) => randomInteger(random, low, high);
  if (level === 1) return plusOrMinus(random, number(between(1, 999)), number(between(1, 999)));
  if (level === 2) return product(number(between(12, 9_999)), number(between(3, 99)));
  if (level === 3) {
    const single = number(between(12, 999));
    const both = product(number(between(12, 999)), number(between(3, 99)));
    return random.below(2) === 0 ? plusOrMinus(random, single, both) : plusOrMinus(random, both, single);
  }
  if (level === 4) return random.below(2) === 0 ? scaled(random, between) : divided(random, between);
  const left = grouped(plusOrMinus(random, number(between(100, 9_999)), number(between(100, 9_999))));
  const right = grouped(plusOrMinus(random, number(between(12, 999)), number(between(12, 999))));
  return plusOrMinus(
    random,
    product(left, right),
    product(number(between(12, 999)), number(between(12, 999))),
  );
}

type Between = (low: number, high: number) => number;

function scaled(random: Random, between: Between): Sum {
  const inner = grouped(plusOrMinus(random, number(between(12, 999)), number(between(12, 999))));
  return plusOrMinus(random, product(inner, number(between(3, 99))), number(between(12, 999)));
}

function divided(random: Random, between: Between): Sum {
  const above = product(number(between(12, 999)), number(between(3, 99)));
  const divisors = Array.from({ length: 97 }, (_, i) => i + 3).filter((d) => above.value % d === 0);
  const divisor = pick(random, divisors); // never empty: the second factor is one of them
  const quotient = { expression: `(${above.expression}) / ${divisor}`, value: above.value / divisor };
  return plusOrMinus(random, quotient, number(between(12, 999)));
}

const number = (value: number): Sum => ({ expression: String(value), value });
const grouped = ({ expression, value }: Sum): Sum => ({ expression: `(${expression})`, value });
const product = (a: Sum, b: Sum): Sum => ({
  expression: `${a.expression} * ${b.expression}`,
  value: a.value * b.value,
});

/** Neither side may hold a looser operator than a product; `b` never starts with a sign. */
function plusOrMinus(random: Random, a: Sum, b: Sum): Sum {
  return random.below(2) === 0
    ? { expression: `${a.expression} + ${b.expression}`, value: a.value + b.value }
    : { expression: `${a.expression} - ${b.expression}`, value: a.value - b.value };
}
