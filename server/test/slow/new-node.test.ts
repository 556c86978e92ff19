import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postgresSkipReason } from '../support/postgres.ts';
import { startNewNodes } from './new-node.ts';

test('a new API node takes the index from a snapshot, is ready sooner for it, and answers the same in all modes', {
  skip: postgresSkipReason() ?? false,
}, async () => {
  const { chunks, without, withSnapshot } = await startNewNodes(2500);
  assert.ok(chunks >= 2000, `${chunks} chunks`);
  assert.doesNotMatch(without.log, /a snapshot of a search index was taken/);
  assert.match(withSnapshot.log, /a snapshot of a search index was taken/);
  assert.ok(withSnapshot.equalSeconds < without.equalSeconds, JSON.stringify({ without, withSnapshot }));
});
