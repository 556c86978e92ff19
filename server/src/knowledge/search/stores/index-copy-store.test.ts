import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabase, type TestPlace } from '../../../../test/support/each-database.ts';
import { runSql } from '../../../../test/support/run-sql.ts';
import { silentLog } from '../../../../test/support/silent-log.ts';
import { type Database, openDatabase } from '../../../platform/db/db.ts';
import { deleteOldIndexCopies } from './index-copy-store.ts';

const DAY = 24 * 3_600_000;
const NOW = Date.UTC(2026, 0, 31);

onEachDatabase('copies of search indexes by the version before', (newPlace) => {
  let place: TestPlace;
  let db: Database;
  before(async () => {
    place = await newPlace();
    db = await openDatabase({ url: place.url, dataDir: place.dataDir, log: silentLog });
  });
  after(async () => {
    await db.close();
    await place.remove();
  });

  test('are deleted with all their parts after 14 days, finished or not, and kept until then', async () => {
    const copies = [
      ['a', 'old', 13 + 2, 120, "'sum'"],
      ['b', 'cut-off', 40, 3, 'NULL'],
      ['a', 'recent', 13, 2, "'sum'"],
    ] as const;
    const bytes = place.url === undefined ? "x'00'" : "'x'";
    for (const [workspace, id, days, parts, sha256] of copies) {
      const made = NOW - days * DAY;
      const values = Array.from(
        { length: parts },
        (_, part) => `('${workspace}', '${id}', ${part}, ${bytes})`,
      );
      await runSql(
        place,
        `INSERT INTO index_snapshots VALUES ('${workspace}', '${id}', 'v', 1, ${parts}, 1, ${sha256}, ${made});
         INSERT INTO index_snapshot_parts VALUES ${values}`,
      );
    }
    await deleteOldIndexCopies(db, NOW);
    const rows = await db.query.selectFrom('index_snapshots').select('id').execute();
    const parts = await db.query.selectFrom('index_snapshot_parts').select('snapshot_id').execute();
    assert.deepEqual(
      [rows.map(({ id }) => id), parts.map(({ snapshot_id }) => snapshot_id)],
      [['recent'], ['recent', 'recent']],
    );
  });
});
