import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdtempSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { onDisk } from '../support/each-database.ts';
import { bigWorkspace, fillStorage, listedWorkspaces } from '../support/fill-storage.ts';
import { startPrivatePostgres } from '../support/postgres.ts';
import { startService } from '../support/service.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

/** A new database takes 8 MB. */
const DISK_MB = 32;
const LEFT_BYTES = 1_000_000;

// A server of its own: checkpoints fail while it cannot write, and other tests would wait for them.
test('over HTTP a full PostgreSQL is 507 for writes; reads go on; it recovers when there is room', async (t) => {
  const server = await startPrivatePostgres();
  if ('skipped' in server) return t.skip(server.skipped);
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-full-'));
  const small = mountSmallDisk(join(folder, 'small'));
  try {
    if ('skipped' in small) return t.skip(small.skipped);
    small.enlarge(DISK_MB);
    await fillAndRecover(await databaseOn(server.url, small.path), small.path);
  } finally {
    await server.stop();
    if ('unmount' in small) small.unmount();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** A database whose tables are on the small disk, in a tablespace; the log of the server stays where it was. */
async function databaseOn(server: string, path: string): Promise<string> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    const { rows } = await client.query('SHOW data_directory');
    // The server is another user.
    const { uid, gid } = statSync(String(rows[0].data_directory));
    chmodSync(dirname(path), 0o711);
    chownSync(path, uid, gid);
    await client.query(`CREATE TABLESPACE small LOCATION '${path}'`);
    await client.query('CREATE DATABASE touchstone TEMPLATE template0 TABLESPACE small');
  } finally {
    await client.end();
  }
  const url = new URL(server);
  url.pathname = '/touchstone';
  return url.href;
}

async function fillAndRecover(url: string, path: string): Promise<void> {
  const service = await startService(onDisk(url, async () => {}));
  try {
    const ballast = join(path, 'ballast');
    const { bavail, bsize } = statfsSync(path);
    writeFileSync(ballast, Buffer.alloc(bavail * bsize - LEFT_BYTES));
    const created = await fillStorage(service);
    assert.ok(created.length > 0);
    assert.deepEqual(await listedWorkspaces(service), created.sort());
    assert.equal((await service.call('GET', '/healthz')).status, 200);

    rmSync(ballast);
    const again = await service.call('POST', '/workspaces', bigWorkspace());
    assert.equal(again.status, 201);
    assert.deepEqual(await listedWorkspaces(service), [...created, again.body.id].sort());
  } finally {
    await service.stop();
  }
}
