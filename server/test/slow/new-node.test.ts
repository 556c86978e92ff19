import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postgresSkipReason } from '../support/postgres.ts';
import { startNewNode } from './new-node.ts';

test('a new API node makes its index before it is ready, and answers as the first in all modes', {
  skip: postgresSkipReason() ?? false,
}, async (t) => {
  const { chunks, readySeconds, equalSeconds } = await startNewNode(800);
  t.diagnostic(`ready after ${readySeconds} s, equal after ${equalSeconds} s`);
  assert.ok(chunks >= 600, `${chunks} chunks`);
});
