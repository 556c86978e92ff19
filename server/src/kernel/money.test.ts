import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatUsd, parseUsd, toPicodollars, toUsdNumber } from './money.ts';

const AMOUNTS: [string | number, bigint | null][] = [
  ['0', 0n],
  ['1', 1_000_000_000_000n],
  ['12.50', 12_500_000_000_000n],
  [0.1, 100_000_000_000n],
  [3e-7, 300_000n],
  ['.5', 500_000_000_000n],
  ['-0.000000000001', -1n],
  ['0.0000000000001', null], // finer than the unit
  ['1,000', null],
  ['', null],
  ['.', null],
  ['$5', null],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
  ['1e999999999', null],
];

test('an amount in USD is read exactly or not at all', () => {
  for (const [text, expected] of AMOUNTS) assert.equal(parseUsd(text), expected, String(text));
});

test('an amount is written without trailing zeros', () => {
  assert.equal(formatUsd(0n), '0');
  assert.equal(formatUsd(1n), '0.000000000001');
  assert.equal(formatUsd(-12_500_000_000_000n), '-12.5');
  assert.equal(toUsdNumber(2_500_000n), 0.0000025);
});

test('every amount survives being written and read', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), (n) => parseUsd(formatUsd(n)) === n),
  );
});

test('an amount in USD with six places is exactly so many 10⁻¹² USD, up to thousands', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_000_000_000 }), (millionths) => {
      const usd = millionths / 1e6;
      assert.equal(toPicodollars(usd), Number(parseUsd(usd)));
    }),
  );
});
