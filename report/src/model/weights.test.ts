import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isTiedAtTop,
  orderByWeights,
  readWeights,
  sharesInPercent,
  weightsText,
  withShare,
} from './weights.ts';

const row = (label: string, utilities: Record<string, number>) => ({ label, utilities }) as never;
const ORDER = [row('small', { quality: 0.7, cost: 0.9 }), row('large', { quality: 0.9, cost: 0.2 })];

test('candidates are ordered by the weighted mean of their utilities, whatever the weights add up to', () => {
  assert.deepEqual(orderByWeights(ORDER, { quality: 0.5, cost: 0.5 }), [
    { label: 'small', score: 0.8 },
    { label: 'large', score: 0.55 },
  ]);
  assert.equal(orderByWeights(ORDER, { quality: 0.2, cost: 0.02 })[0]?.label, 'large');
  assert.deepEqual(
    orderByWeights(ORDER, { quality: 0, cost: 0 }).map(({ score }) => score),
    [0, 0],
  );
});

test('weights go into an address and come back; what does not belong there is left out', () => {
  assert.equal(weightsText({ quality: 0.4, cost: 1 / 3 }), 'quality:0.4,cost:0.333333');
  assert.deepEqual(readWeights('quality:0.4,cost:0.33', ['quality', 'cost']), { quality: 0.4, cost: 0.33 });
  for (const text of ['', 'quality', 'quality:', 'quality:x', 'quality:2', 'quality:-1', 'other:0.5', ':1']) {
    assert.deepEqual(readWeights(text, ['quality']), {}, text);
  }
});

test('one share is set and the others keep their proportions; the usual ones where all of them are 0', () => {
  const usual = { quality: 0.5, cost: 0.3, latency: 0.2 };
  assert.deepEqual(
    weightsText(withShare(usual, 'quality', 0.6, usual)),
    'quality:0.6,cost:0.24,latency:0.16',
  );
  const all = withShare(usual, 'quality', 1, usual);
  assert.deepEqual(weightsText(all), 'quality:1,cost:0,latency:0');
  assert.deepEqual(weightsText(withShare(all, 'quality', 0.5, usual)), weightsText(usual));
  assert.deepEqual(withShare({ quality: 1 }, 'quality', 0.4, { quality: 1 }), { quality: 0.4 });
});

test('shares print as 100 % together, whatever is rounded', () => {
  assert.deepEqual(sharesInPercent({ a: 1 / 3, b: 1 / 3, c: 1 / 3 }), {
    a: '33.4 %',
    b: '33.3 %',
    c: '33.3 %',
  });
  assert.deepEqual(sharesInPercent({ a: 0.4, b: 0.2, c: 0.3, d: 0.1 }), {
    a: '40.0 %',
    b: '20.0 %',
    c: '30.0 %',
    d: '10.0 %',
  });
  assert.deepEqual(sharesInPercent({ a: 0, b: 0 }), { a: '0.0 %', b: '0.0 %' });
});

test('at the weight where the order flips the first two are level, on either side one of them is first', () => {
  const usual = { quality: 0.5, cost: 0.5 };
  // small 0.7 q + 0.9 c, large 0.9 q + 0.2 c: level where 0.2 q = 0.7 c.
  const firstAt = (share: number) => orderByWeights(ORDER, withShare(usual, 'quality', share, usual));
  assert.equal(isTiedAtTop(firstAt(7 / 9)), true);
  assert.equal(isTiedAtTop(firstAt(7 / 9 + 0.001)), false);
  assert.equal(firstAt(7 / 9 - 0.001)[0]?.label, 'small');
  assert.equal(firstAt(7 / 9 + 0.001)[0]?.label, 'large');
});
