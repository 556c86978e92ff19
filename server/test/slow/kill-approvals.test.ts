import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEachDatabase } from '../support/each-database.ts';
import { killApprovals } from './kill-approvals.ts';

onEachDatabase('kills while people approve', (place) => {
  test('leave each request approved and carried out once, or pending and not begun', async () => {
    const lives = await killApprovals(await place(), 4);
    assert.equal(lives.length, 4);
  });
});
