import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { onDisk } from '../../../test/support/each-database.ts';
import { takeBackupInProcess } from './backup-process.ts';

test('a backup that is stopped ends with the reason', async (t) => {
  const { dataDir, remove } = onDisk(undefined, async () => {});
  t.after(remove);
  const stop = new AbortController();
  const place = { dataDir, databaseUrl: undefined, env: process.env };
  const taking = takeBackupInProcess({ place, into: join(dataDir, 'backups') }, stop.signal);
  stop.abort(new Error('the service stops'));
  await assert.rejects(taking, /the service stops/);
});
