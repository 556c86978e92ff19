import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { unlessAborted } from './unless-aborted.ts';

const OVER = new Error('over');

test('a promise that fails after the signal was aborted is no unhandled rejection', async () => {
  const before = AbortSignal.abort(OVER);
  await assert.rejects(unlessAborted(Promise.reject(new Error('late')), before), OVER);
  const later = new AbortController();
  const waiting = unlessAborted(
    sleep(20).then(() => {
      throw new Error('later still');
    }),
    later.signal,
  );
  later.abort(OVER);
  await assert.rejects(waiting, OVER);
  // Node's runner fails a test during which a rejection stays unhandled.
  await sleep(40);
});
