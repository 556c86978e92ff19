import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { assertClose, assertInterval, PROPERTY_RUN } from '../../../test/support/assert-close.ts';
import { comparePairs, type PairedComparison, type PairedSettings } from './compare.ts';
import type { ClusterKey } from './one-sample.ts';
import { createRandom, decideComparison, estimateScore, tieInterval } from './statistics.ts';

function compare(
  a: readonly number[],
  b: readonly number[],
  { clusters = null, ...more }: Partial<PairedSettings> & { clusters?: readonly ClusterKey[] | null } = {},
): PairedComparison {
  const pairs = { a, b, onlyA: 0, onlyB: 0, clusters };
  return comparePairs(pairs, { binary: true, confidence: 0.95, margin: 0.05, ...more });
}

const graded = { binary: false } as const;
const ci = (result: PairedComparison) => ({
  low: result.ci_low ?? Number.NaN,
  high: result.ci_high ?? Number.NaN,
});
const tieCi = ({ basis }: PairedComparison) =>
  tieInterval(basis, 0.05) ?? { low: Number.NaN, high: Number.NaN };

/** Answers of two targets from the four cells of their table. */
function answers(bothRight: number, onlyA: number, onlyB: number, bothWrong: number): [number[], number[]] {
  const cells = [bothRight, onlyA, onlyB, bothWrong];
  const of = (values: number[]) => values.flatMap((value, i) => Array<number>(cells[i] ?? 0).fill(value));
  return [of([1, 1, 0, 0]), of([1, 0, 1, 0])];
}

test('right and wrong answers: McNemar mid-p with Tango, the tie interval at 90 %', () => {
  const result = compare(...answers(5, 2, 0, 3));
  // The correlation of the same ten answers in paired-means.test.ts.
  assertClose(result.correlation, 0.6546536707, 10);
  assert.deepEqual(
    {
      ...result,
      basis: null,
      correlation: 0,
      ci_low: 0,
      ci_high: 0,
      p_value: 0,
      n_needed: 0,
    },
    {
      needed_for: { winner: 37, tie: null },
      ...{ n: 10, dropped: 0, only_a: 0, only_b: 0, clusters: null, delta: 0.2, test: 'mcnemar_mid_p' },
      smallest_detectable_difference: 0.616,
      ...{ design_effect: null, icc: null, correlation: 0, basis: null },
      ...{ ci_low: 0, ci_high: 0, p_value: 0, n_needed: 0 },
    },
  );
  assertInterval(ci(result), [-0.133039, 0.509838], 6);
  assertInterval(tieCi(result), [ci(compare(...answers(5, 2, 0, 3), { confidence: 0.9 })).low, 0.46], 2);
  assertClose(result.p_value, 0.25, 12);
});

test('the tie interval is the interval at 1 − 2α', () => {
  for (const more of [{}, graded]) {
    const [a, b] = answers(60, 10, 4, 26);
    const { low, high } = ci(compare(a, b, { ...more, confidence: 0.9 }));
    assertInterval(tieCi(compare(a, b, more)), [low, high], 10);
  }
});

test('graded answers: the paired t test', () => {
  const result = compare([1, 0, 1, 1, 0, 1, 1, 0, 1, 1], [1, 0, 0, 1, 0, 1, 0, 0, 1, 1], graded);
  assert.equal(result.test, 'paired_t');
  assertClose(result.p_value, 0.1678506561, 10);
  assertInterval(ci(result), [-0.101620955, 0.501620955], 9);
});

const PASSAGES = Array.from({ length: 12 }, (_, i) => Math.floor(i / 3));

/** By t −.08344 to 1.41678, which leaves the range: mean 2/3, SE .235702, df 3, on the logit scale of (1 + d)/2. */
const LOGIT_OF_PASSAGES: [number, number] = [-0.497124, 0.973485];

test('items that share a passage: the clustered t test, also for right and wrong', () => {
  for (const binary of [true, false]) {
    const result = compare([1, 1, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1], Array(12).fill(0), {
      binary,
      clusters: PASSAGES,
    });
    assert.deepEqual([result.test, result.clusters, result.n], ['clustered_t', 4, 12]);
    assertInterval(ci(result), LOGIT_OF_PASSAGES, 6);
  }
  const unbounded = compare([1, 1, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1], Array(12).fill(0), {
    ...graded,
    clusters: PASSAGES,
    range: null,
  });
  assertInterval(ci(unbounded), [-0.0834431, 1.4167765], 7);
});

test('a win rate with ties by half has one interval, as a score and as a difference', () => {
  const outcome = fc.constantFrom(0, 0.5, 1);
  const games = fc.array(outcome, { minLength: 1, maxLength: 40 });
  const nearlyAllWon = Array.from({ length: 40 }, (_, i) => (i < 2 ? 0.5 : 1));
  fc.assert(
    fc.property(games, fc.boolean(), (scores, clustered) => {
      const clusters = scores.map((_, i) => (clustered ? Math.floor(i / 2) : i));
      const difference = compare(
        scores.map((score) => Number(score === 1)),
        scores.map((score) => Number(score === 0)),
        { clusters },
      );
      const binary = scores.every((score) => score !== 0.5);
      const rate = estimateScore({ scores, binary, halves: true, clusters, confidence: 0.95 });
      assertClose(((difference.delta ?? Number.NaN) + 1) / 2, rate.estimate ?? Number.NaN, 9);
      assertInterval(
        { low: (1 + ci(difference).low) / 2, high: (1 + ci(difference).high) / 2 },
        [rate.ci_low ?? Number.NaN, rate.ci_high ?? Number.NaN],
        9,
      );
      for (const { low, high } of [ci(difference), tieCi(difference)]) assert.ok(low >= -1 && high <= 1);
    }),
    { ...PROPERTY_RUN, examples: [[nearlyAllWon, true]] },
  );
});

test('clusters of one item each change nothing', () => {
  const own = Array.from({ length: 10 }, (_, i) => i);
  const [a, b] = answers(5, 2, 0, 3);
  assert.deepEqual(compare(a, b, { clusters: own }), compare(a, b));
});

const SETTINGS = { binary: true, confidence: 0.95, margin: 0.05 } as const;

test('items that only one of them has a score for are reported', () => {
  const result = comparePairs({ a: [0, 1], b: [0, 0], onlyA: 1, onlyB: 2, clusters: null }, SETTINGS);
  assert.deepEqual([result.n, result.dropped, result.only_a, result.only_b, result.delta], [2, 3, 1, 2, 0.5]);
});

test('nothing in common compares nothing', () => {
  const result = comparePairs({ a: [], b: [], onlyA: 1, onlyB: 1, clusters: null }, SETTINGS);
  assert.deepEqual(result, {
    ...{ n: 0, dropped: 2, only_a: 1, only_b: 1, clusters: null, delta: null, p_value: null, test: null },
    ...{ ci_low: null, ci_high: null, n_needed: null },
    needed_for: { winner: null, tie: null },
    smallest_detectable_difference: null,
    design_effect: null,
    icc: null,
    correlation: null,
    basis: null,
  });
});

test('without spread a graded comparison says what the same right and wrong answers say', () => {
  for (const n of [1, 6, 20, 100]) {
    for (const [left, right] of [
      [1, 1],
      [0, 0],
      [1, 0],
      [0, 1],
    ] as const) {
      const [a, b] = [Array<number>(n).fill(left), Array<number>(n).fill(right)];
      const [given, binary] = [compare(a, b, graded), compare(a, b)];
      assert.equal(given.test, 'no_spread');
      assertInterval(ci(given), [ci(binary).low, ci(binary).high], 10);
      assertInterval(tieCi(given), [tieCi(binary).low, tieCi(binary).high], 10);
      assertClose(given.p_value, left === right ? 1 : 2 * 0.5 ** n, 12);
    }
  }
});

test('differences that are only rounding are no spread', () => {
  const a = Array.from({ length: 20 }, (_, i) => (i % 2 ? 0.1 + 0.2 : 0.7));
  const b = Array.from({ length: 20 }, (_, i) => (i % 2 ? 0.3 : 0.7));
  const result = compare(a, b, graded);
  assert.deepEqual([result.test, result.delta, result.p_value], ['no_spread', 0, 1]);
});

test('thirds that cancel leave a difference of exactly 0', () => {
  const a = [1 / 3, 2 / 3, 1, 0, 1 / 3, 2 / 3];
  const b = [2 / 3, 1 / 3, 2 / 3, 1 / 3, 1, 0];
  assert.equal(compare(a, b, graded).delta, 0);
  // Passages whose differences cancel: no spread between them, and no evidence.
  const pairs = a.map((_, i) => Math.floor(i / 2));
  const clustered = compare(a, b, { ...graded, clusters: pairs });
  assert.deepEqual([clustered.test, clustered.clusters, clustered.p_value], ['no_spread', 3, 1]);
});

test('a quantity without bounds and without spread has no interval', () => {
  const result = compare([300, 300], [200, 200], { ...graded, range: null });
  assert.deepEqual(
    [result.delta, result.ci_low, tieInterval(result.basis, 0.05), result.n_needed],
    [100, null, null, null],
  );
  assert.equal(compare([300, 310, 290], [200, 215, 205], { ...graded, range: null }).test, 'paired_t');
});

test('one cluster cannot be tested by its spread', () => {
  const clusters = Array<string>(20).fill('one passage');
  const [a, b] = answers(5, 10, 2, 3);
  const result = compare(a, b, { ...graded, clusters });
  assert.deepEqual([result.test, result.clusters, result.p_value], ['no_spread', 1, 1]);
  assert.ok((result.ci_low ?? 0) < 0 && (result.ci_high ?? 0) > 0);
});

test('the smallest detectable difference follows the variance seen and the size of the family', () => {
  const pair = answers(60, 10, 4, 26);
  const [alone, among] = [compare(...pair), compare(...pair, { familySize: 10 })];
  assert.ok((alone.smallest_detectable_difference ?? 1) < (among.smallest_detectable_difference ?? 0));
  const means = compare(...pair, graded);
  const se = (ci(means).high - ci(means).low) / 2 / 1.984217;
  assertClose(means.smallest_detectable_difference, (1.959963985 + 0.841621234) * se, 6);
  assert.equal(compare([1, 1, 1], [0.5, 0.5, 0.5], graded).smallest_detectable_difference, null);
  // 20 clusters of 5: (t_{.975,19} + t_{.8,19})·SE.
  const few = compare(...pair, { ...graded, clusters: pair[0].map((_, i) => i % 20) });
  const clusteredSe = (ci(few).high - ci(few).low) / 2 / 2.093024;
  assertClose(few.smallest_detectable_difference, (2.093024 + 0.860951) * clusteredSe, 5);
});

test('n needed is at least one more item, and null when nothing would decide', () => {
  assert.equal(compare(...answers(60, 10, 4, 26)).n_needed, 303);
  assert.equal(compare(...answers(60, 10, 4, 26), { familySize: 10 }).n_needed, 515);
  assert.equal(compare(...answers(60, 0, 0, 0)).n_needed, 61);
  assert.equal(compare(...answers(60, 5, 5, 0), { margin: 0 }).n_needed, null);
});

test('impossible input is refused', () => {
  const cases: [string, () => unknown][] = [
    ['no score at all', () => compare([Number.NaN], [1], graded)],
    ['a confidence without a tie interval', () => compare([1], [1], { confidence: 0.5 })],
    ['a confidence in per cent', () => compare([1], [1], { confidence: 95 })],
  ];
  for (const [sentence, act] of cases) assert.throws(act, RangeError, sentence);
});

test('swapping A and B negates both intervals and keeps p, whatever the test', () => {
  const score = fc.integer({ min: 0, max: 4 }).map((k) => k / 4);
  const pairs = fc.array(fc.tuple(score, score), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(pairs, fc.boolean(), fc.boolean(), (given, binary, clustered) => {
      const of = (side: 0 | 1) => given.map((pair) => (binary ? Math.round(pair[side]) : pair[side]));
      const clusters = clustered ? given.map((_, i) => (i < 12 ? Math.floor(i / 3) : i)) : null;
      const more = { binary, clusters };
      const [there, back] = [compare(of(0), of(1), more), compare(of(1), of(0), more)];
      assertInterval(ci(back), [-ci(there).high, -ci(there).low], 10);
      assertInterval(tieCi(back), [-tieCi(there).high, -tieCi(there).low], 10);
      assertClose(back.p_value, there.p_value ?? -1, 12);
      assert.deepEqual([back.test, back.n_needed], [there.test, there.n_needed]);
      assert.ok(ci(there).low <= (there.delta ?? 9) && (there.delta ?? -9) <= ci(there).high);
    }),
    PROPERTY_RUN,
  );
});

test('the whole way: compared, then decided', () => {
  const rows: [string, [number, number, number, number], string][] = [
    ['a clear winner', [100, 60, 20, 20], 'better significant'],
    ['a clear loser', [100, 20, 60, 20], 'worse significant'],
    ['many equal answers', [700, 10, 10, 280], 'tie inside_margin'],
    ['a handful', [5, 5, 0, 0], 'undecided too_few_items'],
    ['a difference that may be chance', [60, 10, 4, 26], 'undecided interval_too_wide'],
    ['forty equal answers do not show a tie', [40, 0, 0, 0], 'undecided interval_too_wide'],
    ['sixty do', [60, 0, 0, 0], 'tie inside_margin'],
  ];
  for (const [sentence, cells, expected] of rows) {
    const result = compare(...answers(...cells));
    const { outcome, reason } = decideComparison({
      ...{ delta: result.delta, ci: ci(result), tie_ci: tieCi(result) },
      ...{ p_value: result.p_value, p_adjusted: result.p_value },
      ...{ alpha: 0.05, margin: 0.05, n: result.n, clusters: result.clusters },
    });
    assert.equal(`${outcome} ${reason}`, expected, sentence);
  }
});

test('clusters of copies have an intraclass correlation near 1, independent items one near 0', () => {
  const random = createRandom(7, 'clusters');
  const clusters = Array.from({ length: 400 }, (_, i) => Math.floor(i / 4));
  const draw = () => random.below(2);
  const copies = Array.from({ length: 100 }, () => [draw(), draw()] as const);
  const copied = compare(
    clusters.map((at) => copies[at]?.[0] ?? 0),
    clusters.map((at) => copies[at]?.[1] ?? 0),
    { binary: true, clusters },
  );
  assert.ok(Math.abs((copied.icc ?? 0) - 1) < 0.02, `${copied.icc}`);
  assert.ok(Math.abs((copied.design_effect ?? 0) - 4) < 0.06, `${copied.design_effect}`);
  const apart = compare(clusters.map(draw), clusters.map(draw), { binary: true, clusters });
  assert.ok(Math.abs(apart.icc ?? 1) < 0.1, `${apart.icc}`);
});
