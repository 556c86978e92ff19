import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import {
  assertClose,
  assertInterval,
  assertRelative,
  PROPERTY_RUN,
} from '../../test/support/assert-close.ts';
import type { Interval } from './interval.ts';
import { zFor } from './interval.ts';
import { noSpreadInterval } from './one-target.ts';
import {
  bonettPrice,
  mcnemarChiSquare,
  mcnemarExact,
  mcnemarMidP,
  newcombe,
  type PairedCounts,
  tango,
} from './paired-binary.ts';
import { signTest } from './sign-test.ts';
import { waldDifference } from './wald.ts';

function table(bothRight: number, onlyA: number, onlyB: number, bothWrong: number): PairedCounts {
  return { bothRight, onlyA, onlyB, bothWrong };
}

const swap = ({ bothRight, onlyA, onlyB, bothWrong }: PairedCounts) =>
  table(bothRight, onlyB, onlyA, bothWrong);

test('McNemar: exact, mid-p and χ² with and without continuity correction', () => {
  const rows: [number, number, number, number, number, number, number, number][] = [
    [10, 4, 0.1795654297, 0.1184692383, 2.571429, 0.10880943, 1.785714, 0.1814492077],
    [25, 10, 0.0166738478, 0.0113309842, 6.428571, 0.0112298867, 5.6, 0.0179604775],
    [5, 15, 0.0413894653, 0.0266036987, 5, 0.0253473187, 4.05, 0.0441713449],
    [1, 8, 0.0390625, 0.021484375, 5.444444, 0.0196306573, 4, 0.0455002639],
    [0, 6, 0.03125, 0.015625, 6, 0.0143058784, 4.166667, 0.0412268333],
    [3, 3, 1, 0.84375, 0, 1, 0.166667, 0.6830913983],
    [26, 14, 0.0806904678, 0.059583888, 3.6, 0.0577795711, 3.025, 0.081990321],
  ];
  for (const [b, c, exact, mid, chi, chiP, corrected, correctedP] of rows) {
    assertClose(mcnemarExact(b, c), exact, 10, `exact ${b},${c}`);
    assertClose(mcnemarMidP(b, c), mid, 10, `mid-p ${b},${c}`);
    assertClose(mcnemarChiSquare(b, c).statistic, chi, 6, `χ² ${b},${c}`);
    assertClose(mcnemarChiSquare(b, c).p, chiP, 10, `p of χ² ${b},${c}`);
    assertClose(mcnemarChiSquare(b, c, { continuity: true }).statistic, corrected, 6, `corrected ${b},${c}`);
    assertClose(mcnemarChiSquare(b, c, { continuity: true }).p, correctedP, 10, `corrected p ${b},${c}`);
  }
});

test('McNemar with 121 against 59, and the ten answers of A and B', () => {
  assertRelative(mcnemarExact(121, 59), 4.43444926e-6, 1e-8);
  assertRelative(mcnemarMidP(121, 59), 3.2666468e-6, 1e-8);
  assertClose(mcnemarChiSquare(121, 59).statistic, 21.355556, 6);
  assertRelative(mcnemarChiSquare(121, 59).p, 3.81513587e-6, 1e-8);
  assertClose(mcnemarChiSquare(121, 59, { continuity: true }).statistic, 20.672222, 6);
  assertRelative(mcnemarChiSquare(121, 59, { continuity: true }).p, 5.45009483e-6, 1e-8);
  assert.deepEqual(
    [mcnemarExact(2, 0), mcnemarMidP(2, 0)].map((p) => p.toFixed(12)),
    ['0.500000000000', '0.250000000000'],
  );
});

test('no discordant item is no evidence: every p is 1', () => {
  assert.deepEqual([mcnemarExact(0, 0), mcnemarMidP(0, 0)], [1, 1]);
  assert.deepEqual(mcnemarChiSquare(0, 0), { statistic: 0, p: 1 });
  assert.throws(() => mcnemarMidP(-1, 2), RangeError);
  assert.throws(() => mcnemarExact(1.5, 2), RangeError);
});

test('the sign test of 14 wins and 6 losses', () => assertClose(signTest(14, 6), 0.1153183, 7));

test('McNemar exact and mid-p are the shares of all 2^m splits', () => {
  for (let m = 1; m <= 12; m += 1) {
    for (let b = 0; b <= m; b += 1) {
      let [extreme, equal] = [0, 0];
      for (let split = 0; split < 2 ** m; split += 1) {
        const wins = split.toString(2).replaceAll('0', '').length;
        const gap = Math.abs(2 * wins - m) - Math.abs(2 * b - m);
        extreme += gap >= 0 ? 1 : 0;
        equal += gap === 0 ? 1 : 0;
      }
      assertClose(mcnemarExact(b, m - b), extreme / 2 ** m, 12, `exact ${b}/${m}`);
      assertClose(mcnemarMidP(b, m - b), (extreme - equal / 2) / 2 ** m, 12, `mid-p ${b}/${m}`);
    }
  }
});

test('paired intervals at 95 %', () => {
  type Ends = [number, number];
  const rows: [PairedCounts, number, Ends, Ends, Ends, Ends][] = [
    [
      table(1, 1, 7, 12),
      -0.285714,
      [-0.517232, -0.026003],
      [-0.50692, -0.025559],
      [-0.508359, -0.01338],
      [-0.519709, -0.05172],
    ],
    [
      table(5, 2, 0, 3),
      0.2,
      [-0.133039, 0.509838],
      [-0.102671, 0.449268],
      [-0.146087, 0.47942],
      [-0.047918, 0.447918],
    ],
    [
      table(60, 10, 4, 26),
      0.06,
      [-0.014973, 0.141675],
      [-0.014991, 0.134336],
      [-0.017185, 0.134832],
      [-0.012386, 0.132386],
    ],
    [
      table(120, 25, 10, 45),
      0.075,
      [0.017912, 0.135515],
      [0.017005, 0.132528],
      [0.016133, 0.132382],
      [0.017963, 0.132037],
    ],
    [
      table(700, 26, 14, 260),
      0.012,
      [-0.000415, 0.025338],
      [-0.000581, 0.024652],
      [-0.000679, 0.024631],
      [-0.000374, 0.024374],
    ],
    [table(8, 0, 0, 2), 0, [-0.277533, 0.277533], [-0.235546, 0.235546], [-0.230984, 0.230984], [0, 0]],
  ];
  for (const [counts, difference, score, square, adjusted, normal] of rows) {
    assertClose((counts.onlyA - counts.onlyB) / size(counts), difference, 6);
    assertInterval(tango(counts, 0.95), score, 6, `Tango ${JSON.stringify(counts)}`);
    assertInterval(newcombe(counts, 0.95), square, 6, `Newcombe ${JSON.stringify(counts)}`);
    assertInterval(bonettPrice(counts, 0.95), adjusted, 6, `Bonett-Price ${JSON.stringify(counts)}`);
    assertInterval(waldDifference(counts, 0.95), normal, 6, `Wald ${JSON.stringify(counts)}`);
  }
  assertInterval(tango(table(100, 40, 20, 0), 0.95), [0.0308645, 0.2180642], 7, 'Tango 40,20 of 160');
});

test('at the edges the paired intervals keep a width and stay in [−1, 1]', () => {
  const nothing = { low: -1, high: 1 };
  assert.deepEqual([tango(table(0, 0, 0, 0), 0.95), newcombe(table(0, 0, 0, 0), 0.95)], [nothing, nothing]);
  for (const n of [1, 2, 20, 1000]) {
    for (const counts of [table(n, 0, 0, 0), table(0, 0, 0, n), table(0, n, 0, 0), table(0, 0, n, 0)]) {
      for (const interval of [tango, newcombe, bonettPrice]) {
        const { low, high } = interval(counts, 0.95);
        assert.ok(low >= -1 && high <= 1 && high - low > 1 / n, `${JSON.stringify(counts)}: ${low} ${high}`);
      }
      const delta = (counts.onlyA - counts.onlyB) / n;
      const { low, high } = noSpreadInterval(delta, n, 0.95, { low: -1, high: 1 });
      assertInterval(tango(counts, 0.95), [low, high], 10, 'Tango where all items agree');
    }
  }
  assert.throws(() => tango(table(1, -1, 0, 0), 0.95), RangeError);
});

const cell = (max: number) => fc.integer({ min: 0, max });
const anyTable = fc
  .tuple(cell(200), cell(60), cell(60), cell(200))
  .map((cells) => table(...cells))
  .filter(({ bothRight, onlyA, onlyB, bothWrong }) => bothRight + onlyA + onlyB + bothWrong > 0);

const size = (c: PairedCounts) => c.bothRight + c.onlyA + c.onlyB + c.bothWrong;

test('swapping A and B negates every paired interval and keeps every p', () => {
  fc.assert(
    fc.property(anyTable, (counts) => {
      for (const interval of [tango, newcombe, bonettPrice]) {
        const { low, high } = interval(counts, 0.95);
        assertInterval(interval(swap(counts), 0.95), [-high, -low], 12);
      }
      assert.equal(mcnemarMidP(counts.onlyA, counts.onlyB), mcnemarMidP(counts.onlyB, counts.onlyA));
    }),
    PROPERTY_RUN,
  );
});

test('Tango and Newcombe hold the estimate, and more confidence is wider', () => {
  fc.assert(
    fc.property(anyTable, (counts) => {
      const delta = (counts.onlyA - counts.onlyB) / size(counts);
      for (const interval of [tango, newcombe]) {
        const [narrow, wide] = [interval(counts, 0.8), interval(counts, 0.99)];
        assert.ok(-1 <= wide.low && wide.low <= narrow.low && narrow.low <= delta);
        assert.ok(delta <= narrow.high && narrow.high <= wide.high && wide.high <= 1);
      }
    }),
    PROPERTY_RUN,
  );
});

const excludesZero = ({ low, high }: Interval) => low > 0 || high < 0;

test("Tango's interval excludes 0 exactly when χ² without correction is significant", () => {
  fc.assert(
    fc.property(anyTable, (counts) => {
      const { p } = mcnemarChiSquare(counts.onlyA, counts.onlyB);
      fc.pre(Math.abs(p - 0.05) > 1e-9);
      assert.equal(excludesZero(tango(counts, 0.95)), p < 0.05);
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
      const { low, high } = tango(counts, 0.95);
      assertClose(scoreByLikelihood(counts, low), zFor(0.95), 5);
      assertClose(scoreByLikelihood(counts, high), -zFor(0.95), 5);
    }),
    PROPERTY_RUN,
  );
});
