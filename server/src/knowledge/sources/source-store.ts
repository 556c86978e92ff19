import { sql } from 'kysely';
import type { Batch, Database } from '../../platform/db/db.ts';
import { workspaceIsLive } from '../../platform/db/live-workspace.ts';
import { STALE_REVISION } from '../../platform/db/revise.ts';
import type { NewRow, Row } from '../../platform/db/schema.ts';

export type SourceRow = Row<'sources'>;

/** A source in the form of the API: its own row, with the content columns of its owner's row. */
export type SourceWithContent = Pick<
  SourceRow,
  | 'id'
  | 'owner_id'
  | 'type'
  | 'url'
  | 'title'
  | 'filename'
  | 'media_type'
  | 'charset'
  | 'byte_size'
  | 'content_hash'
  | 'table_json'
  | 'revision'
  | 'created_at'
  | 'status'
  | 'stage_json'
  | 'error_json'
  | 'left_out_json'
  | 'classification'
  | 'language'
  | 'generation'
  | 'chunk_count'
  | 'indexed_at'
  | 'updated_at'
> & {
  /** The oldest source that is not deleted and shares its content: often the source itself. */
  oldest_id: string;
};

/** Nearly always the owner. If the owner is deleted, the oldest sharer takes its place. */
const oldestSharer = sql<string>`CASE WHEN o.deleted_at IS NULL THEN o.id ELSE (
  SELECT min(c.id) FROM sources AS c
  WHERE c.workspace_id = s.workspace_id AND c.owner_id = s.owner_id AND c.deleted_at IS NULL
) END`.as('oldest_id');

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
      's.charset',
      's.byte_size',
      's.content_hash',
      's.table_json',
      's.revision',
      's.created_at',
      'o.status',
      'o.stage_json',
      'o.error_json',
      'o.left_out_json',
      'o.classification',
      'o.language',
      'o.generation',
      'o.chunk_count',
      'o.indexed_at',
    ])
    .select(oldestSharer)
    .select(
      sql<number>`CASE WHEN o.updated_at > s.updated_at THEN o.updated_at ELSE s.updated_at END`.as(
        'updated_at',
      ),
    )
    .where('s.workspace_id', '=', workspaceId)
    .where('s.deleted_at', 'is', null);
}

export function findSource(
  db: Database,
  workspaceId: string,
  id: string,
): Promise<SourceWithContent | undefined> {
  return shown(db, workspaceId).where('s.id', '=', id).where(workspaceIsLive(workspaceId)).executeTakeFirst();
}

/** Sources with this title, newest first, at most `most`. */
export function findSourcesByTitle(
  db: Database,
  workspaceId: string,
  title: string,
  most: number,
): Promise<SourceWithContent[]> {
  return shown(db, workspaceId)
    .where('s.title', '=', title)
    .where(workspaceIsLive(workspaceId))
    .orderBy('s.id', 'desc')
    .limit(most)
    .execute();
}

export interface SourceFilter {
  type?: string;
  status?: string;
  classification?: string;
}

/** Newest first. Returns one more than `limit` if there are more. */
export function listSources(
  db: Database,
  workspaceId: string,
  { type, status, classification }: SourceFilter,
  { limit, before }: { limit: number; before: string | null },
): Promise<SourceWithContent[]> {
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

/** A source that changed, with its status or `deleted`. */
export interface ChangedSource {
  id: string;
  status: string;
  updated_at: number;
}

/**
 * Sources that changed since a time, newest change first: at most `most` whose own row changed, and at most `most` that
 * share content with a changed one.
 */
export async function sourcesChangedSince(
  db: Database,
  workspaceId: string,
  since: number,
  most: number,
): Promise<ChangedSource[]> {
  const status = sql<string>`CASE WHEN s.deleted_at IS NULL THEN o.status ELSE 'deleted' END`.as('status');
  const pairs = db.query
    .selectFrom('sources as s')
    .innerJoin('sources as o', (join) =>
      join.onRef('o.workspace_id', '=', 's.workspace_id').onRef('o.id', '=', 's.owner_id'),
    )
    .where('s.workspace_id', '=', workspaceId)
    .select(['s.id', status])
    .limit(most);
  const own = pairs.select('s.updated_at').where('s.updated_at', '>', since).orderBy('s.updated_at', 'desc');
  const shared = pairs
    .select('o.updated_at')
    .where('o.updated_at', '>', since)
    .whereRef('o.id', '<>', 's.id')
    .where('s.deleted_at', 'is', null)
    .orderBy('o.updated_at', 'desc');
  return [...(await own.execute()), ...(await shared.execute())];
}

export function insertSource(batch: Batch, row: NewRow<'sources'>, onDuplicate?: string): void {
  batch.add(batch.query.insertInto('sources').values(row), onDuplicate === undefined ? {} : { onDuplicate });
}

/** Adds one to the number of sources. Undoes the batch with `orElse` if the workspace already has `most`. */
export function countSourceAdded(batch: Batch, workspaceId: string, most: number, orElse: string): void {
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

export function countSourceRemoved(batch: Batch, workspaceId: string): void {
  batch.add(
    batch.query
      .updateTable('source_heads')
      .set({ source_count: sql<number>`source_count - 1` })
      .where('workspace_id', '=', workspaceId),
  );
}

/** Sets user-defined columns. The batch is undone as stale if the source has another revision. */
export function changeSource(
  batch: Batch,
  workspaceId: string,
  { id, revision }: SourceWithContent,
  set: Partial<Pick<SourceRow, 'title' | 'is_titled' | 'table_json' | 'updated_at'>>,
): void {
  batch.add(
    batch.query
      .updateTable('sources')
      .set({ ...set, revision: revision + 1 })
      .where((eb) => eb.and({ id, workspace_id: workspaceId, revision }))
      .where('deleted_at', 'is', null),
    STALE_REVISION,
  );
}

/**
 * Deletes a source and leaves a tombstone, so that other processes can publish the deletion. The batch is undone as
 * stale if the source has another revision. Its content loses a sharer.
 */
export function deleteSource(
  batch: Batch,
  workspaceId: string,
  { id, owner_id, revision }: SourceWithContent,
  now: number,
): void {
  batch.add(
    batch.query
      .updateTable('sources')
      .set({ deleted_at: now, updated_at: now, revision: revision + 1 })
      .where((eb) => eb.and({ id, workspace_id: workspaceId, revision }))
      .where('deleted_at', 'is', null),
    STALE_REVISION,
  );
  batch.add(
    batch.query
      .updateTable('sources')
      .set({ holders: sql<number>`holders - 1` })
      .where((eb) => eb.and({ workspace_id: workspaceId, id: owner_id })),
  );
}

/**
 * Deletes tombstones older than `before`, at most `most` at a time. Returns their number. A search index that was off
 * for longer can keep their chunks but never shows them, because results are read from the database.
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
      batch.add(batch.query.deleteFrom('sources').where((eb) => eb.and({ workspace_id, id, holders: 0 })));
    }
  });
  return old.length;
}
