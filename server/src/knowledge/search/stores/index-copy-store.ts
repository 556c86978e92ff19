import type { Database } from '../../../platform/db/db.ts';
import { purgeRows } from '../../../platform/db/purge-rows.ts';

/** Copies that a program of the previous version may still read. */
const KEPT_MS = 14 * 24 * 3_600_000;

/**
 * Deletes old copies of search indexes: they contain text of sources, including deleted ones. Programs of the previous
 * version write them.
 */
export async function deleteOldIndexCopies(db: Database, now: number): Promise<void> {
  const old = await db.query
    .selectFrom('index_snapshots')
    .select(['workspace_id', 'id'])
    .where('created_at', '<', now - KEPT_MS)
    .execute();
  for (const { workspace_id, id } of old) {
    while (await purgeRows(db, 'index_snapshot_parts', { workspace_id, snapshot_id: id }));
    await purgeRows(db, 'index_snapshots', { workspace_id, id });
  }
}
