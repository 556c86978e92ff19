import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRelative } from '../../../test/support/assert-close.ts';
import { compareShares } from './shares.ts';

test('Fisher’s exact test of two shares, against sums of exact fractions', () => {
  const rows: [number, number, number, number, number][] = [
    [8, 10, 1, 10, 0.005477494641581329],
    [3, 10, 3, 10, 1],
    [0, 20, 5, 20, 0.04712404712404712],
    [42, 60, 0, 60, 4.4002831334527405e-18],
    [120, 1000, 80, 1000, 0.003564802762558972],
    [1, 15, 0, 15, 1],
    [500, 10_000, 410, 10_000, 0.0025121441916258675],
  ];
  for (const [a, nA, b, nB, p] of rows) {
    assertRelative(compareShares(a, nA, b, nB), p, 1e-9);
    assert.equal(compareShares(b, nB, a, nA), compareShares(a, nA, b, nB));
  }
});

test('a million answers take milliseconds, and none are no evidence', () => {
  assert.ok(compareShares(300_000, 1_000_000, 298_000, 1_000_000) < 0.01);
  assert.equal(compareShares(0, 0, 0, 0), 1);
  assert.equal(compareShares(0, 10, 0, 10), 1);
});

test('a value that is no share is refused', () => {
  assert.throws(() => compareShares(2, 1, 0, 1), RangeError);
  assert.throws(() => compareShares(0.5, 1, 0, 1), RangeError);
});
