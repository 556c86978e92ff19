import type { DatabaseSync } from 'node:sqlite';
import { quantizeVector } from '../lsa/int8-quantization.ts';
import { foldIntoModel, type LsaModel } from '../lsa/lsa-model.ts';
import { seededRandom } from '../lsa/seeded-random.ts';
import { type BagOfWords, decodeBag } from '../text/bag-of-words.ts';
import { currentIsEmbeddingModel, embeddingModelId } from './embedding-vectors.ts';
import { type Run, readIndexMeta } from './index-statements.ts';

/** The semantic lead, and the number of chunks with which it was measured; 0 if not yet. */
export interface MeasuredLead {
  lead: number;
  chunks: number;
}

export interface TrainingState {
  chunks: number;
  /** Number of chunks at the training of the current model; 0 if there is none. */
  trained: number;
  /** Number of chunks added since. */
  added: number;
  lastChunk: number;
  /**
   * That of the current model. Copied from the previous model until it is measured, and if the number of chunks has
   * hardly changed.
   */
  measured: MeasuredLead;
  /** The configured embedding model is current, so no model is trained on the file. */
  usesEmbeddingModel: boolean;
}

const SAMPLE_SEED = 7;
const ALL_CHUNKS = Number.MAX_SAFE_INTEGER;

/**
 * Models and vectors of an index file, for its writer. The file names one model as current. Every other model in it is
 * in training, or remains from a training that did not finish; searches do not see it.
 * @param embedding the name of the configured embedding model; null for none
 */
export function createVectorWriter(db: DatabaseSync, run: Run, embedding: string | null = null) {
  let loaded: { id: number; model: LsaModel } | null = null;
  const currentId = () => Number(readIndexMeta(db, 'model') ?? 0);
  const current = () => {
    const id = currentId();
    if (loaded?.id !== id)
      loaded = id === 0 || currentIsEmbeddingModel(db) ? null : { id, model: readVectorModel(db, id) };
    return loaded;
  };
  const usesEmbeddingModel = () => embedding !== null && currentId() === embeddingModelId(db, embedding);
  const put = (modelId: number, model: LsaModel, id: number, source: number, bag: BagOfWords) => {
    const { vector } = foldIntoModel(model, bag);
    if (!vector) return;
    const row = new Int8Array(vector.length);
    const scale = quantizeVector(vector, row);
    const sql = 'INSERT OR REPLACE INTO vector (id, model, source, scale, row) VALUES (?, ?, ?, ?, ?)';
    run(sql, id, modelId, source, scale, bytesOf(row));
  };
  const fill = (modelId: number, model: LsaModel, after: number, most: number) => {
    const chunks = db
      .prepare(
        'SELECT c.id, c.source, b.terms FROM chunk c JOIN bag b ON b.id = c.id WHERE c.id > ? ORDER BY c.id LIMIT ?',
      )
      .all(after, most);
    for (const { id, source, terms } of chunks)
      put(modelId, model, Number(id), Number(source), decodeBag(blob(terms)));
    return lastOf(chunks);
  };
  return {
    /** Adds the vector of a new chunk; inside a transaction. Does nothing if there is no model. */
    add(id: number, source: number, bag: BagOfWords): void {
      const used = current();
      if (used) put(used.id, used.model, id, source, bag);
    },
    state: (): TrainingState => ({ ...stateOf(db), usesEmbeddingModel: usesEmbeddingModel() }),
    /** Row ids of all chunks, or of a seeded sample of `most`, ascending. */
    sample(most: number): number[] {
      const ids = db
        .prepare('SELECT id FROM chunk ORDER BY id')
        .all()
        .map(({ id }) => Number(id));
      return ids.length <= most ? ids : sampleOf(ids, most);
    },
    bags: (ids: readonly number[]): BagOfWords[] =>
      db
        .prepare('SELECT terms FROM bag WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id')
        .all(JSON.stringify(ids))
        .map(({ terms }) => decodeBag(blob(terms))),
    /** Stores a new model without making it current; returns its id. */
    save: (
      model: LsaModel,
      { trained, lastChunk, measured }: Pick<TrainingState, 'trained' | 'lastChunk' | 'measured'>,
    ): number =>
      run(
        "INSERT INTO model (name, trained, last_chunk, hashes, weights, lead, lead_chunks, dimensions, scales, projection) VALUES ('', ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        trained,
        lastChunk,
        bytesOf(model.hashes),
        bytesOf(model.weights),
        measured.lead,
        measured.chunks,
        model.projection.dimensions,
        bytesOf(model.projection.scales),
        bytesOf(model.projection.values),
      ).id,
    /** Stores the measurement of a model (see self-retrieval.ts). */
    saveLead: (modelId: number, { lead, chunks }: MeasuredLead): void =>
      void run('UPDATE model SET lead = ?, lead_chunks = ? WHERE id = ?', lead, chunks, modelId),
    /**
     * Adds the vectors of a stored model for the next `most` chunks after `after`; returns the last of them, or null.
     */
    fill: (modelId: number, model: LsaModel, after: number, most: number): number | null =>
      inTransaction(db, () => fill(modelId, model, after, most)),
    /** Makes a model current whose vectors are filled up to `after`; adds those of later chunks. */
    switchTo(modelId: number, model: LsaModel, after: number): void {
      if (usesEmbeddingModel()) return;
      inTransaction(db, () => {
        fill(modelId, model, after, ALL_CHUNKS);
        run("UPDATE meta SET value = ? WHERE key = 'model'", modelId);
      });
    },
    /** Removes other models' vectors of the next `most` chunks after `after`; returns as `fill` does. */
    purge(after: number, most: number): number | null {
      return inTransaction(db, () => {
        const model = currentId();
        const chunks = db.prepare('SELECT id FROM chunk WHERE id > ? ORDER BY id LIMIT ?').all(after, most);
        const last = lastOf(chunks);
        const kept = embeddingModelId(db, embedding);
        const others = 'DELETE FROM vector WHERE id > ? AND id <= ? AND model NOT IN (?, ?)';
        run(others, after, last ?? ALL_CHUNKS, model, kept);
        if (last === null) run('DELETE FROM model WHERE id NOT IN (?, ?)', model, kept);
        return last;
      });
    },
    /** Frees the model in memory. */
    release(): void {
      loaded = null;
    },
  };
}

/** A model of an index file, for readers and writers. */
export function readVectorModel(db: DatabaseSync, id: number): LsaModel {
  const row = db
    .prepare('SELECT hashes, weights, dimensions, scales, projection FROM model WHERE id = ?')
    .get(id);
  if (!row) throw new Error(`The index file has no model ${id}.`);
  const values = blob(row.projection);
  return {
    hashes: new Uint32Array(blob(row.hashes).slice().buffer),
    weights: new Float32Array(blob(row.weights).slice().buffer),
    projection: {
      dimensions: Number(row.dimensions),
      scales: new Float32Array(blob(row.scales).slice().buffer),
      values: new Int8Array(values.buffer, values.byteOffset, values.byteLength),
    },
  };
}

function stateOf(db: DatabaseSync): Omit<TrainingState, 'usesEmbeddingModel'> {
  const count = (sql: string, ...values: number[]) => Number(db.prepare(sql).get(...values)?.n ?? 0);
  const of = 'FROM model WHERE id = ?';
  const model = Number(readIndexMeta(db, 'model') ?? 0);
  const trainedUpTo = count(`SELECT last_chunk AS n ${of}`, model);
  return {
    chunks: Number(readIndexMeta(db, 'chunks')),
    trained: count(`SELECT trained AS n ${of}`, model),
    added: count('SELECT count(*) AS n FROM chunk WHERE id > ?', trainedUpTo),
    lastChunk: count('SELECT max(id) AS n FROM chunk'),
    measured: {
      lead: count(`SELECT lead AS n ${of}`, model),
      chunks: count(`SELECT lead_chunks AS n ${of}`, model),
    },
  };
}

/** The first `most` of a seeded shuffle, in their original order. */
function sampleOf(ids: readonly number[], most: number): number[] {
  const random = seededRandom(SAMPLE_SEED);
  const shuffled = ids.map((id) => ({ id, key: random() })).sort((a, b) => a.key - b.key);
  return shuffled
    .slice(0, most)
    .map(({ id }) => id)
    .sort((a, b) => a - b);
}

function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

function lastOf(rows: readonly Record<string, unknown>[]): number | null {
  const last = rows.at(-1);
  return last ? Number(last.id) : null;
}

function blob(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new Error('The index file holds another type in a column of bytes.');
}

function bytesOf(array: Int8Array | Uint32Array | Float32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
