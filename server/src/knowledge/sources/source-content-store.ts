import type { Batch, Database } from '../../platform/db/db.ts';
import type { NewRow, Row } from '../../platform/db/schema.ts';

export type ChunkRow = Row<'chunks'>;

/** Key of stored content: the source that owns it and its generation. */
export interface ContentKey {
  owner_id: string;
  generation: number;
}

export function insertOriginal(batch: Batch, row: NewRow<'source_originals'>): void {
  batch.add(batch.query.insertInto('source_originals').values(row));
}

/** The uploaded bytes, one piece at a time. No read holds a snapshot across several pieces. */
export async function* readOriginal(
  db: Database,
  workspaceId: string,
  ownerId: string,
): AsyncGenerator<Uint8Array> {
  for (let ordinal = 0; ; ordinal++) {
    const row = await db.query
      .selectFrom('source_originals')
      .select('bytes')
      .where((eb) => eb.and({ workspace_id: workspaceId, source_id: ownerId, ordinal }))
      .executeTakeFirst();
    if (!row) return;
    yield row.bytes;
  }
}

export function insertContent(batch: Batch, row: NewRow<'source_contents'>): void {
  batch.add(batch.query.insertInto('source_contents').values(row));
}

/** The extracted text, one piece at a time. */
export async function* readContent(
  db: Database,
  workspaceId: string,
  { owner_id, generation }: ContentKey,
): AsyncGenerator<string> {
  for (let ordinal = 0; ; ordinal++) {
    const row = await db.query
      .selectFrom('source_contents')
      .select('text')
      .where((eb) => eb.and({ workspace_id: workspaceId, source_id: owner_id, generation, ordinal }))
      .executeTakeFirst();
    if (!row) return;
    yield row.text;
  }
}

export function insertChunks(batch: Batch, rows: readonly NewRow<'chunks'>[]): void {
  if (rows.length > 0) batch.add(batch.query.insertInto('chunks').values([...rows]));
}

/** Chunks of a source in the order of its content, from `fromOrdinal`. */
export function listChunks(
  db: Database,
  workspaceId: string,
  { owner_id, generation }: ContentKey,
  { fromOrdinal, limit }: { fromOrdinal: number; limit: number },
): Promise<ChunkRow[]> {
  return db.query
    .selectFrom('chunks')
    .selectAll()
    .where((eb) => eb.and({ workspace_id: workspaceId, source_id: owner_id, generation }))
    .where('ordinal', '>=', fromOrdinal)
    .orderBy('ordinal')
    .limit(limit)
    .execute();
}

/** The ordinal of a chunk in this generation; undefined if it does not contain the chunk. */
export async function findChunkOrdinal(
  db: Database,
  workspaceId: string,
  { owner_id, generation }: ContentKey,
  chunkId: string,
): Promise<number | undefined> {
  const row = await db.query
    .selectFrom('chunks')
    .select('ordinal')
    .where((eb) => eb.and({ workspace_id: workspaceId, id: chunkId, source_id: owner_id, generation }))
    .executeTakeFirst();
  return row?.ordinal;
}

export function touchUpload(batch: Batch, workspace_id: string, id: string, now: number): void {
  const row = { workspace_id, id, touched_at: now };
  batch.add(
    batch.query
      .insertInto('source_uploads')
      .values(row)
      .onConflict((conflict) => conflict.columns(['workspace_id', 'id']).doUpdateSet({ touched_at: now })),
  );
}

/**
 * Turns the upload into a source. Undoes the batch with `orElse` if the sweep has deleted the upload in the meantime.
 */
export function finishUpload(batch: Batch, workspaceId: string, id: string, orElse: string): void {
  batch.add(deleteUpload(batch, workspaceId, id), { orElse });
}

export function dropUpload(batch: Batch, workspaceId: string, id: string): void {
  batch.add(deleteUpload(batch, workspaceId, id));
}

function deleteUpload(batch: Batch, workspaceId: string, id: string) {
  return batch.query.deleteFrom('source_uploads').where((eb) => eb.and({ workspace_id: workspaceId, id }));
}

/** Uploads that received no bytes since `before`. */
export function listAbandonedUploads(
  db: Database,
  before: number,
  most: number,
): Promise<Row<'source_uploads'>[]> {
  return db.query
    .selectFrom('source_uploads')
    .selectAll()
    .where('touched_at', '<', before)
    .limit(most)
    .execute();
}
