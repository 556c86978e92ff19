import assert from 'node:assert/strict';
import test from 'node:test';
import { assertClose } from '../../test/support/assert-close.ts';
import { standardError } from './one-target.ts';
import { varianceOfMean } from './planning.ts';
import { createRandom } from './random.ts';
import { pooledGroupError, repeatSpread } from './repeats.ts';

test('the spread of items asked several times falls into two parts', () => {
  const spread = repeatSpread([
    [1, 0],
    [1, 1],
    [0, 0],
    [1, 1],
  ]);
  // Within: (½ + 0 + 0 + 0)/4; item means ½ 1 0 1 vary by 11/48.
  assertClose(spread?.withinItem, 1 / 8, 12);
  assertClose(spread?.betweenItems, 11 / 48 - 1 / 16, 12);
});

test('the parts give back the error of the mean over items', () => {
  const random = createRandom(7);
  const rows = Array.from({ length: 200 }, () => {
    const chance = random.fraction();
    return Array.from({ length: 4 }, () => (random.fraction() < chance ? 1 : 0));
  });
  const { betweenItems, withinItem } = repeatSpread(rows) ?? { betweenItems: 0, withinItem: 0 };
  const means = rows.map((row) => row.reduce<number>((sum, score) => sum + score, 0) / 4);
  assertClose(Math.sqrt(varianceOfMean(betweenItems, withinItem, 4, 200)), standardError(means) ?? 0, 12);
  // Chances spread evenly over [0,1]: Var(x) = 1/12 and E[σ²] = 1/6.
  assert.ok(Math.abs(betweenItems - 1 / 12) < 0.03 && Math.abs(withinItem - 1 / 6) < 0.03);
});

test('items that differ less than their repeats explain nothing; too little is refused', () => {
  const alike = [
    [0, 1],
    [1, 0],
    [0, 1],
  ];
  assert.equal(repeatSpread(alike)?.betweenItems, 0);
  assert.equal(repeatSpread([[0, 1]]), null);
  assert.throws(() => repeatSpread([[1], [0]]), RangeError);
  assert.throws(() => repeatSpread([[1, 0], [0]]), RangeError);
  assert.throws(() => repeatSpread([]), RangeError);
});

test('the pooled error of groups, as lm-evaluation-harness prints it', () => {
  // √((99·.04²·100 + 199·.03²·200)/(300 − 2)/300)
  assertClose(
    pooledGroupError([
      { se: 0.04, n: 100 },
      { se: 0.03, n: 200 },
    ]),
    Math.sqrt((15.84 + 35.82) / 298 / 300),
    12,
  );
  const se = standardError([1, 0, 1, 1]) ?? 0;
  assertClose(pooledGroupError([{ se, n: 4 }]), se, 12);
  assert.throws(() => pooledGroupError([{ se: 0, n: 1 }]), RangeError);
});
