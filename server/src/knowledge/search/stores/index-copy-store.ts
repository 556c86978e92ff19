import type { Database } from '../../../platform/db/db.ts';
import { purgeRows } from '../../../platform/db/purge-rows.ts';

/** What a program of the version before still takes. */
const KEPT_MS = 14 * 24 * 3_600_000;

/**
 * Deletes copies of search indexes that no program takes any more: they hold text of sources, deleted ones among them.
 * Programs of the version before write them.
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
