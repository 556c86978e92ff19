import type { Database } from '../../../platform/db/db.ts';

/** What a program of the version before still takes. */
const KEPT_MS = 14 * 24 * 3_600_000;
const PARTS_AT_ONCE = 50;

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
    while (await deleteParts(db, workspace_id, id));
    await db.write((batch) => {
      batch.add(batch.query.deleteFrom('index_snapshots').where((eb) => eb.and({ workspace_id, id })));
    });
  }
}

/** Deletes some parts of a copy; false when there are none. */
async function deleteParts(db: Database, workspaceId: string, id: string): Promise<boolean> {
  const parts = await db.query
    .selectFrom('index_snapshot_parts')
    .select('part')
    .where((eb) => eb.and({ workspace_id: workspaceId, snapshot_id: id }))
    .limit(PARTS_AT_ONCE)
    .execute();
  if (parts.length === 0) return false;
  await db.write((batch) => {
    batch.add(
      batch.query
        .deleteFrom('index_snapshot_parts')
        .where((eb) => eb.and({ workspace_id: workspaceId, snapshot_id: id }))
        .where(
          'part',
          'in',
          parts.map(({ part }) => part),
        ),
    );
  });
  return true;
}
