import { sql } from 'kysely';
import type { Batch, Database, Slot } from '../../platform/db/db.ts';
import { isUnusedBySeries } from '../../platform/db/series-use.ts';
import type { SourceRow } from './source-store.ts';

// Sources as owners of content. The first source with a content owns it: its row describes the content for all sources
// that share it (its sharers).

/** The source that owns this content, if there is one. */
export function findOwnerByIdentity(
  db: Database,
  workspaceId: string,
  identity: string,
): Promise<SourceRow | undefined> {
  return db.query
    .selectFrom('sources')
    .selectAll()
    .where((eb) => eb.and({ workspace_id: workspaceId, identity }))
    .whereRef('owner_id', '=', 'id')
    .where('holders', '>', 0)
    .executeTakeFirst();
}

/** The owner of content, even if it is deleted itself and other sources share its content. */
export function findOwner(db: Database, workspaceId: string, id: string): Promise<SourceRow | undefined> {
  return db.query
    .selectFrom('sources')
    .selectAll()
    .where((eb) => eb.and({ workspace_id: workspaceId, id }))
    .executeTakeFirst();
}

/**
 * Adds a sharer to the content's owner. Undoes the batch with `orElse` if the owner has no sharer any more or was read
 * again, because the new row would be outdated.
 */
export function addSharer(
  batch: Batch,
  workspaceId: string,
  { id, generation }: Pick<SourceRow, 'id' | 'generation'>,
  orElse: string,
): void {
  batch.add(
    batch.query
      .updateTable('sources')
      .set({ holders: sql<number>`holders + 1` })
      .where((eb) => eb.and({ workspace_id: workspaceId, id, generation }))
      .where('holders', '>', 0),
    { orElse },
  );
}

/** Updates the content columns in the rows of all sharers. */
export function updateSharers(
  batch: Batch,
  workspaceId: string,
  ownerId: string,
  set: Partial<Pick<SourceRow, 'media_type' | 'byte_size' | 'content_hash' | 'charset'>>,
): void {
  batch.add(
    batch.query
      .updateTable('sources')
      .set(set)
      .where((eb) => eb.and({ workspace_id: workspaceId, owner_id: ownerId })),
  );
}

/** Gives the title that was read to all sharers without a title of their own. */
export function retitleSharers(batch: Batch, workspaceId: string, ownerId: string, title: string): void {
  batch.add(
    batch.query
      .updateTable('sources')
      .set({ title })
      .where((eb) => eb.and({ workspace_id: workspaceId, owner_id: ownerId, is_titled: 0 }))
      .where(isUnusedBySeries(workspaceId, title)),
  );
}

/** Updates the content columns of the owner. Undoes the batch with `orElse` if it has no sharer any more. */
export function updateOwner(
  batch: Batch,
  workspaceId: string,
  ownerId: string,
  set: Partial<SourceRow>,
  orElse: string,
): void {
  batch.add(
    batch.query
      .updateTable('sources')
      .set(set)
      .where((eb) => eb.and({ workspace_id: workspaceId, id: ownerId }))
      .where('holders', '>', 0),
    { orElse },
  );
}

/**
 * Sets an owner in one of the states `from` back to `pending`. Undoes the batch with `orElse` if it is in another
 * state.
 */
export function requeueOwner(
  batch: Batch,
  workspaceId: string,
  ownerId: string,
  from: readonly string[],
  now: number,
  orElse: string,
): void {
  batch.add(
    batch.query
      .updateTable('sources')
      .set({ status: 'pending', stage_json: null, error_json: null, updated_at: now })
      .where((eb) => eb.and({ workspace_id: workspaceId, id: ownerId }))
      .where('holders', '>', 0)
      .where('status', 'in', [...from]),
    { orElse },
  );
}

/** Starts a new generation. Its number is in the slot after the commit. */
export function beginGeneration(
  batch: Batch,
  workspaceId: string,
  ownerId: string,
  set: Partial<SourceRow>,
  orElse: string,
): Slot<{ building: number }> {
  return batch.add(
    batch.query
      .updateTable('sources')
      .set({ ...set, building: sql<number>`building + 1` })
      .where((eb) => eb.and({ workspace_id: workspaceId, id: ownerId }))
      .where('holders', '>', 0)
      .returning('building'),
    { orElse },
  );
}

/**
 * Gives an owner's content the next change number of the workspace. The row with the workspace's number is changed
 * first and stays locked until the commit, so that no number becomes visible before a lower one.
 */
export function recordChange(
  batch: Batch,
  workspaceId: string,
  ownerId: string,
  set: Partial<SourceRow>,
  { holders, orElse }: { holders: 'some' | 'none'; orElse: string },
): Slot<{ last_change: number }> {
  const slot = batch.add(
    batch.query
      .updateTable('source_heads')
      .set({ last_change: sql<number>`last_change + 1` })
      .where('workspace_id', '=', workspaceId)
      .returning('last_change'),
    { orElse },
  );
  batch.add(
    batch.query
      .updateTable('sources')
      .set(({ selectFrom }) => ({
        ...set,
        change: selectFrom('source_heads').select('last_change').where('workspace_id', '=', workspaceId),
      }))
      .where((eb) => eb.and({ workspace_id: workspaceId, id: ownerId }))
      .where('holders', holders === 'some' ? '>' : '=', 0),
    { orElse },
  );
  return slot;
}

/** The ids of the sources that share this owner's content, oldest first. */
export async function listSharerIds(
  db: Database,
  workspaceId: string,
  ownerId: string,
  most: number,
): Promise<string[]> {
  const rows = await db.query
    .selectFrom('sources')
    .select('id')
    .where((eb) => eb.and({ workspace_id: workspaceId, owner_id: ownerId }))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** The ids and titles of the sources that share a content. */
export async function listSharerNames(db: Database, workspaceId: string, ownerId: string): Promise<string[]> {
  const rows = await db.query
    .selectFrom('sources')
    .select(['id', 'title'])
    .where((eb) => eb.and({ workspace_id: workspaceId, owner_id: ownerId }))
    .where('deleted_at', 'is', null)
    .execute();
  return rows.flatMap(({ id, title }) => [id, title]);
}
