import type { DatabaseSync } from 'node:sqlite';
import { quantize } from '../lsa/int8-quantization.ts';
import { foldIn, type LsaModel } from '../lsa/lsa-model.ts';
import { seededRandom } from '../lsa/seeded-random.ts';
import { type BagOfWords, decodeBag } from '../text/bag-of-words.ts';
import { currentIsEmbeddingModel, embeddingModelId } from './embedding-vectors.ts';
import { type Run, readMeta } from './index-statements.ts';

/**
 * Models and vectors of an index file, for the one who writes it. The file names one model as current; whatever
 * else is in it is being made, or was left by one who did not get to the end, and no search sees it.
 */
export interface VectorWriter {
  /** Gives a new chunk its vector; inside a transaction. Nothing while there is no model. */
  add(id: number, source: number, bag: BagOfWords): void;
  state(): TrainingState;
  /** Row ids of all chunks, or of a seeded sample of so many, ascending. */
  sample(most: number): number[];
  bags(ids: readonly number[]): BagOfWords[];
  /** Keeps a new model without making it current; returns its id. */
  save(model: LsaModel, trained: number, lastChunk: number): number;
  /** Gives the next `most` chunks after `after` a vector of a saved model; returns the last of them, or null. */
  fill(modelId: number, model: LsaModel, after: number, most: number): number | null;
  /** Makes a model current whose vectors are filled up to `after`; those of chunks added since are made here. */
  switchTo(modelId: number, model: LsaModel, after: number): void;
  /** Takes out what belongs to other models, up to `most` chunks after `after`; as `fill` returns. */
  purge(after: number, most: number): number | null;
  /** Lets go of the model in memory. */
  release(): void;
}

export interface TrainingState {
  chunks: number;
  /** How many chunks there were when the current model was trained; 0 = there is none. */
  trained: number;
  /** How many came since. */
  added: number;
  lastChunk: number;
  /** An endpoint's model is current: none of the file's own is wanted. */
  external: boolean;
}

const SAMPLE_SEED = 7;
const EVERYTHING = Number.MAX_SAFE_INTEGER;

/** `wanted` is the name of the embedding model that is configured; null = none. */
export function createVectorWriter(db: DatabaseSync, run: Run, wanted: string | null = null): VectorWriter {
  let kept: { id: number; model: LsaModel } | null = null;
  const currentId = () => Number(readMeta(db, 'model') ?? 0);
  const current = () => {
    const id = currentId();
    if (kept?.id !== id)
      kept = id === 0 || currentIsEmbeddingModel(db) ? null : { id, model: readModel(db, id) };
    return kept;
  };
  const wantedIsCurrent = () => wanted !== null && currentId() === embeddingModelId(db, wanted);
  const put = (modelId: number, model: LsaModel, id: number, source: number, bag: BagOfWords) => {
    const { vector } = foldIn(model, bag);
    if (!vector) return;
    const row = new Int8Array(vector.length);
    const scale = quantize(vector, row);
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
    add(id, source, bag) {
      const used = current();
      if (used) put(used.id, used.model, id, source, bag);
    },
    state: () => ({ ...stateOf(db), external: wantedIsCurrent() }),
    sample(most) {
      const ids = db
        .prepare('SELECT id FROM chunk ORDER BY id')
        .all()
        .map(({ id }) => Number(id));
      return ids.length <= most ? ids : sampleOf(ids, most);
    },
    bags: (ids) =>
      db
        .prepare('SELECT terms FROM bag WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id')
        .all(JSON.stringify(ids))
        .map(({ terms }) => decodeBag(blob(terms))),
    save: (model, trained, lastChunk) =>
      run(
        "INSERT INTO model (name, trained, last_chunk, hashes, weights, dimensions, scales, projection) VALUES ('', ?, ?, ?, ?, ?, ?, ?)",
        trained,
        lastChunk,
        bytesOf(model.hashes),
        bytesOf(model.weights),
        model.projection.dimensions,
        bytesOf(model.projection.scales),
        bytesOf(model.projection.values),
      ).id,
    fill: (modelId, model, after, most) => inTransaction(db, () => fill(modelId, model, after, most)),
    switchTo(modelId, model, after) {
      if (wantedIsCurrent()) return;
      inTransaction(db, () => {
        fill(modelId, model, after, EVERYTHING);
        run("UPDATE meta SET value = ? WHERE key = 'model'", modelId);
      });
    },
    purge(after, most) {
      return inTransaction(db, () => {
        const model = currentId();
        const chunks = db.prepare('SELECT id FROM chunk WHERE id > ? ORDER BY id LIMIT ?').all(after, most);
        const last = lastOf(chunks);
        const kept = embeddingModelId(db, wanted);
        const others = 'DELETE FROM vector WHERE id > ? AND id <= ? AND model NOT IN (?, ?)';
        run(others, after, last ?? EVERYTHING, model, kept);
        if (last === null) run('DELETE FROM model WHERE id NOT IN (?, ?)', model, kept);
        return last;
      });
    },
    release() {
      kept = null;
    },
  };
}

/** A model of an index file; also for the search thread's connections. */
export function readModel(db: DatabaseSync, id: number): LsaModel {
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

function stateOf(db: DatabaseSync): Omit<TrainingState, 'external'> {
  const count = (sql: string, ...values: number[]) => Number(db.prepare(sql).get(...values)?.n ?? 0);
  const of = 'FROM model WHERE id = ?';
  const model = Number(readMeta(db, 'model') ?? 0);
  const trainedUpTo = count(`SELECT last_chunk AS n ${of}`, model);
  return {
    chunks: Number(readMeta(db, 'chunks')),
    trained: count(`SELECT trained AS n ${of}`, model),
    added: count('SELECT count(*) AS n FROM chunk WHERE id > ?', trainedUpTo),
    lastChunk: count('SELECT max(id) AS n FROM chunk'),
  };
}

/** The first `most` of a seeded shuffle, in their old order. */
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
  throw new Error('The index file holds something else where bytes belong.');
}

function bytesOf(array: Int8Array | Uint32Array | Float32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
