import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Service, startService } from './support/service.ts';
import { mountSmallDisk } from './support/small-disk.ts';

/** A probe is asked of the storage at most this often. */
const PROBE_EVERY_MS = 1000;

test('over HTTP a full disk is 507 for writes and 503 for /readyz; reads go on; it recovers when there is room', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-full-'));
  const small = mountSmallDisk(join(folder, 'small'));
  try {
    if ('skipped' in small) return t.skip(small.skipped);
    await fillAndRecover(small.path);
  } finally {
    if ('unmount' in small) small.unmount();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a start on a disk without any room says so, and one after room was made finds what was there', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-full-'));
  const small = mountSmallDisk(join(folder, 'small'));
  try {
    if ('skipped' in small) return t.skip(small.skipped);
    const place = { dataDir: small.path, url: undefined, remove: async () => {} };
    const first = await startService(place);
    const { body } = await first.call('POST', '/workspaces', { name: 'Kept' });
    await first.stop();
    const { bavail, bsize } = statfsSync(small.path);
    writeFileSync(join(small.path, 'ballast'), Buffer.alloc(bavail * bsize));
    await assert.rejects(startService(place), { code: 'storage_full', message: /free space/ });
    rmSync(join(small.path, 'ballast'));
    const again = await startService(place);
    const kept = await listed(again);
    await again.stop();
    assert.deepEqual(kept, [body.id]);
  } finally {
    if ('unmount' in small) small.unmount();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('in CI a small disk that cannot be mounted fails its test instead of skipping it', () => {
  // Nothing can be mounted over a file, whoever asks.
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-full-'));
  const path = join(folder, 'a-file', 'small');
  writeFileSync(join(folder, 'a-file'), '');
  try {
    assert.throws(() => mountSmallDisk(path, { CI: 'true' }), /must run in CI/);
    assert.ok('skipped' in mountSmallDisk(path, {}));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

async function fillAndRecover(dataDir: string): Promise<void> {
  const ballast = join(dataDir, 'ballast');
  writeFileSync(ballast, Buffer.alloc(1_500_000));
  const service = await startService({ dataDir, url: undefined, remove: async () => {} });
  try {
    const created = await fill(service);
    assert.deepEqual(await listed(service), created.sort());
    const ready = await service.call('GET', '/readyz');
    assert.deepEqual([ready.status, ready.body.code], [503, 'not_ready']);
    assert.match(ready.body.detail, /disk is full/);
    assert.equal((await service.call('GET', '/healthz')).status, 200);

    rmSync(ballast);
    const again = await service.call('POST', '/workspaces', big());
    assert.equal(again.status, 201);
    assert.deepEqual(await listed(service), [...created, again.body.id].sort());
    await sleep(PROBE_EVERY_MS);
    assert.equal((await service.call('GET', '/readyz')).status, 200);
  } finally {
    await service.stop();
  }
}

const big = () => ({ name: 'Big', description: 'x'.repeat(4000) });

/** Creates, several at once, until none of them fits; answers the ids that were acknowledged. */
async function fill(service: Service): Promise<string[]> {
  const created: string[] = [];
  for (let round = 0; round < 300; round++) {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => service.call('POST', '/workspaces', big())),
    );
    for (const { status, body } of answers) {
      if (status === 201) created.push(body.id);
      else assert.deepEqual([status, body.code], [507, 'storage_full']);
    }
    if (answers.every(({ status }) => status === 507)) return created;
  }
  assert.fail('the disk did not fill up');
}

async function listed(service: Service): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { status, body } = await service.call('GET', `/workspaces?limit=1000${query}`);
    assert.equal(status, 200);
    ids.push(...body.data.map(({ id }: { id: string }) => id));
    cursor = body.next_cursor;
  }
  return ids.sort();
}
