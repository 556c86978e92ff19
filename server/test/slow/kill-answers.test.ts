import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEachDatabase } from '../support/each-database.ts';
import { killAnswers } from './kill-answers.ts';

onEachDatabase('kills while a model writes answers', (place) => {
  test('leave each answer whole, or interrupted with what it had', async () => {
    const lives = await killAnswers(await place(), 3);
    assert.equal(lives.length, 3);
  });
});
