import { checkCount, type Interval, zFromConfidence } from './interval.ts';

export interface Kappa {
  /** Items that both raters rated. */
  readonly n: number;
  /** The share rated alike. */
  readonly agreement: number;
  /** The share expected by chance, from two raters with these frequencies of categories. */
  readonly expected: number;
  readonly kappa: number;
  readonly se: number;
  /** κ ± z·SE, cut at −1 and 1. */
  readonly ci: Interval;
}

/**
 * Cohen's κ = (p_o − p_e)/(1 − p_e) of two raters, from the square table of counts `table[first][second]`, with
 * SE √(p_o(1−p_o)/(n(1−p_e)²)) (Cohen 1960). From 0.6 a judge is usable, on 50 or more labels. Null without items, and
 * when both raters used one category only, the same: chance then explains all agreement. Throws RangeError for a table that is not square or holds no counts.
 */
export function cohenKappa(table: readonly (readonly number[])[], confidence: number): Kappa | null {
  checkTable(table);
  const n = sum(table.map(sum));
  if (n === 0) return null;
  const rows = table.map((row) => sum(row) / n);
  const columns = table.map((_, j) => sum(table.map((row) => row[j] as number)) / n);
  const agreement = sum(table.map((row, i) => row[i] as number)) / n;
  const expected = sum(rows.map((share, i) => share * (columns[i] as number)));
  if (expected >= 1) return null;
  const kappa = (agreement - expected) / (1 - expected);
  const se = Math.sqrt((agreement * (1 - agreement)) / n) / (1 - expected);
  const half = zFromConfidence(confidence) * se;
  const ci = { low: Math.max(-1, kappa - half), high: Math.min(1, kappa + half) };
  return { n, agreement, expected, kappa, se, ci };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function checkTable(table: readonly (readonly number[])[]): void {
  for (const row of table) {
    if (row.length !== table.length) throw new RangeError('A table of agreement is square.');
    for (const cell of row) checkCount('A cell of the table', cell);
  }
}

/** Counts of each pair of categories, the input of `cohenKappa`. `categories` must contain every value that occurs. */
export function agreementTable<T>(pairs: readonly (readonly [T, T])[], categories: readonly T[]): number[][] {
  const table = categories.map(() => categories.map(() => 0));
  for (const [first, second] of pairs) {
    const row = table[categories.indexOf(first)];
    const column = categories.indexOf(second);
    if (!row || column < 0) throw new RangeError(`${first} or ${second} is none of the categories.`);
    row[column] = (row[column] ?? 0) + 1;
  }
  return table;
}

/** The distance of two ratings: `nominal` is 0 if equal and otherwise 1, `interval` the squared difference. */
export type RatingScale = 'nominal' | 'interval';

const DISTANCE: Record<RatingScale, (left: number, right: number) => number> = {
  nominal: (left, right) => (left === right ? 0 : 1),
  interval: (left, right) => (left - right) ** 2,
};

/**
 * Krippendorff's α = 1 − D_o/D_e for any number of raters and missing ratings (Krippendorff 2011): `ratings` contains
 * the ratings of each item, in any order. Items with fewer than two are ignored. Null if nothing can be compared or
 * every rating is the same.
 */
export function krippendorffAlpha(
  ratings: readonly (readonly number[])[],
  scale: RatingScale,
): number | null {
  const rated = ratings.filter((item) => item.length >= 2);
  const all = rated.flat();
  if (all.length === 0) return null;
  const distance = DISTANCE[scale];
  const observed = sum(rated.map((item) => pairSum(item, distance) / (item.length - 1))) / all.length;
  const expected = pairSum(all, distance) / (all.length * (all.length - 1));
  return expected === 0 ? null : 1 - observed / expected;
}

/**
 * Σ over ordered pairs of different positions, computed from the counts of values, because ratings have few different
 * ones.
 */
function pairSum(values: readonly number[], distance: (left: number, right: number) => number): number {
  const counts = [...Map.groupBy(values, (value) => value)].map(([value, { length }]) => ({ value, length }));
  return sum(
    counts.map((left) =>
      sum(counts.map((right) => left.length * right.length * distance(left.value, right.value))),
    ),
  );
}
