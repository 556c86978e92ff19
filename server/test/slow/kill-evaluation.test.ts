import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEachDatabase } from '../support/each-database.ts';
import { killEvaluation } from './kill-evaluation.ts';

onEachDatabase('kills in the middle of an evaluation', (place) => {
  test('lose no answer and ask none again', async () => {
    const { lives, repeated, concurrency } = await killEvaluation(await place(), 6);
    assert.equal(lives.length, 6);
    assert.ok(repeated <= concurrency * lives.length);
  });
});
