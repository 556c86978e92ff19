import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killIndexing } from './kill-indexing.ts';
import { seeded } from './support/word-text.ts';

test('three kills in the middle of indexing lose no acknowledged write, and index and database agree', async () => {
  const { lives, sources, chunks } = await killIndexing(3, seeded(1));
  assert.equal(lives.length, 3);
  assert.ok(sources > 0 && chunks > sources);
});
