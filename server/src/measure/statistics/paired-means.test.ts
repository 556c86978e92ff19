import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { assertClose, assertInterval, PROPERTY_RUN } from '../../../test/support/assert-close.ts';
import { standardError } from './one-sample.ts';
import { pairedDifference, pairedDifferences } from './paired-means.ts';

const A = [1, 0, 1, 1, 0, 1, 1, 0, 1, 1];
const B = [1, 0, 0, 1, 0, 1, 0, 0, 1, 1];

test('the paired difference of ten answers', () => {
  const d = pairedDifferences(A, B);
  const result = pairedDifference(d, 0.95);
  assertClose(result?.mean, 0.2, 12);
  assertClose((result?.se ?? 0) * Math.sqrt(10), 0.4216370214, 10, 'sd');
  assertClose(result?.se, 0.1333333333, 10);
  assertClose(result?.t, 1.5, 12);
  assert.equal(result?.df, 9);
  assertClose(result?.p, 0.1678506561, 10);
  assertInterval(result?.ci ?? null, [-0.101620955, 0.501620955], 9);
});

test('the paired error is √(SE_A² + SE_B² − 2ρ·SE_A·SE_B)', () => {
  const [seA, seB] = [standardError(A) ?? 0, standardError(B) ?? 0];
  const se = pairedDifference(pairedDifferences(A, B), 0.95)?.se ?? 0;
  assertClose((seA ** 2 + seB ** 2 - se ** 2) / (2 * seA * seB), 0.6546536707, 10, 'ρ');
});

test('clusters widen the paired difference and lower its degrees of freedom', () => {
  const d = [1, 1, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1];
  const passages = d.map((_, i) => Math.floor(i / 3));
  const result = pairedDifference(d, 0.95, passages);
  assertClose(result?.se, 0.2357022604, 10);
  assert.deepEqual([result?.df, result?.clusters, result?.n], [3, 4, 12]);
  assertInterval(result?.ci ?? null, [-0.0834431, 1.4167765], 7);
});

test('one item, one cluster or no spread leave nothing to test', () => {
  assert.equal(pairedDifference([], 0.95), null);
  assert.equal(pairedDifference([1], 0.95), null);
  assert.equal(pairedDifference([0.5, 0.5, 0.5], 0.95), null);
  assert.equal(pairedDifference([1, 0, 1], 0.95, ['p', 'p', 'p']), null);
  assert.equal(pairedDifference(pairedDifferences([0.1 + 0.2, 0.7, 0.3], [0.3, 0.7, 0.1 + 0.2]), 0.95), null);
});

test('scores that cannot be paired are refused', () => {
  assert.throws(() => pairedDifferences([1], []), RangeError);
  assert.throws(() => pairedDifferences([1, Number.NaN], [1, 1]), RangeError);
});

const SMALL = [1.1, -0.3, 0.4, 0.9, -0.2, 0.7, 1.5, -0.1];

test('eight differences by t', () => {
  const result = pairedDifference(SMALL, 0.95);
  assertClose(result?.t, 2.1389632, 7);
  assertClose(result?.p, 0.069741, 7);
});

/** Quarters, so that sums are exact and ties and zeros are common. */
const quarters = fc.array(
  fc.integer({ min: -6, max: 6 }).map((k) => k / 4),
  { minLength: 1, maxLength: 10 },
);

test('swapping A and B negates the difference and keeps every p', () => {
  fc.assert(
    fc.property(quarters, (d) => {
      const back = d.map((value) => 0 - value);
      const [there, again] = [pairedDifference(d, 0.9), pairedDifference(back, 0.9)];
      assert.equal(there === null, again === null);
      if (there && again) {
        assertInterval(again.ci, [-there.ci.high, -there.ci.low], 12);
        assertClose(again.p, there.p, 12);
        assert.ok(there.ci.low <= there.mean && there.mean <= there.ci.high);
      }
    }),
    PROPERTY_RUN,
  );
});
