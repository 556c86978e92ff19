import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from '../support/word-text.ts';
import { killIndexing } from './kill-indexing.ts';

test('ten kills in the middle of indexing lose no acknowledged write, and index and database agree', async () => {
  const { lives, sources, chunks } = await killIndexing(10, seeded(1));
  assert.equal(lives.length, 10);
  assert.ok(sources > 0 && chunks > sources);
});
