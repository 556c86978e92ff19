import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killWhileWriting } from './kill-writes.ts';

test('SIGKILL while writes run loses no acknowledged batch and tears none', async () => {
  const { idle, acknowledged, lost, torn } = await killWhileWriting(10);
  assert.equal(idle, 0);
  assert.ok(acknowledged >= 3);
  assert.deepEqual([lost, torn], [[], []]);
});
