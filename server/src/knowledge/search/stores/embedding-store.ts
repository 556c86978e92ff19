import type { Database } from '../../../platform/db/db.ts';
import { guardLiveWorkspace, requireCommitted } from '../../../platform/db/live-workspace.ts';

/** The vectors of embedding models, stored in the database because they cost money. */
export type EmbeddingStore = ReturnType<typeof createEmbeddingStore>;

/** Rows per batch, so that no batch holds the writer for 20 ms: a vector has up to 16 kB. */
const ROWS_PER_BATCH = 32;

export function createEmbeddingStore(db: Database) {
  return {
    /** The stored vectors of these texts, by the hash of the text. */
    async kept(
      workspaceId: string,
      model: string,
      hashes: readonly string[],
    ): Promise<Map<string, Float32Array>> {
      if (hashes.length === 0) return new Map();
      const rows = await db.query
        .selectFrom('embeddings')
        .select(['text_hash', 'vector'])
        .where((eb) => eb.and({ workspace_id: workspaceId, model }))
        .where('text_hash', 'in', [...hashes])
        .execute();
      return new Map(rows.map(({ text_hash, vector }) => [text_hash, toFloats(vector)]));
    },

    /** Durable when it resolves. Throws `not_found` if the workspace is deleted. */
    async keep(
      workspaceId: string,
      model: string,
      vectors: ReadonlyMap<string, Float32Array>,
    ): Promise<void> {
      const rows = Array.from(vectors, ([text_hash, vector]) => ({
        workspace_id: workspaceId,
        model,
        text_hash,
        vector: toBytes(vector),
        created_at: Date.now(),
      }));
      for (let from = 0; from < rows.length; from += ROWS_PER_BATCH) {
        const outcome = await db.write((batch) => {
          guardLiveWorkspace(batch, workspaceId);
          for (const row of rows.slice(from, from + ROWS_PER_BATCH))
            batch.add(
              batch.query
                .insertInto('embeddings')
                .values(row)
                .onConflict((conflict) => conflict.doNothing()),
            );
        });
        requireCommitted(outcome, workspaceId);
      }
    },
  };
}

function toBytes(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength).slice();
}

function toFloats(bytes: Uint8Array): Float32Array {
  // Copied, because a Float32Array has to start at a multiple of four bytes, and PostgreSQL's bytes are in a shared
  // buffer.
  return new Float32Array(Uint8Array.from(bytes).buffer);
}
