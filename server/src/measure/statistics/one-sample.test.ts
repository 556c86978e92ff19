import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { assertClose, assertInterval, PROPERTY_RUN } from '../../../test/support/assert-close.ts';
import { binomialPmf } from './distributions.ts';
import {
  clusteredError,
  logitTIntervalAround,
  mean,
  noSpreadInterval,
  sampleVariance,
  standardError,
  tIntervalAround,
  wilsonHalfWidth,
  wilsonInterval,
} from './one-sample.ts';

const A = [1, 0, 1, 1, 0, 1, 1, 0, 1, 1];
const B = [1, 0, 0, 1, 0, 1, 0, 0, 1, 1];

test('mean, spread and standard errors of ten answers', () => {
  const cases: [readonly number[], number, number, number][] = [
    [A, 0.7, 0.4830458915, 0.1527525232],
    [B, 0.5, 0.5270462767, 0.1666666667],
  ];
  for (const [scores, centre, sd, se] of cases) {
    assertClose(mean(scores), centre, 10);
    assertClose(Math.sqrt(sampleVariance(scores) ?? 0), sd, 10);
    assertClose(standardError(scores), se, 10);
  }
  assertClose(Math.hypot(standardError(A) ?? 0, standardError(B) ?? 0), 0.2260776661, 10, 'unpaired SE');
});

test('a mean of nothing, and a spread of one, do not exist', () => {
  assert.throws(() => mean([]), RangeError);
  assert.throws(() => mean([1, Number.NaN]), RangeError);
  assert.deepEqual([sampleVariance([1]), standardError([])], [null, null]);
  assert.deepEqual(
    [logitTIntervalAround(0, 0.1, 1, 0.95), logitTIntervalAround(1, 0.1, 1, 0.95)],
    [null, null],
  );
});

test('intervals of a share at 95 %', () => {
  const rows: [number, number, [number, number]][] = [
    [8, 10, [0.490162, 0.943318]],
    [17, 20, [0.639581, 0.947631]],
    [70, 100, [0.604151, 0.781051]],
    [850, 1000, [0.826531, 0.87079]],
    [5, 5, [0.565518, 1]],
    [0, 10, [0, 0.277533]],
    [1, 1, [0.206549, 1]],
  ];
  for (const [x, n, ends] of rows) assertInterval(wilsonInterval(x, n, 0.95), ends, 6, `Wilson ${x}/${n}`);
  assertInterval(wilsonInterval(8, 10, 0.9), [0.540793, 0.931442], 6);
  assertInterval(wilsonInterval(8, 10, 0.99), [0.400819, 0.959869], 6);
  assertInterval(wilsonInterval(14, 20, 0.95), [0.481027, 0.854523], 6);
});

test('no items say nothing, and impossible counts are refused', () => {
  assert.deepEqual(wilsonInterval(0, 0, 0.95), { low: 0, high: 1 });
  for (const [x, n] of [
    [3, 2],
    [-1, 2],
    [0.5, 2],
  ] as const) {
    assert.throws(() => wilsonInterval(x, n, 0.95), RangeError);
  }
  for (const confidence of [0, 1, 95]) assert.throws(() => wilsonInterval(1, 2, confidence), RangeError);
});

test('Wilson half-widths for planning', () => {
  const rows: [number, number, number][] = [
    [20, 0.2007, 0.1366],
    [50, 0.1336, 0.0851],
    [100, 0.0962, 0.0596],
    [200, 0.0686, 0.0419],
    [500, 0.0437, 0.0264],
    [1000, 0.0309, 0.0186],
    [5000, 0.0139, 0.0083],
  ];
  for (const [n, half, high] of rows) {
    assertClose(wilsonHalfWidth(0.5, n, 0.95), half, 4, `n ${n}, p .5`);
    assertClose(wilsonHalfWidth(0.9, n, 0.95), high, 4, `n ${n}, p .9`);
  }
});

const share = fc
  .integer({ min: 1, max: 2000 })
  .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));
const confidence = fc.double({ min: 0.5, max: 0.999, noNaN: true });

test('Wilson stays in [0,1], holds the share, and mirrors when right and wrong swap', () => {
  fc.assert(
    fc.property(share, confidence, ([x, n], level) => {
      const { low, high } = wilsonInterval(x, n, level);
      assert.ok(0 <= low && low <= x / n && x / n <= high && high <= 1, `${x}/${n}: ${low} ${high}`);
      assertInterval(wilsonInterval(n - x, n, level), [1 - high, 1 - low], 10, `${n - x}/${n}`);
    }),
    PROPERTY_RUN,
  );
});

/** The exact chance that Wilson's interval holds p: the sum over all outcomes that it does. */
function wilsonCoverage(intervals: readonly { low: number; high: number }[], p: number): number {
  const n = intervals.length - 1;
  return intervals.reduce(
    (sum, { low, high }, x) => sum + (low <= p && p <= high ? binomialPmf(x, n, p) : 0),
    0,
  );
}

test('by exact enumeration Wilson covers 94 to 96 % on average and never less than 89 %', () => {
  const grid = Array.from({ length: 49 }, (_, i) => 0.5 + i / 100);
  for (const n of [20, 30, 50, 100, 200, 500, 1000]) {
    const intervals = Array.from({ length: n + 1 }, (_, x) => wilsonInterval(x, n, 0.95));
    const coverage = grid.map((p) => wilsonCoverage(intervals, p));
    const average = mean(coverage);
    assert.ok(average >= 0.94 && average <= 0.96, `n ${n}: mean ${average}`);
    assert.ok(Math.min(...coverage) >= 0.89, `n ${n}: least ${Math.min(...coverage)}`);
  }
});

const tInterval = (scores: readonly number[], level: number) =>
  tIntervalAround(mean(scores), standardError(scores) ?? 0, scores.length - 1, level);
const logitTInterval = (scores: readonly number[], level: number) =>
  logitTIntervalAround(mean(scores), standardError(scores) ?? 0, scores.length - 1, level);

test('t and logit-t intervals of graded scores', () => {
  const scores = [0.2, 0.5, 0.9, 0.7, 0.6, 0.8, 0.95, 0.4];
  assertClose(mean(scores), 0.63125, 5);
  assertClose(standardError(scores), 0.0910933, 7);
  assertInterval(tInterval(scores, 0.95), [0.4158486, 0.8466514], 7);
  assertInterval(logitTInterval(scores, 0.95), [0.4042503, 0.8119839], 7);
});

test('logit-t stays inside (0,1) and mirrors', () => {
  const scores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 30 });
  fc.assert(
    fc.property(scores, (given) => {
      const ci = logitTInterval(given, 0.95);
      fc.pre(ci !== null && ci.low < ci.high && mean(given) > 1e-3 && mean(given) < 1 - 1e-3);
      assert.ok(ci.low >= 0 && ci.low <= mean(given) && mean(given) <= ci.high && ci.high <= 1);
      assertInterval(
        logitTInterval(
          given.map((s) => 1 - s),
          0.95,
        ),
        [1 - ci.high, 1 - ci.low],
        8,
      );
    }),
    PROPERTY_RUN,
  );
});

const CLUSTERED = [1, 1, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1];
const PASSAGES = [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4];

test('clustered errors of four passages of three questions', () => {
  assertClose(mean(CLUSTERED), 0.6666667, 7);
  assertClose(standardError(CLUSTERED), 0.1421338109, 10);
  const error = clusteredError(CLUSTERED, PASSAGES);
  assertClose(error?.se, 0.2357022604, 10);
  assertClose((error?.se ?? 0) * Math.sqrt(3 / 4), 0.2041241452, 10, 'without correction');
  assert.deepEqual([error?.df, error?.clusters], [3, 4]);
  assertClose(((error?.se ?? 0) / (standardError(CLUSTERED) ?? 1)) ** 2, 2.75, 8, 'design effect');
  assertInterval(tIntervalAround(mean(CLUSTERED), error?.se ?? 0, 3, 0.95), [-0.0834431, 1.4167765], 7);
});

test('with one item per cluster the clustered error is the plain one', () => {
  const own = A.map((_, i) => `item ${i}`);
  assertClose(clusteredError(A, own)?.se, standardError(A) ?? 0, 12);
});

test('one cluster has no error, and clusters must match the scores', () => {
  assert.equal(clusteredError([1, 0, 1], ['p', 'p', 'p']), null);
  assert.equal(clusteredError([], []), null);
  assert.throws(() => clusteredError([1, 0], ['p']), RangeError);
});

test('scores without spread get an interval as wide as Wilson gives all right or all wrong', () => {
  for (const n of [1, 5, 40]) {
    const { low, high } = wilsonInterval(n, n, 0.95);
    assertInterval(noSpreadInterval(1, n, 0.95, { low: 0, high: 1 }), [low, high], 12);
    const none = wilsonInterval(0, n, 0.95);
    assertInterval(noSpreadInterval(0, n, 0.95, { low: 0, high: 1 }), [none.low, none.high], 12);
  }
});
