import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type ServeProcess, startServe } from '../support/cli-process.ts';
import { onDisk, type TestPlace } from '../support/each-database.ts';
import { longestGetMs, measureGets } from '../support/get-latency.ts';
import { largeBodies, sendLarge } from '../support/large-bodies.ts';

// On a quiet machine the service answers within some milliseconds meanwhile: `bench/stalls.ts`.
describe('large bodies', () => {
  let place: TestPlace;
  let service: ServeProcess;
  let workspaceId: string;

  before(async () => {
    place = onDisk(undefined, async () => {});
    service = await startServe(['--data-dir', place.dataDir, '--log-level', 'error']);
    const made = await fetch(`${service.url}/workspaces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"Large bodies"}',
    });
    ({ id: workspaceId } = (await made.json()) as { id: string });
  });
  after(async () => {
    await service.stop();
    await place.remove();
  });

  for (const [i, { what, status, code }] of largeBodies('').entries()) {
    test(`${what} is ${status}, and no other request waits for it`, async () => {
      const health = measureGets([`${service.url}/healthz`]);
      const large = largeBodies(workspaceId)[i];
      assert.ok(large);
      const answer = await sendLarge(service.url, large);
      const { most, stoodStill } = await health.stop();
      assert.deepEqual(answer, { status, code });
      assert.ok(most < longestGetMs() + stoodStill, `/healthz took ${most} ms`);
    });
  }
});
