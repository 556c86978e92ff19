import assert from 'node:assert/strict';
import test from 'node:test';
import { assertClose, assertInterval } from '../../../test/support/assert-close.ts';
import { agreementTable, cohenKappa, krippendorffAlpha } from './agreement.ts';

test("Cohen's κ of fifty items", () => {
  const found = cohenKappa(
    [
      [20, 5],
      [10, 15],
    ],
    0.95,
  );
  assert.equal(found?.n, 50);
  assertClose(found?.agreement, 0.7, 12);
  assertClose(found?.expected, 0.5, 12);
  assertClose(found?.kappa, 0.4, 12);
  assertClose(found?.se, 0.1296148, 7);
  assertInterval(found?.ci ?? null, [0.4 - 1.959963985 * 0.1296148, 0.4 + 1.959963985 * 0.1296148], 6);
});

test('κ is 1 for raters that always agree, 0 for a judge that gives everything the same grade', () => {
  const perfect = cohenKappa(
    [
      [3, 0],
      [0, 4],
    ],
    0.95,
  );
  assert.deepEqual([perfect?.kappa, perfect?.ci], [1, { low: 1, high: 1 }]);
  const constant = cohenKappa(
    [
      [30, 0],
      [20, 0],
    ],
    0.95,
  );
  assertClose(constant?.kappa, 0, 12);
  assert.equal(cohenKappa([[7]], 0.95), null);
  assert.equal(cohenKappa([], 0.95), null);
  assert.throws(() => cohenKappa([[1, 2]], 0.95), RangeError);
});

test('a table of agreement is counted from pairs', () => {
  const pairs = [
    ['good', 'good'],
    ['good', 'bad'],
    ['bad', 'bad'],
  ] as const;
  assert.deepEqual(agreementTable(pairs, ['good', 'bad']), [
    [1, 1],
    [0, 1],
  ]);
  assert.throws(() => agreementTable([['good', 'ugly']], ['good', 'bad']), RangeError);
});

/** Krippendorff 2011, section C: four observers, twelve units, some not rated; a column an item. */
const OBSERVERS = [
  [1, 2, 3, 3, 2, 1, 4, 1, 2, null, null, null],
  [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, null, 3],
  [null, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, null],
  [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, null],
];
const byItem = (observers: readonly (readonly (number | null)[])[]) =>
  (observers[0] ?? []).map((_, item) =>
    observers.flatMap((ratings) => (ratings[item] == null ? [] : [ratings[item] as number])),
  );

test("Krippendorff's α of his own examples", () => {
  assertClose(krippendorffAlpha(byItem(OBSERVERS), 'nominal'), 0.743, 3);
  assertClose(krippendorffAlpha(byItem(OBSERVERS), 'interval'), 0.849, 3);
  const two = [
    [0, 1, 0, 0, 0, 0, 0, 0, 1, 0],
    [1, 1, 1, 0, 0, 1, 0, 0, 0, 0],
  ];
  assertClose(krippendorffAlpha(byItem(two), 'nominal'), 0.095, 3);
});

test('α needs two different ratings of shared items', () => {
  assert.equal(krippendorffAlpha([[1], [2]], 'nominal'), null);
  assert.equal(
    krippendorffAlpha(
      [
        [1, 1],
        [1, 1],
      ],
      'nominal',
    ),
    null,
  );
  assert.equal(
    krippendorffAlpha(
      [
        [1, 1],
        [2, 2],
      ],
      'interval',
    ),
    1,
  );
});
