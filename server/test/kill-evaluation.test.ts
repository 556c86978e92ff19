import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killEvaluation } from './kill-evaluation.ts';

test('three kills in the middle of an evaluation lose no answer and ask none again', async () => {
  const { lives, repeated, concurrency } = await killEvaluation(3);
  assert.equal(lives.length, 3);
  assert.ok(repeated <= concurrency * lives.length);
});
