import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertClose } from '../../../test/support/assert-close.ts';
import { passHat } from './pass-hat.ts';

/** Counts the subsets of k runs, the first c of which solved the task, that hold only solved ones. */
function counted(c: number, n: number, k: number): number {
  let all = 0;
  let solved = 0;
  for (let mask = 0; mask < 2 ** n; mask++) {
    const runs = Array.from({ length: n }, (_, i) => i).filter((i) => mask & (1 << i));
    if (runs.length !== k) continue;
    all++;
    if (runs.every((i) => i < c)) solved++;
  }
  return solved / all;
}

describe('pass^k of a task', () => {
  test('is the share of the subsets of k runs that were all solved, for every c and k of up to 8 runs', () => {
    for (let n = 1; n <= 8; n++) {
      for (let c = 0; c <= n; c++) {
        for (let k = 1; k <= n; k++) assertClose(passHat(c, n, k), counted(c, n, k), 12);
      }
    }
  });

  test('is c/n for k = 1, and 0 where fewer than k runs solved it', () => {
    assert.equal(passHat(3, 4, 1), 0.75);
    assert.equal(passHat(2, 5, 3), 0);
    assert.equal(passHat(1000, 1000, 1000), 1);
  });

  test('is refused for more runs than there are', () => {
    for (const [c, n, k] of [
      [1, 2, 3],
      [3, 2, 1],
      [1, 2, 0],
      [-1, 2, 1],
      [1, 2.5, 1],
    ] as const) {
      assert.throws(() => passHat(c, n, k), RangeError);
    }
  });
});
