import assert from 'node:assert/strict';
import test from 'node:test';
import { assertClose, assertInterval } from '../../../test/support/assert-close.ts';
import { pearson, spearman } from './correlation.ts';

test("Anscombe's first set: r = .816", () => {
  const x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5];
  const y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
  const pairs = x.map((value, i) => [value, y[i] as number] as const);
  const found = pearson(pairs, 0.95);
  assertClose(found?.r, 0.81642, 5);
  const half = 1.959963985 / Math.sqrt(8);
  assertInterval(
    found?.ci ?? null,
    [Math.tanh(Math.atanh(found?.r ?? 0) - half), Math.tanh(Math.atanh(found?.r ?? 0) + half)],
    9,
  );
  assertClose(spearman(pairs, 0.95)?.r, 0.818181818, 9);
});

test('ranks see a rise that is not straight, ties share ranks, and no spread has no correlation', () => {
  const rising = [1, 10, 100, 1000, 10_000].map((length, i) => [length, i] as const);
  assertClose(spearman(rising, 0.95)?.r, 1, 12);
  assert.ok((pearson(rising, 0.95)?.r ?? 1) < 0.8);
  // Ranks 1.5 1.5 3 against 1 2 3: r = √3/2.
  const tied = [
    [5, 0.1],
    [5, 0.2],
    [9, 0.3],
  ] as const;
  assertClose(spearman(tied, 0.95)?.r, Math.sqrt(3) / 2, 12);
  assert.equal(spearman(tied, 0.95)?.ci, null);
  assert.equal(pearson([[1, 2]], 0.95), null);
  assert.equal(
    pearson(
      [
        [1, 0.1 + 0.2],
        [2, 0.3],
      ],
      0.95,
    ),
    null,
  );
});

test('the correlation of more pairs than fit on the stack', () => {
  const pairs = Array.from({ length: 200_000 }, (_, i) => [i % 2000, (i % 2000) / 2] as const);
  assertClose(spearman(pairs, 0.95)?.r, 1, 9);
});
