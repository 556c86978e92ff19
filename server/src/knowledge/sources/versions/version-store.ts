import { notFound } from '../../../kernel/errors.ts';
import type { Batch, Database } from '../../../platform/db/db.ts';
import { lockShared, requireCommitted } from '../../../platform/db/live-workspace.ts';
import type { Row } from '../../../platform/db/schema.ts';

const SOURCE_DELETED = 'source_deleted';

export type VersionRow = Row<'dataset_versions'>;

/** Consecutive rows of a dataset, as JSON lines. */
export interface Block {
  /** SHA-256 of its text, in hex. */
  hash: string;
  rows: number;
}

function versionsOf(db: Database, workspaceId: string, sourceId: string) {
  return db.query
    .selectFrom('dataset_versions')
    .selectAll()
    .where((eb) => eb.and({ workspace_id: workspaceId, source_id: sourceId }))
    .orderBy('number', 'desc');
}

/** The present version; undefined if no row was ever changed. */
export function newestVersion(
  db: Database,
  workspaceId: string,
  sourceId: string,
): Promise<VersionRow | undefined> {
  return versionsOf(db, workspaceId, sourceId).limit(1).executeTakeFirst();
}

/** The newest version with this content. */
export function findVersion(
  db: Database,
  workspaceId: string,
  sourceId: string,
  version: string,
): Promise<VersionRow | undefined> {
  return versionsOf(db, workspaceId, sourceId).where('version', '=', version).limit(1).executeTakeFirst();
}

/** Whether rows of any of these sources were changed. */
export async function anyHasVersions(
  db: Database,
  workspaceId: string,
  sourceIds: readonly string[],
): Promise<boolean> {
  const found = await db.query
    .selectFrom('dataset_versions')
    .select('number')
    .where('workspace_id', '=', workspaceId)
    .where('source_id', 'in', sourceIds)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Newest first, at most `most`. */
export function listVersions(
  db: Database,
  workspaceId: string,
  sourceId: string,
  { below, most }: { below: number | null; most: number },
): Promise<VersionRow[]> {
  const all = versionsOf(db, workspaceId, sourceId).limit(most);
  return (below === null ? all : all.where('number', '<', below)).execute();
}

export function insertVersion(batch: Batch, row: VersionRow): void {
  batch.add(batch.query.insertInto('dataset_versions').values(row));
}

export const blocksOf = ({ blocks_json }: VersionRow): Block[] | null =>
  blocks_json === null ? null : (JSON.parse(blocks_json) as Block[]);

/** Stores a block; equal blocks are stored once. Throws `not_found` if the source was deleted. */
export async function keepBlock(db: Database, row: Row<'dataset_blocks'>): Promise<void> {
  const outcome = await db.write((batch) => {
    // Otherwise its purge may already have passed, and the block would remain.
    const source = batch.query
      .selectFrom('sources')
      .select('id')
      .where((eb) => eb.and({ workspace_id: row.workspace_id, id: row.source_id }))
      .where('deleted_at', 'is', null);
    batch.add(lockShared(batch, source), { orElse: SOURCE_DELETED });
    batch.add(
      batch.query
        .insertInto('dataset_blocks')
        .values(row)
        .onConflict((conflict) => conflict.columns(['workspace_id', 'source_id', 'hash']).doNothing()),
    );
  });
  if (!outcome.committed && outcome.why === SOURCE_DELETED) throw notFound('source', row.source_id);
  requireCommitted(outcome, row.workspace_id);
}

/** Throws if the block was deleted with its source. */
export async function readBlock(
  db: Database,
  workspaceId: string,
  sourceId: string,
  hash: string,
): Promise<string> {
  const { text } = await db.query
    .selectFrom('dataset_blocks')
    .select('text')
    .where((eb) => eb.and({ workspace_id: workspaceId, source_id: sourceId, hash }))
    .executeTakeFirstOrThrow();
  return text;
}
