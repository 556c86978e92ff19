import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEachDatabase } from '../support/each-database.ts';
import { killBatches } from './kill-batches.ts';

onEachDatabase('kills in the middle of an evaluation in batches', (place) => {
  for (const kind of ['openai', 'anthropic'] as const) {
    test(`ask no item twice at ${kind}`, async () => {
      const { lives } = await killBatches(await place(), kind, 2);
      assert.equal(lives.length, 6);
    });
  }
});
