import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { assertClose, assertInterval, PROPERTY_RUN } from '../../../test/support/assert-close.ts';
import { type Estimate, type EstimateInput, estimateScore } from './estimate.ts';

const estimate = (scores: readonly number[], more: Partial<EstimateInput> = {}): Estimate =>
  estimateScore({ scores, binary: false, confidence: 0.95, ...more });

const ci = ({ ci_low, ci_high }: Estimate) => ({ low: ci_low ?? Number.NaN, high: ci_high ?? Number.NaN });

const CLUSTERED = [1, 1, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1];
const PASSAGES = [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4];

test('each kind of score gets its interval', () => {
  const eight = [1, 1, 1, 1, 0, 1, 1, 0, 1, 1];
  const graded = [0.2, 0.5, 0.9, 0.7, 0.6, 0.8, 0.95, 0.4];
  const rows: [string, Estimate, Estimate['method'], [number, number]][] = [
    ['right and wrong', estimate(eight, { binary: true }), 'wilson', [0.490162, 0.943318]],
    ['all right', estimate([1, 1, 1, 1, 1], { binary: true }), 'wilson', [0.565518, 1]],
    ['graded', estimate(graded), 't', [0.415849, 0.846651]],
    ['graded, all right', estimate([1, 1, 1, 1, 1]), 'no_spread', [0.565518, 1]],
    ['one graded item, wrong', estimate([0]), 'no_spread', [0, 0.793451]],
    [
      'without bounds',
      estimate(CLUSTERED, { clusters: PASSAGES, range: null }),
      'clustered_t',
      [-0.083443, 1.416776],
    ],
  ];
  for (const [sentence, result, method, ends] of rows) {
    assert.equal(result.method, method, sentence);
    assertInterval(ci(result), ends, 6, sentence);
  }
});

test('near an end the logit keeps the interval inside', () => {
  const result = estimate([1, 1, 1, 1, 1, 1, 1, 1, 0.5, 1]);
  assert.equal(result.method, 'logit_t');
  assert.ok((result.ci_low ?? 0) > 0.6 && (result.ci_high ?? 2) < 1);
  const passages = estimate(CLUSTERED, { binary: true, clusters: PASSAGES });
  assert.equal(passages.method, 'clustered_logit_t');
  // Also where t would stay inside; a win rate has the interval of the difference that it stands for.
  const many = Array.from({ length: 5 }, () => CLUSTERED).flat();
  const clusters = many.map((_, i) => Math.floor(i / 3));
  assert.equal(estimate(many, { binary: true, clusters }).method, 'clustered_logit_t');
  assert.equal(estimate(many, { binary: true, halves: true, clusters }).method, 'clustered_t');
  assert.equal(estimate(many, { clusters }).method, 'clustered_t');
  assert.ok((passages.ci_low ?? -1) > 0 && (passages.ci_high ?? 2) < 1);
});

test('measures without a measurement are absent', () => {
  const nothing = { n: 0, estimate: null, ci_low: null, ci_high: null, method: null };
  assert.deepEqual(estimate([]), nothing);
  assert.deepEqual(estimate([5, 5], { range: null }), { ...nothing, n: 2, estimate: 5 });
  assert.throws(() => estimate([0.5], { binary: true }), RangeError);
  assert.throws(() => estimate([Number.NaN]), RangeError);
});

test('every interval holds its estimate, stays in [0,1] and mirrors', () => {
  const scores = fc.array(
    fc.integer({ min: 0, max: 4 }).map((k) => k / 4),
    { minLength: 1, maxLength: 40 },
  );
  fc.assert(
    fc.property(scores, fc.boolean(), fc.boolean(), (given, binary, clustered) => {
      const values = binary ? given.map(Math.round) : given;
      const more = { binary, ...(clustered ? { clusters: values.map((_, i) => Math.floor(i / 3)) } : {}) };
      const result = estimate(values, more);
      const { low, high } = ci(result);
      assert.ok(0 <= low && low <= (result.estimate ?? -1) + 1e-12, JSON.stringify(result));
      assert.ok((result.estimate ?? 2) <= high + 1e-12 && high <= 1, JSON.stringify(result));
      const mirrored = estimate(
        values.map((value) => 1 - value),
        more,
      );
      assertClose(mirrored.ci_low, 1 - high, 9);
      assertClose(mirrored.ci_high, 1 - low, 9);
    }),
    PROPERTY_RUN,
  );
});
