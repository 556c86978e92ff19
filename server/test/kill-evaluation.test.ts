import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killEvaluation } from './kill-evaluation.ts';
import { inPlace } from './support/in-place.ts';

test('three kills in the middle of an evaluation lose no answer and ask none again', async () => {
  const { lives, repeated, concurrency } = await inPlace('sqlite', (place) => killEvaluation(place, 3));
  assert.equal(lives.length, 3);
  assert.ok(repeated <= concurrency * lives.length);
});
