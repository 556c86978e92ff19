import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderByWeights, readWeights, weightsText } from './weights.ts';

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
  assert.equal(weightsText({ quality: 0.4, cost: 1 / 3 }), 'quality:0.4,cost:0.33');
  assert.deepEqual(readWeights('quality:0.4,cost:0.33', ['quality', 'cost']), { quality: 0.4, cost: 0.33 });
  for (const text of ['', 'quality', 'quality:', 'quality:x', 'quality:2', 'quality:-1', 'other:0.5', ':1']) {
    assert.deepEqual(readWeights(text, ['quality']), {}, text);
  }
});
