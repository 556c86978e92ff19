import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  add,
  compareRationals,
  divide,
  formatRational,
  multiply,
  parseDecimal,
  rational,
  rationalFromNumber,
  rationalToFixed,
  subtract,
} from './rational.ts';

const read = (text: string) => {
  const value = parseDecimal(text);
  assert.ok(value, text);
  return value;
};

test('sums that doubles get wrong are exact', () => {
  assert.equal(compareRationals(add(read('0.1'), read('0.2')), read('0.3')), 0);
  assert.equal(formatRational(multiply(read('1.1'), read('1.1'))), '1.21');
  assert.equal(formatRational(subtract(read('9007199254740993'), read('1'))), '9007199254740992');
  assert.equal(formatRational(divide(read('1'), read('3'))), '1/3');
  assert.equal(formatRational(divide(read('-1'), read('8'))), '-0.125');
});

test('a text that is not a plain decimal is refused', () => {
  for (const text of ['', '.', 'e5', '1,000', '0x10', 'NaN', ' 5', '1e99999', '9'.repeat(500)]) {
    assert.equal(parseDecimal(text), null, text);
  }
  assert.equal(formatRational(read('1.50e3')), '1500');
});

test('dividing by zero throws', () => {
  assert.throws(() => rational(1n, 0n), RangeError);
  assert.throws(() => divide(read('1'), read('0')), RangeError);
});

test('toFixed rounds halves away from zero, and shows no negative nothing', () => {
  assert.deepEqual(
    [
      rationalFromNumber(0.125),
      rationalFromNumber(-0.125),
      rationalFromNumber(2),
      rationalFromNumber(-0.001),
    ].map((value) => rationalToFixed(value, 2)),
    ['0.13', '-0.13', '2.00', '0.00'],
  );
});
