import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadDocument } from '../../reading/reading.ts';
import { createChunkerClient } from './chunker-client.ts';

const DOCUMENT: ReadDocument = {
  kind: 'markdown',
  content: 'Refunds take five days.',
  marks: [],
  path: null,
  link: null,
};

test('the thread that cuts texts ends five seconds after the last one is given back, and another cuts the next', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const client = createChunkerClient();
  const cut = () => client.chunk([DOCUMENT], 10, () => {});
  try {
    const [first, second] = [await cut(), await cut()];
    first.release();
    t.mock.timers.tick(6_000);
    assert.equal((await second.chunks(0, 10)).length, 1, 'a text that is held keeps the thread');
    second.release();
    second.release();
    t.mock.timers.tick(6_000);
    await assert.rejects(second.chunks(0, 10), /No text is left to split|has ended/);
    const third = await cut();
    assert.equal((await third.chunks(0, 10)).length, 1);
  } finally {
    await client.stop();
  }
});
