import assert from 'node:assert/strict';
import test from 'node:test';
import { assertClose, assertInterval } from '../../../test/support/assert-close.ts';
import { wilsonInterval } from './one-sample.ts';
import { positionBias, type SwappedPair, swappedOutcome } from './position-bias.ts';

test('a win counts only when both orders agree', () => {
  const rows: [SwappedPair, string][] = [
    [{ aFirst: 'first', bFirst: 'second' }, 'a'],
    [{ aFirst: 'second', bFirst: 'first' }, 'b'],
    [{ aFirst: 'first', bFirst: 'first' }, 'tie'],
    [{ aFirst: 'second', bFirst: 'second' }, 'tie'],
    [{ aFirst: 'first', bFirst: 'tie' }, 'tie'],
    [{ aFirst: 'tie', bFirst: 'tie' }, 'tie'],
  ];
  for (const [pair, expected] of rows) assert.equal(swappedOutcome(pair), expected, JSON.stringify(pair));
});

const times = (count: number, pair: SwappedPair) => Array.from({ length: count }, () => pair);

test('a judge that prefers the first answer has a position bias', () => {
  const pairs = [
    ...times(10, { aFirst: 'first', bFirst: 'second' }),
    ...times(6, { aFirst: 'first', bFirst: 'first' }),
    ...times(2, { aFirst: 'second', bFirst: 'second' }),
    ...times(2, { aFirst: 'tie', bFirst: 'tie' }),
  ];
  const found = positionBias(pairs, 0.95);
  assert.deepEqual([found?.pairs, found?.consistency, found?.decided], [20, 0.6, 36]);
  assertClose(found?.bias, 22 / 36 - 0.5, 12);
  const { low, high } = wilsonInterval(22, 36, 0.95);
  assertInterval(found?.bias_ci ?? null, [low - 0.5, high - 0.5], 12);
  assertInterval(
    found?.consistency_ci ?? null,
    [wilsonInterval(12, 20, 0.95).low, wilsonInterval(12, 20, 0.95).high],
    12,
  );
});

test('nothing but ties has no bias, nothing at all no answer', () => {
  const found = positionBias(times(3, { aFirst: 'tie', bFirst: 'tie' }), 0.95);
  assert.deepEqual([found?.consistency, found?.bias, found?.bias_ci], [1, null, null]);
  assert.equal(positionBias([], 0.95), null);
});
