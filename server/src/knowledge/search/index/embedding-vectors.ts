import type { DatabaseSync } from 'node:sqlite';
import { quantizeVector } from '../lsa/int8-quantization.ts';
import { type Run, readIndexMeta } from './index-statements.ts';

export interface ChunkVector {
  id: number;
  chunkId: string;
  vector: Float32Array;
}

export interface MissingVectors {
  /** The last row with a vector; 0 for none. */
  after: number;
  chunks: { id: number; chunkId: string }[];
  left: number;
}

/** The row of an embedding model in `model`; 0 if there is none. A model trained on the file has no name. */
export function embeddingModelId(db: DatabaseSync, name: string | null): number {
  if (name === null) return 0;
  return Number(db.prepare('SELECT id FROM model WHERE name = ?').get(name)?.id ?? 0);
}

/**
 * The vectors in an index file that come from a provider's embedding model. They are added in the order of the chunks.
 */
export function createEmbeddingVectors(db: DatabaseSync, run: Run, name: string) {
  const lastAdded = () => {
    const sql = 'SELECT max(id) AS id FROM vector WHERE model = ?';
    return Number(db.prepare(sql).get(embeddingModelId(db, name))?.id ?? 0);
  };
  const missing = (most: number): MissingVectors => {
    const after = lastAdded();
    const chunks = db
      .prepare('SELECT id, chunk_id FROM chunk WHERE id > ? ORDER BY id LIMIT ?')
      .all(after, most)
      .map(({ id, chunk_id }) => ({ id: Number(id), chunkId: String(chunk_id) }));
    const left = Number(db.prepare('SELECT count(*) AS n FROM chunk WHERE id > ?').get(after)?.n);
    return { after, chunks, left };
  };
  const put = (modelId: number, { id, chunkId, vector }: ChunkVector) => {
    const row = new Int8Array(vector.length);
    const scale = quantizeVector(vector, row);
    run(
      'INSERT OR REPLACE INTO vector (id, model, source, scale, row) SELECT id, ?, source, ?, ? FROM chunk WHERE id = ? AND chunk_id = ?',
      modelId,
      scale,
      new Uint8Array(row.buffer),
      id,
      chunkId,
    );
  };
  return {
    /** The next `most` chunks without a vector, and how many there are in total. */
    missing,
    /**
     * Adds the vectors of chunks, in the order of `missing`. Deleted chunks are skipped, and nothing happens if the
     * file was rebuilt since. Once every chunk has a vector, the model becomes the file's current one.
     */
    add(after: number, vectors: readonly ChunkVector[]): void {
      if (lastAdded() !== after) return;
      db.exec('BEGIN IMMEDIATE');
      try {
        const modelId = modelOf(db, run, name, vectors[0]?.vector.length ?? 0);
        for (const vector of vectors) put(modelId, vector);
        if (missing(0).left === 0) run("UPDATE meta SET value = ? WHERE key = 'model'", modelId);
        db.exec('COMMIT');
      } catch (error) {
        if (db.isTransaction) db.exec('ROLLBACK');
        throw error;
      }
    },
  };
}

/** Whether the file's current model is a provider's embedding model. */
export function currentIsEmbeddingModel(db: DatabaseSync): boolean {
  const current = Number(readIndexMeta(db, 'model') ?? 0);
  return (db.prepare('SELECT name FROM model WHERE id = ?').get(current)?.name ?? '') !== '';
}

function modelOf(db: DatabaseSync, run: Run, name: string, dimensions: number): number {
  const known = db.prepare('SELECT id, dimensions FROM model WHERE name = ?').get(name);
  if (known && known.dimensions !== dimensions)
    throw new Error(
      `${name} returned vectors of ${dimensions} dimensions; earlier ones had ${known.dimensions}.`,
    );
  if (known) return Number(known.id);
  const nothing = new Uint8Array();
  return run(
    'INSERT INTO model (name, trained, last_chunk, hashes, weights, lead, lead_chunks, dimensions, scales, projection) VALUES (?, 0, 0, ?, ?, 0, 0, ?, ?, ?)',
    name,
    nothing,
    nothing,
    dimensions,
    nothing,
    nothing,
  ).id;
}
