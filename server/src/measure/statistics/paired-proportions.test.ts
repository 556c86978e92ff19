import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import {
  assertClose,
  assertInterval,
  assertRelative,
  PROPERTY_RUN,
} from '../../../test/support/assert-close.ts';
import { normalCdf } from './distributions.ts';
import type { Interval } from './interval.ts';
import { zFromConfidence } from './interval.ts';
import { noSpreadInterval } from './one-sample.ts';
import { mcnemarMidP, type PairedCounts, tangoInterval } from './paired-proportions.ts';

function table(bothRight: number, onlyA: number, onlyB: number, bothWrong: number): PairedCounts {
  return { bothRight, onlyA, onlyB, bothWrong };
}

const swap = ({ bothRight, onlyA, onlyB, bothWrong }: PairedCounts) =>
  table(bothRight, onlyB, onlyA, bothWrong);

test("McNemar's mid-p", () => {
  const rows: [number, number, number][] = [
    [10, 4, 0.1184692383],
    [25, 10, 0.0113309842],
    [5, 15, 0.0266036987],
    [1, 8, 0.021484375],
    [0, 6, 0.015625],
    [3, 3, 0.84375],
    [26, 14, 0.059583888],
    [2, 0, 0.25],
  ];
  for (const [b, c, mid] of rows) assertClose(mcnemarMidP(b, c), mid, 10, `mid-p ${b},${c}`);
  assertRelative(mcnemarMidP(121, 59), 3.2666468e-6, 1e-8);
});

test('no discordant item is no evidence: p is 1', () => {
  assert.equal(mcnemarMidP(0, 0), 1);
  assert.throws(() => mcnemarMidP(-1, 2), RangeError);
  assert.throws(() => mcnemarMidP(1.5, 2), RangeError);
});

test('McNemar mid-p is the share of all 2^m splits, equal ones by half', () => {
  for (let m = 1; m <= 12; m += 1) {
    for (let b = 0; b <= m; b += 1) {
      let [extreme, equal] = [0, 0];
      for (let split = 0; split < 2 ** m; split += 1) {
        const wins = split.toString(2).replaceAll('0', '').length;
        const gap = Math.abs(2 * wins - m) - Math.abs(2 * b - m);
        extreme += gap >= 0 ? 1 : 0;
        equal += gap === 0 ? 1 : 0;
      }
      assertClose(mcnemarMidP(b, m - b), (extreme - equal / 2) / 2 ** m, 12, `mid-p ${b}/${m}`);
    }
  }
});

test("Tango's interval at 95 %", () => {
  const rows: [PairedCounts, number, [number, number]][] = [
    [table(1, 1, 7, 12), -0.285714, [-0.517232, -0.026003]],
    [table(5, 2, 0, 3), 0.2, [-0.133039, 0.509838]],
    [table(60, 10, 4, 26), 0.06, [-0.014973, 0.141675]],
    [table(120, 25, 10, 45), 0.075, [0.017912, 0.135515]],
    [table(700, 26, 14, 260), 0.012, [-0.000415, 0.025338]],
    [table(8, 0, 0, 2), 0, [-0.277533, 0.277533]],
  ];
  for (const [counts, difference, ends] of rows) {
    assertClose((counts.onlyA - counts.onlyB) / size(counts), difference, 6);
    assertInterval(tangoInterval(counts, 0.95), ends, 6, `Tango ${JSON.stringify(counts)}`);
  }
  assertInterval(tangoInterval(table(100, 40, 20, 0), 0.95), [0.0308645, 0.2180642], 7, 'Tango 40,20 of 160');
});

test('at the edges the interval keeps a width and stays in [−1, 1]', () => {
  assert.deepEqual(tangoInterval(table(0, 0, 0, 0), 0.95), { low: -1, high: 1 });
  for (const n of [1, 2, 20, 1000]) {
    for (const counts of [table(n, 0, 0, 0), table(0, 0, 0, n), table(0, n, 0, 0), table(0, 0, n, 0)]) {
      const { low, high } = tangoInterval(counts, 0.95);
      assert.ok(low >= -1 && high <= 1 && high - low > 1 / n, `${JSON.stringify(counts)}: ${low} ${high}`);
      const delta = (counts.onlyA - counts.onlyB) / n;
      const same = noSpreadInterval(delta, n, 0.95, { low: -1, high: 1 });
      assertInterval(tangoInterval(counts, 0.95), [same.low, same.high], 10, 'Tango where all items agree');
    }
  }
  assert.throws(() => tangoInterval(table(1, -1, 0, 0), 0.95), RangeError);
});

const cell = (max: number) => fc.integer({ min: 0, max });
const anyTable = fc
  .tuple(cell(200), cell(60), cell(60), cell(200))
  .map((cells) => table(...cells))
  .filter(({ bothRight, onlyA, onlyB, bothWrong }) => bothRight + onlyA + onlyB + bothWrong > 0);

const size = (c: PairedCounts) => c.bothRight + c.onlyA + c.onlyB + c.bothWrong;

test('swapping A and B negates the interval and keeps p', () => {
  fc.assert(
    fc.property(anyTable, (counts) => {
      const { low, high } = tangoInterval(counts, 0.95);
      assertInterval(tangoInterval(swap(counts), 0.95), [-high, -low], 12);
      assert.equal(mcnemarMidP(counts.onlyA, counts.onlyB), mcnemarMidP(counts.onlyB, counts.onlyA));
    }),
    PROPERTY_RUN,
  );
});

test('Tango holds the estimate, and more confidence is wider', () => {
  fc.assert(
    fc.property(anyTable, (counts) => {
      const delta = (counts.onlyA - counts.onlyB) / size(counts);
      const [narrow, wide] = [tangoInterval(counts, 0.8), tangoInterval(counts, 0.99)];
      assert.ok(-1 <= wide.low && wide.low <= narrow.low && narrow.low <= delta);
      assert.ok(delta <= narrow.high && narrow.high <= wide.high && wide.high <= 1);
    }),
    PROPERTY_RUN,
  );
});

/** The p of McNemar's χ² without continuity correction, (b−c)²/(b+c). */
const chiSquareP = ({ onlyA: b, onlyB: c }: PairedCounts) =>
  b + c === 0 ? 1 : 2 * normalCdf(-Math.abs(b - c) / Math.sqrt(b + c));

const excludesZero = ({ low, high }: Interval) => low > 0 || high < 0;

test("Tango's interval excludes 0 exactly when χ² without correction is significant", () => {
  fc.assert(
    fc.property(anyTable, (counts) => {
      const p = chiSquareP(counts);
      fc.pre(Math.abs(p - 0.05) > 1e-9);
      assert.equal(excludesZero(tangoInterval(counts, 0.95)), p < 0.05);
    }),
    { ...PROPERTY_RUN, numRuns: 1000 },
  );
});

/** The score statistic at δ, the nuisance share found by maximising the likelihood step by step. */
function scoreByLikelihood(
  { bothRight, onlyA: b, onlyB: c, bothWrong }: PairedCounts,
  delta: number,
): number {
  const n = bothRight + b + c + bothWrong;
  const term = (count: number, chance: number) => (count === 0 ? 0 : count * Math.log(chance));
  const likelihood = (q: number) => term(b, q + delta) + term(c, q) + term(n - b - c, 1 - 2 * q - delta);
  let [low, high] = [Math.max(0, -delta), (1 - delta) / 2];
  for (let step = 0; step < 200; step += 1) {
    const [left, right] = [low + (high - low) / 3, high - (high - low) / 3];
    if (likelihood(left) < likelihood(right)) low = left;
    else high = right;
  }
  return (b - c - n * delta) / Math.sqrt(n * (low + high + delta * (1 - delta)));
}

test("at Tango's ends the score statistic, its likelihood maximised by search, is exactly ±z", () => {
  const small = fc.tuple(cell(12), cell(8), cell(8), cell(12)).map((cells) => table(...cells));
  fc.assert(
    fc.property(small, (counts) => {
      fc.pre(counts.onlyA > 0 && counts.onlyB > 0 && counts.bothRight + counts.bothWrong > 0);
      const { low, high } = tangoInterval(counts, 0.95);
      assertClose(scoreByLikelihood(counts, low), zFromConfidence(0.95), 5);
      assertClose(scoreByLikelihood(counts, high), -zFromConfidence(0.95), 5);
    }),
    PROPERTY_RUN,
  );
});
