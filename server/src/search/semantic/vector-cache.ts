import type { IndexReader } from '../index/index-reader.ts';
import type { LsaModel } from '../lsa/lsa-model.ts';
import { createVectorRows, type VectorRows } from './vector-rows.ts';

/** The models and vectors that searches use, read from index files on first use and kept within a budget. */
export interface VectorCache {
  /**
   * What the file holds now, inside a snapshot of it: null when it has no model, `too_large` when its vectors
   * alone are above the budget.
   */
  of(path: string, reader: IndexReader): LoadedVectors | 'too_large' | null;
  forget(path: string): void;
  /** Bytes held, at most the budget. */
  bytes(): number;
}

export interface LoadedVectors {
  /** Of an embedding model `provider/model`, which alone can place a query; empty for the workspace's own. */
  name: string;
  model: LsaModel;
  rows: VectorRows;
}

interface Entry extends LoadedVectors {
  modelId: number;
  /** The change of the file that this holds. */
  applied: number;
  lastId: number;
}

/** Memory of forgotten rows is given back by loading anew once they are more than a quarter and worth the while. */
const FORGOTTEN_SHARE = 0.25;
const FORGOTTEN_LEAST = 1000;

export function createVectorCache(budget: number): VectorCache {
  const entries = new Map<string, Entry>();
  const bytes = () => [...entries.values()].reduce((sum, entry) => sum + bytesOf(entry), 0);

  /** Least recently used first, and never beyond what is needed. */
  function makeRoom(needed: number): void {
    for (const path of entries.keys()) {
      if (bytes() + needed <= budget) return;
      entries.delete(path);
    }
  }

  return {
    of(path, reader) {
      const modelId = reader.modelId();
      const known = entries.get(path);
      entries.delete(path);
      if (modelId === 0) return null;
      const usable = known?.modelId === modelId && update(known, reader);
      if (!usable) {
        const expected = expectedBytes(reader, modelId);
        if (expected > budget) return 'too_large';
        makeRoom(expected);
      }
      const entry = usable ? known : load(reader, modelId);
      makeRoom(bytesOf(entry));
      if (bytesOf(entry) > budget) return 'too_large';
      entries.set(path, entry);
      return entry;
    },
    forget: (path) => void entries.delete(path),
    bytes,
  };
}

function load(reader: IndexReader, modelId: number): Entry {
  const model = reader.model(modelId);
  const rows = createVectorRows(model.projection.dimensions, reader.chunkCount());
  const name = reader.modelName(modelId);
  const entry: Entry = { name, modelId, model, rows, applied: reader.applied(), lastId: 0 };
  addNew(entry, reader);
  return entry;
}

/** Takes in what changed since; false when loading anew is better. */
function update(entry: Entry, reader: IndexReader): boolean {
  const applied = reader.applied();
  // An endpoint's vectors come after the change that brought the chunks.
  if (entry.applied === applied && reader.lastVector(entry.modelId) <= entry.lastId) return true;
  entry.rows.keepSources(reader.sources());
  const forgotten = entry.rows.forgotten();
  if (forgotten > FORGOTTEN_LEAST && forgotten > FORGOTTEN_SHARE * entry.rows.size()) return false;
  addNew(entry, reader);
  entry.applied = applied;
  return true;
}

function addNew(entry: Entry, reader: IndexReader): void {
  for (const [id, source, scale, values] of reader.vectors(entry.modelId, entry.lastId)) {
    entry.rows.add(id, source, scale, values);
    entry.lastId = id;
  }
}

function bytesOf({ model, rows }: LoadedVectors): number {
  const { hashes, weights, projection } = model;
  const { scales, values } = projection;
  return rows.bytes() + hashes.byteLength + weights.byteLength + scales.byteLength + values.byteLength;
}

/** What loading will take, near enough: rows are padded, and each has an id, a scale and a place in memory. */
function expectedBytes(reader: IndexReader, modelId: number): number {
  const { terms, dimensions } = reader.modelSize(modelId);
  return reader.chunkCount() * (dimensions + 32) + terms * (dimensions + 12);
}
