import { sql } from 'kysely';
import type { Batch, Database, Slot } from '../db/db.ts';
import { workspaceIsLive } from '../db/live.ts';
import { STALE } from '../db/revise.ts';
import type { NewRow, Row } from '../db/schema.ts';

export type SourceRow = Row<'sources'>;

/** A source as it is shown: its own row, with what its owner's row says of the content. */
export type ShownSource = Pick<
  SourceRow,
  | 'id'
  | 'owner_id'
  | 'type'
  | 'url'
  | 'title'
  | 'filename'
  | 'media_type'
  | 'byte_size'
  | 'content_hash'
  | 'revision'
  | 'created_at'
  | 'status'
  | 'stage_json'
  | 'error_json'
  | 'classification'
  | 'language'
  | 'generation'
  | 'chunk_count'
  | 'indexed_at'
  | 'updated_at'
> & { owner_deleted_at: number | null };

function shown(db: Database, workspaceId: string) {
  return db.query
    .selectFrom('sources as s')
    .innerJoin('sources as o', (join) =>
      join.onRef('o.workspace_id', '=', 's.workspace_id').onRef('o.id', '=', 's.owner_id'),
    )
    .select([
      's.id',
      's.owner_id',
      's.type',
      's.url',
      's.title',
      's.filename',
      's.media_type',
      's.byte_size',
      's.content_hash',
      's.revision',
      's.created_at',
      'o.status',
      'o.stage_json',
      'o.error_json',
      'o.classification',
      'o.language',
      'o.generation',
      'o.chunk_count',
      'o.indexed_at',
      'o.deleted_at as owner_deleted_at',
    ])
    .select(
      sql<number>`CASE WHEN o.updated_at > s.updated_at THEN o.updated_at ELSE s.updated_at END`.as(
        'updated_at',
      ),
    )
    .where('s.workspace_id', '=', workspaceId)
    .where('s.deleted_at', 'is', null);
}

export function findSource(db: Database, workspaceId: string, id: string): Promise<ShownSource | undefined> {
  return shown(db, workspaceId).where('s.id', '=', id).where(workspaceIsLive(workspaceId)).executeTakeFirst();
}

/** The newest source with this title. */
export function findSourceByTitle(
  db: Database,
  workspaceId: string,
  title: string,
): Promise<ShownSource | undefined> {
  return shown(db, workspaceId)
    .where('s.title', '=', title)
    .where(workspaceIsLive(workspaceId))
    .orderBy('s.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export interface SourceFilter {
  type?: string;
  status?: string;
  classification?: string;
}

/** Newest first, one more than `limit` when there are more. */
export function listSources(
  db: Database,
  workspaceId: string,
  { type, status, classification }: SourceFilter,
  { limit, before }: { limit: number; before: string | null },
): Promise<ShownSource[]> {
  let query = shown(db, workspaceId);
  if (type !== undefined) query = query.where('s.type', '=', type);
  if (status !== undefined) query = query.where('o.status', '=', status);
  if (classification !== undefined) query = query.where('o.classification', '=', classification);
  if (before !== null) query = query.where('s.id', '<', before);
  return query
    .orderBy('s.id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** Sources that changed since a time, for hints; newest change first. */
export function sourcesChangedSince(
  db: Database,
  workspaceId: string,
  since: number,
  most: number,
): Promise<Pick<SourceRow, 'id' | 'status' | 'updated_at'>[]> {
  return db.query
    .selectFrom('sources')
    .select(['id', 'status', 'updated_at'])
    .where('workspace_id', '=', workspaceId)
    .where('updated_at', '>', since)
    .orderBy('updated_at', 'desc')
    .limit(most)
    .execute();
}

/** The source that owns this content, if there is one. */
export function findOwnerOf(
  db: Database,
  workspaceId: string,
  identity: string,
): Promise<SourceRow | undefined> {
  return db.query
    .selectFrom('sources')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('identity', '=', identity)
    .whereRef('owner_id', '=', 'id')
    .where('holders', '>', 0)
    .executeTakeFirst();
}

/** A source as the owner of content, also when it is deleted itself but others share what it owns. */
export function findOwner(db: Database, workspaceId: string, id: string): Promise<SourceRow | undefined> {
  return db.query
    .selectFrom('sources')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export function insertSource(batch: Batch, row: NewRow<'sources'>, onDuplicate?: string): void {
  batch.add(batch.query.insertInto('sources').values(row), onDuplicate === undefined ? {} : { onDuplicate });
}

/** Counts a source in. Undoes the batch with `orElse` when the workspace has `most` already. */
export function countIn(batch: Batch, workspaceId: string, most: number, orElse: string): void {
  batch.add(
    batch.query
      .insertInto('source_heads')
      .values({ workspace_id: workspaceId, last_change: 0, source_count: 1 })
      .onConflict((conflict) =>
        conflict
          .column('workspace_id')
          .doUpdateSet({ source_count: sql<number>`source_heads.source_count + 1` })
          .where('source_heads.source_count', '<', most),
      ),
    { orElse },
  );
}

export function countOut(batch: Batch, workspaceId: string): void {
  batch.add(
    batch.query
      .updateTable('source_heads')
      .set({ source_count: sql<number>`source_count - 1` })
      .where('workspace_id', '=', workspaceId),
  );
}

/**
 * One more source shares this owner's content. Undoes the batch with `orElse` when nobody does any more, or when
 * it was read anew: the row that is about to be written says what was known before.
 */
export function addHolder(
  batch: Batch,
  workspaceId: string,
  { id, generation }: Pick<SourceRow, 'id' | 'generation'>,
  orElse: string,
): void {
  batch.add(
    batch.query
      .updateTable('sources')
      .set({ holders: sql<number>`holders + 1` })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where('generation', '=', generation)
      .where('holders', '>', 0),
    { orElse },
  );
}

/** Sets what each source that shares an owner's content says itself of it. */
export function updateSharers(
  batch: Batch,
  workspaceId: string,
  ownerId: string,
  set: Pick<SourceRow, 'media_type' | 'byte_size' | 'content_hash'>,
): void {
  batch.add(
    batch.query
      .updateTable('sources')
      .set(set)
      .where('workspace_id', '=', workspaceId)
      .where('owner_id', '=', ownerId),
  );
}

/** Gives the sources that share an owner's content the title that was read, unless they were given one. */
export function retitle(batch: Batch, workspaceId: string, ownerId: string, title: string): void {
  batch.add(
    batch.query
      .updateTable('sources')
      .set({ title })
      .where('workspace_id', '=', workspaceId)
      .where('owner_id', '=', ownerId)
      .where('is_titled', '=', 0),
  );
}

/**
 * Deletes a source: a tombstone where it owns content, else its row. Undone as stale when its revision is another
 * by now. Its content loses a holder.
 */
export function deleteSource(
  batch: Batch,
  workspaceId: string,
  { id, owner_id, revision }: ShownSource,
  now: number,
): void {
  const tombstone = { deleted_at: now, updated_at: now, revision: revision + 1 };
  const unchanged = { id, workspace_id: workspaceId, revision };
  batch.add(
    id === owner_id
      ? batch.query
          .updateTable('sources')
          .set(tombstone)
          .where((eb) => eb.and(unchanged))
          .where('deleted_at', 'is', null)
      : batch.query.deleteFrom('sources').where((eb) => eb.and(unchanged)),
    STALE,
  );
  batch.add(
    batch.query
      .updateTable('sources')
      .set({ holders: sql<number>`holders - 1` })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', owner_id),
  );
}

/** Sets what is said of an owner's content. Undoes the batch with `orElse` when nobody holds it any more. */
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
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', ownerId)
      .where('holders', '>', 0),
    { orElse },
  );
}

/** Puts an owner that is in one of these states back to `pending`. Undoes the batch with `orElse` if it is not. */
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
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', ownerId)
      .where('holders', '>', 0)
      .where('status', 'in', [...from]),
    { orElse },
  );
}

/** Begins a new generation; its number is in the slot. */
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
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', ownerId)
      .where('holders', '>', 0)
      .returning('building'),
    { orElse },
  );
}

/**
 * Gives an owner's content the next change number of the workspace. The head's row is changed first and stays
 * locked until the commit, so that no number becomes visible before a lower one.
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
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', ownerId)
      .where('holders', holders === 'some' ? '>' : '=', 0),
    { orElse },
  );
  return slot;
}

/** Sources that share this owner's content, oldest first. */
export async function holdersOf(
  db: Database,
  workspaceId: string,
  ownerId: string,
  most: number,
): Promise<string[]> {
  const rows = await db.query
    .selectFrom('sources')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Forgets tombstones older than `before`, at most `most` at once; answers how many. A search index that slept
 * longer than that may keep their chunks, and never shows them: what is answered is read from the database.
 */
export async function deleteTombstones(db: Database, before: number, most: number): Promise<number> {
  const old = await db.query
    .selectFrom('sources')
    .select(['workspace_id', 'id'])
    .where('deleted_at', '<', before)
    .where('holders', '=', 0)
    .limit(most)
    .execute();
  if (old.length === 0) return 0;
  await db.write((batch) => {
    for (const { workspace_id, id } of old) {
      batch.add(
        batch.query
          .deleteFrom('sources')
          .where('workspace_id', '=', workspace_id)
          .where('id', '=', id)
          .where('holders', '=', 0),
      );
    }
  });
  return old.length;
}
