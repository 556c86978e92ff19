import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachDatabase } from '../../../test/support/each-database.ts';
import { silentLog } from '../../../test/support/silent-log.ts';
import { openDatabase } from '../db/db.ts';
import { addStream, deleteLostStreams, renewStreams } from './stream-store.ts';

onEachDatabase('open streams', (newPlace) => {
  it('count again where their lease had ended while their process stood still', async () => {
    const { dataDir, url, remove } = await newPlace();
    const db = await openDatabase({ dataDir, url, log: silentLog });
    const stream = { id: 's1', actorId: 'key', owner: 'process' };
    assert.equal(await addStream(db, stream, 1), true);
    await db.write((batch) => batch.add(batch.query.updateTable('open_streams').set({ ends_at: 1 })));
    // Another one takes the place, and with it forgets the first.
    assert.equal(await addStream(db, { id: 's2', actorId: 'key', owner: 'another' }, 1), true);
    await renewStreams(db, 'process', [stream]);
    const rows = await db.query.selectFrom('open_streams').select(['id', 'ends_at']).orderBy('id').execute();
    assert.deepEqual(
      rows.map(({ id, ends_at }) => [id, ends_at > Date.now() - 60_000]),
      [
        ['s1', true],
        ['s2', true],
      ],
    );
    assert.equal(await addStream(db, { id: 's3', actorId: 'key', owner: 'process' }, 2), false);
    await db.write((batch) =>
      batch.add(batch.query.updateTable('open_streams').set({ ends_at: 1 }).where('id', '=', 's2')),
    );
    await deleteLostStreams(db);
    const left = await db.query.selectFrom('open_streams').select('id').execute();
    assert.deepEqual(left, [{ id: 's1' }]);
    await db.close();
    await remove();
  });
});
