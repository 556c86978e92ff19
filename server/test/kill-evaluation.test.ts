import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killEvaluation } from './kill-evaluation.ts';
import { onEachDatabase } from './support/each-database.ts';

onEachDatabase('kills in the middle of an evaluation', (place) => {
  test('lose no answer and ask none again', async () => {
    const { lives, repeated, concurrency } = await killEvaluation(await place(), 2);
    assert.equal(lives.length, 2);
    assert.ok(repeated <= concurrency * lives.length);
  });
});
