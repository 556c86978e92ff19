import { sum } from '../../../kernel/sum.ts';
import { pickOne, type Random, randomInteger, shuffle } from '../../statistics/statistics.ts';
import type { Item } from '../item.ts';
import { makeLedger } from './entangled/ledger.ts';
import { createGeneratedBenchmark, numberedLevels } from './generated.ts';

/**
 * Questions over a table of sales. Written definition, version 1: a Markdown table of 6 to 24 rows (city, product, month,
 * units, price in whole EUR); no two rows share city, product and month.
 *
 * | level | rows | question | right |
 * | --- | --- | --- | --- |
 * | 1 | 6 to 8 | the units of one row | the number |
 * | 2 | 8 to 12 | the units of a city together | the number |
 * | 3 | 12 to 16 | the city with the most units; never a draw | its name |
 * | 4 | 12 to 16 | the turnover (units times price) of one product | the number |
 * | 5 | 16 to 24 | by how much the turnover of one city exceeds that of another, counting one product alone; may be negative | the number |
 */
export const reasoningTables = createGeneratedBenchmark({
  type: 'reasoning_tables',
  title: 'Reasoning over tables (generated)',
  measures: 'Looking up, filtering, adding, comparing and multiplying over a small table.',
  doesNotMeasure: 'Writing queries, or tables too long for the prompt.',
  version: '3',
  maxItems: 10_000,
  levels: numberedLevels(
    [
      'one cell',
      'the sum of a group',
      'the largest of several sums',
      'a sum of products',
      'the difference of two filtered sums of products',
    ],
    toTask,
  ),
  entangled: [
    {
      name: 'entangled-1',
      description: 'three tables with columns without meaning, 12 rows, and 6 corrections in prose',
      make: (random) => makeLedger(random, 12, 6),
    },
    {
      name: 'entangled-2',
      description: '28 rows and 18 corrections',
      make: (random) => makeLedger(random, 28, 18),
    },
  ],
});

interface Sale {
  city: string;
  product: string;
  month: string;
  units: number;
  price: number;
}

interface Question {
  text: string;
  answer: string | number;
}

function toTask(random: Random, level: number): Omit<Item, 'id'> {
  for (;;) {
    const rows = makeRows(random, level);
    const question = QUESTIONS[level - 1]?.(random, rows) ?? null;
    if (question === null) continue;
    const form = typeof question.answer === 'number' ? '<number>' : '<city>';
    const prompt = `${toTable(rows)}\n\n${question.text} The last line of your reply must have the form "Answer: ${form}".`;
    return {
      input: [{ role: 'user', content: prompt }],
      expected: String(question.answer),
      grader: { type: typeof question.answer === 'number' ? 'numeric' : 'exact', options: {} },
      metadata: { level, rows: rows.length },
    };
  }
}

const ROWS: readonly (readonly [least: number, most: number])[] = [
  [6, 8],
  [8, 12],
  [12, 16],
  [12, 16],
  [16, 24],
];

function makeRows(random: Random, level: number): Sale[] {
  const [least, most] = ROWS[level - 1] ?? [6, 8];
  const cities = shuffle(random, CITIES).slice(0, 4);
  const products = shuffle(random, PRODUCTS).slice(0, 3);
  const keys = cities.flatMap((city) =>
    products.flatMap((product) => MONTHS.map((month) => ({ city, product, month }))),
  );
  return shuffle(random, keys)
    .slice(0, randomInteger(random, least, most))
    .map((key) => ({ ...key, units: randomInteger(random, 2, 99), price: randomInteger(random, 3, 60) }));
}

/** Null if the rows have no answer to this question. */
type Ask = (random: Random, rows: readonly Sale[]) => Question | null;

const QUESTIONS: readonly Ask[] = [
  (random, rows) => {
    const { city, product, month, units } = pickOne(random, rows);
    return { text: `How many units of ${product} were sold in ${city} in ${month}?`, answer: units };
  },
  (random, rows) => {
    const { city } = pickOne(random, rows);
    return {
      text: `How many units were sold in ${city} together?`,
      answer: sum(rows.filter((row) => row.city === city).map(({ units }) => units)),
    };
  },
  (_, rows) => {
    const totals = hasDifferentNames(rows.map(({ city }) => city)).map((city) => ({
      city,
      units: sum(rows.filter((row) => row.city === city).map(({ units }) => units)),
    }));
    totals.sort((a, b) => b.units - a.units);
    const [first, second] = totals;
    if (!first || !second || first.units === second.units) return null;
    return {
      text: 'In which city were the most units sold, counting all its rows together?',
      answer: first.city,
    };
  },
  (random, rows) => {
    const { product } = pickOne(random, rows);
    return {
      text: `What is the turnover (units times price) of ${product} in all cities together, in EUR?`,
      answer: turnover(rows.filter((row) => row.product === product)),
    };
  },
  (random, rows) => {
    const { product } = pickOne(random, rows);
    const ofProduct = rows.filter((row) => row.product === product);
    const [a, b] = shuffle(random, hasDifferentNames(ofProduct.map(({ city }) => city)));
    if (a === undefined || b === undefined) return null;
    const of = (city: string) => turnover(ofProduct.filter((row) => row.city === city));
    return {
      text: `Counting ${product} alone: by how many EUR does the turnover (units times price) of ${a} exceed that of ${b}? Give a negative number if it is lower.`,
      answer: of(a) - of(b),
    };
  },
];

const turnover = (rows: readonly Sale[]): number => sum(rows.map(({ units, price }) => units * price));
const hasDifferentNames = (names: readonly string[]): string[] => [...new Set(names)];

function toTable(rows: readonly Sale[]): string {
  const lines = rows.map(
    (row) => `| ${row.city} | ${row.product} | ${row.month} | ${row.units} | ${row.price} |`,
  );
  return [
    '| city | product | month | units | price (EUR) |',
    '| --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
}

const CITIES = 'Bergen Cork Dresden Faro Ghent Graz Kiel Lille Oulu Porto Riga Split'.split(' ');
const PRODUCTS = 'chairs clocks kettles lamps mirrors rugs shelves tables'.split(' ');
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June'];
