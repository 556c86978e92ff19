import assert from 'node:assert/strict';
import test from 'node:test';
import { assertClose, assertInterval } from '../../test/support/assert-close.ts';
import { allResamples, bcaBootstrap, percentileBootstrap, randomResamples } from './bootstrap.ts';
import { mean } from './one-target.ts';
import { createRandom } from './random.ts';

const X = [2, 4, 4, 7, 13];
const everything = () => ({ items: X, statistic: mean, resamples: allResamples(5), confidence: 0.95 });

test('all resamples of five items are 3125 different ones', () => {
  const seen = new Set([...allResamples(5)].map((indices) => indices.join()));
  assert.equal(seen.size, 3125);
  assert.throws(() => [...allResamples(0)], RangeError);
  assert.throws(() => [...allResamples(8)], RangeError);
});

test('the percentile interval by exhaustive enumeration', () => {
  const { estimate, se, ci } = percentileBootstrap(everything());
  assert.equal(estimate, 6);
  assertClose(se, 1.7204651, 7);
  assertInterval(ci, [3.2, 9.6], 10);
});

test('BCa by exhaustive enumeration', () => {
  const result = bcaBootstrap(everything());
  assertClose(result?.z0, -0.0076202, 7);
  assertClose(result?.acceleration, 0.0691202, 7);
  assertInterval(result?.levels ?? null, [0.0409604, 0.9877528], 7);
  assertInterval(result?.ci ?? null, [3.2, 10], 10);
});

test('BCa with mid-rank bias', () => {
  const result = bcaBootstrap(everything(), { bias: 'mid-rank' });
  assertClose(result?.z0, 0.0907641, 7);
  assertInterval(result?.ci ?? null, [3.6, 10.697743], 6);
});

test('mid-rank BCa mirrors when every value is negated', () => {
  const there = bcaBootstrap(everything(), { bias: 'mid-rank' });
  const back = bcaBootstrap({ ...everything(), items: X.map((x) => -x) }, { bias: 'mid-rank' });
  assertInterval(back?.ci ?? null, [-(there?.ci.high ?? 0), -(there?.ci.low ?? 0)], 9);
});

test('where BCa is undefined it says so instead of inventing an interval', () => {
  assert.equal(bcaBootstrap({ ...everything(), items: [3, 3, 3, 3, 3] }), null);
  const one = () => ({ items: [3], statistic: mean, resamples: allResamples(1), confidence: 0.95 });
  assert.equal(bcaBootstrap(one(), { bias: 'mid-rank' }), null);
  assertInterval(percentileBootstrap(one()).ci, [3, 3], 12);
});

test('nothing to resample is refused', () => {
  assert.throws(() => percentileBootstrap({ ...everything(), items: [] }), RangeError);
  assert.throws(() => percentileBootstrap({ ...everything(), resamples: [] }), RangeError);
});

test('random resamples repeat with the seed and come near the exhaustive answer', () => {
  const drawn = (seed: number) => ({
    ...everything(),
    resamples: randomResamples(createRandom(seed), 5, 4000),
  });
  assert.deepEqual(percentileBootstrap(drawn(1)), percentileBootstrap(drawn(1)));
  assert.notDeepEqual(percentileBootstrap(drawn(1)), percentileBootstrap(drawn(2)));
  assert.ok(Math.abs(percentileBootstrap(drawn(1)).se - 1.7204651) < 0.1);
});

test('whole clusters can be resampled', () => {
  const clusters = [
    [1, 1, 1],
    [0, 0, 0],
    [1, 1, 0],
    [1, 1, 1],
  ];
  const statistic = (drawn: readonly number[][]) => mean(drawn.flat());
  const { se } = percentileBootstrap({
    items: clusters,
    statistic,
    resamples: allResamples(4),
    confidence: 0.95,
  });
  // Without the correction C/(C−1) the clustered error of equal clusters is the bootstrap's.
  assertClose(se, 0.2041241452, 10);
});
