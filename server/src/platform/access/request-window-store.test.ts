import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachDatabase } from '../../../test/support/each-database.ts';
import { silentLog } from '../../../test/support/silent-log.ts';
import { openDatabase } from '../db/db.ts';
import { deleteRequestWindows, leaseRequests } from './request-window-store.ts';

onEachDatabase('minutes of keys', (newPlace) => {
  it('that ended long ago are forgotten, and those that run are not', async () => {
    const { dataDir, url, remove } = await newPlace();
    const db = await openDatabase({ dataDir, url, log: silentLog });
    await leaseRequests(db, 'gone', 5);
    await db.write((batch) => batch.add(batch.query.updateTable('request_windows').set({ ends_at: 1 })));
    await leaseRequests(db, 'here', 5);
    await deleteRequestWindows(db, 3_600_000);
    const rows = await db.query.selectFrom('request_windows').select(['actor_id', 'leased']).execute();
    assert.deepEqual(rows, [{ actor_id: 'here', leased: 5 }]);
    assert.equal((await leaseRequests(db, 'here', 5)).leased, 10);
    await db.close();
    await remove();
  });
});
