import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { bigWorkspace, fillStorage, listedWorkspaces } from '../support/fill-storage.ts';
import { startService } from '../support/service.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

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
    const kept = await listedWorkspaces(again);
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
    const created = await fillStorage(service);
    assert.deepEqual(await listedWorkspaces(service), created.sort());
    const ready = await service.call('GET', '/readyz');
    assert.deepEqual([ready.status, ready.body.code], [503, 'not_ready']);
    assert.match(ready.body.detail, /disk is full/);
    assert.equal((await service.call('GET', '/healthz')).status, 200);

    rmSync(ballast);
    const again = await service.call('POST', '/workspaces', bigWorkspace());
    assert.equal(again.status, 201);
    assert.deepEqual(await listedWorkspaces(service), [...created, again.body.id].sort());
    await sleep(PROBE_EVERY_MS);
    assert.equal((await service.call('GET', '/readyz')).status, 200);
  } finally {
    await service.stop();
  }
}
