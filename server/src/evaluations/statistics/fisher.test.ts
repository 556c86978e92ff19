import assert from 'node:assert/strict';
import test from 'node:test';
import { assertClose } from './assert-close.ts';
import { fisherExact } from './fisher.ts';

const share = (successes: number, n: number) => ({ successes, n });

test('17 of 20 against 12 of 20, and the lady tasting tea', () => {
  // By whole numbers: 2 Σ C(20,x)·C(20,29−x)/C(40,29), x = 9 to 12.
  assertClose(fisherExact(share(17, 20), share(12, 20)), 0.1551874455, 10);
  // Fisher 1935: 3 of 4 cups of each kind told apart, (16 + 1 + 16 + 1)/70.
  assertClose(fisherExact(share(3, 4), share(1, 4)), 34 / 70, 12);
  assertClose(fisherExact(share(4, 4), share(0, 4)), 2 / 70, 12);
});

test('equal and empty samples are no evidence, the order does not matter, impossible counts are refused', () => {
  assertClose(fisherExact(share(5, 10), share(5, 10)), 1, 12);
  assert.equal(fisherExact(share(0, 0), share(3, 10)), 1);
  assert.equal(fisherExact(share(0, 0), share(0, 0)), 1);
  for (const [a, b, c, d] of [
    [3, 9, 8, 11],
    [0, 400, 9, 500],
    [90_000, 100_000, 90_400, 100_000],
  ] as const) {
    const [there, back] = [fisherExact(share(a, b), share(c, d)), fisherExact(share(c, d), share(a, b))];
    assertClose(there, back, 9);
    assert.ok(there > 0 && there < 1);
  }
  assert.throws(() => fisherExact(share(3, 2), share(0, 1)), RangeError);
});
