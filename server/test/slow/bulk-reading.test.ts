import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readInBulk } from './bulk-reading.ts';

test('mixed documents end as they must, and just the same when the service is killed four times', async () => {
  const { ready, failed, chunks, kills } = await readInBulk(300, 4, 1);
  assert.equal(ready + failed, 300);
  assert.ok(failed > 0 && chunks > ready);
  // When a kill comes follows from how long the calm run took; a machine that got quicker has nothing left at the last.
  assert.ok(kills.some(({ unfinished }) => unfinished > 0));
});
