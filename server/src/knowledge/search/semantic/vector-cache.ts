import { LRUCache } from 'lru-cache';
import type { IndexReader } from '../index/index-reader.ts';
import type { LsaModel } from '../lsa/lsa-model.ts';
import { createVectorRows, type VectorRows } from './vector-rows.ts';

export interface LoadedVectors {
  /** `provider/model` of an embedding model; empty for a model trained on the workspace. */
  name: string;
  model: LsaModel;
  rows: VectorRows;
  /** The semantic lead of a model trained on the workspace; null for an embedding model. */
  lead: number | null;
  /** The share of the chunks that a model trained on the workspace has not seen; 0 for an embedding model. */
  unseen: number;
}

interface Entry extends LoadedVectors {
  modelId: number;
  /** The change number of the file when this was read. */
  applied: number;
  lastId: number;
}

/** Rows of removed sources stay in memory until they exceed both of these; then the file is read again. */
const REMOVED_SHARE = 0.25;
const REMOVED_LEAST = 1000;

/**
 * The models and vectors that searches use, read from index files on first use and kept within a memory limit.
 * @param limit in bytes; the least recently used entries are evicted for new ones
 */
export function createVectorCache(limit: number) {
  const entries = new LRUCache<string, Entry>({ maxSize: limit, sizeCalculation: bytesOf });

  function makeRoom(needed: number): void {
    while (entries.size > 0 && entries.calculatedSize + needed > limit) entries.pop();
  }

  return {
    /**
     * The vectors of the file's current model, inside a snapshot of the file. Null if it has no model, `too_large` if
     * its vectors alone exceed the limit.
     */
    of(path: string, reader: IndexReader): LoadedVectors | 'too_large' | null {
      const modelId = reader.modelId();
      const known = entries.get(path);
      // Removed while it may grow, because the cache records an entry's size when it is set.
      entries.delete(path);
      if (modelId === 0) return null;
      const usable = known?.modelId === modelId && update(known, reader);
      if (!usable) {
        const expected = expectedBytes(reader, modelId);
        if (expected > limit) return 'too_large';
        // Evicts before loading, so that the old and the new vectors are not in memory together.
        makeRoom(expected);
      }
      const entry = usable ? known : load(reader, modelId);
      // The lead is measured after the model is in use.
      entry.lead = entry.name === '' ? reader.lead(modelId) : null;
      if (bytesOf(entry) > limit) return 'too_large';
      entries.set(path, entry);
      return entry;
    },
    forget: (path: string): void => void entries.delete(path),
    /** Bytes in use, at most the limit. */
    bytes: (): number => entries.calculatedSize,
  };
}

function load(reader: IndexReader, modelId: number): Entry {
  const model = reader.model(modelId);
  const rows = createVectorRows(model.projection.dimensions, reader.chunkCount());
  const name = reader.modelName(modelId);
  const unseen = unseenBy(name, reader, modelId);
  const entry: Entry = {
    name,
    modelId,
    model,
    rows,
    lead: null,
    unseen,
    applied: reader.applied(),
    lastId: 0,
  };
  addNew(entry, reader);
  return entry;
}

/** Applies later changes; false if reading the file again is better. */
function update(entry: Entry, reader: IndexReader): boolean {
  const applied = reader.applied();
  // An embedding model's vectors are added after the change that added their chunks.
  if (entry.applied === applied && reader.lastVector(entry.modelId) <= entry.lastId) return true;
  entry.rows.keepSources(reader.sources());
  const removed = entry.rows.removed();
  if (removed > REMOVED_LEAST && removed > REMOVED_SHARE * entry.rows.size()) return false;
  addNew(entry, reader);
  entry.applied = applied;
  entry.unseen = unseenBy(entry.name, reader, entry.modelId);
  return true;
}

function unseenBy(name: string, reader: IndexReader, modelId: number): number {
  return name === '' ? reader.unseen(modelId) : 0;
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

/**
 * The approximate memory that loading will need: rows are padded, and each has an id, a scale and a place in memory.
 */
function expectedBytes(reader: IndexReader, modelId: number): number {
  const { terms, dimensions } = reader.modelSize(modelId);
  return reader.chunkCount() * (dimensions + 32) + terms * (dimensions + 12);
}
