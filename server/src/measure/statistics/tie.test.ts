import assert from 'node:assert/strict';
import test from 'node:test';
import { assertClose } from '../../../test/support/assert-close.ts';
import { intervalFromBasis } from './compare.ts';
import { normalQuantile } from './distributions.ts';
import { tieInterval, tiePValue } from './tie.ts';

const tango = (bothRight: number, onlyA: number, onlyB: number, bothWrong: number) => ({
  by: 'tango' as const,
  counts: { bothRight, onlyA, onlyB, bothWrong },
});

test('the interval that decides a tie is the one at 1 − 2·level', () => {
  const basis = tango(60, 10, 4, 26);
  assert.deepEqual(tieInterval(basis, 0.05), intervalFromBasis(basis, 0.9));
  assert.deepEqual(tieInterval(basis, 0.05 / 6), intervalFromBasis(basis, 1 - 0.1 / 6));
  assert.equal(tieInterval(null, 0.05), null);
});

test('the p-value of a tie is the level at which its interval reaches the margin', () => {
  const aim = { margin: 0.1, alpha: 0.05, familySize: 50 };
  const basis = {
    by: 't' as const,
    mean: 0.02,
    se: 0.03,
    df: 1e7,
    concentration: null,
    skew: 0,
    reach: null,
  };
  // The nearer end, 0.02 + z·0.03, is at 0.1 where z is 8/3; P(Z > 8/3) = 0.0038304.
  assertClose(tiePValue(basis, aim), 0.0038304, 5);
  assertClose(normalQuantile(1 - tiePValue(basis, aim)), 8 / 3, 2);
  assert.equal(tiePValue({ ...basis, mean: 0.06 }, aim), 1);
  assert.equal(tiePValue({ ...basis, se: 0.001 }, aim), 0.001);
  assert.equal(tiePValue(null, aim), 1);
});

test('without a discordant item 52 show a tie alone, and 109 among six', () => {
  for (const [familySize, items] of [
    [1, 52],
    [6, 109],
  ] as const) {
    const p = (n: number) => tiePValue(tango(n, 0, 0, 0), { margin: 0.05, alpha: 0.05, familySize });
    assert.ok(p(items) <= 0.05 / familySize && p(items - 1) > 0.05 / familySize, String(familySize));
  }
});
