import type { ChunkVector, MissingVectors } from '../index/embedding-vectors.ts';
import type { Highlight } from '../index/highlighter.ts';
import type { Phrase } from '../index/index-schema.ts';
import type { IndexedChunk } from '../index/index-writer.ts';
import type { TrainedOn } from '../index/train-index.ts';
import type { TrainingTiming } from '../index/training-scheduler.ts';
import type { QueryAnswer, QueryRequest } from '../query/run-query.ts';

export interface SearchThreadData {
  /** Maximum memory of vectors and models in the search thread. */
  vectorMemoryBytes: number;
}

export interface IndexerThreadData {
  training: TrainingTiming;
  /** The name of the configured embedding model; null for none. */
  embedding: string | null;
}

/** What the indexer thread reports by itself. */
export type IndexerNotice =
  | ({ kind: 'trained'; path: string; ms: number } & TrainedOn)
  | { kind: 'training_failed'; path: string; error: string };

/** The requests of the search thread. A `path` names an index file. */
export type SearchOperations = {
  search(input: { path: string } & Omit<QueryRequest, 'now'>): SearchAnswer;
  highlight(input: { texts: string[]; phrases: Phrase[] }): Highlight[][];
  close(input: { path: string }): void;
};

/** The indexer rebuilds `missing` and `damaged` files. */
export type SearchAnswer = ({ state: 'ok' } & QueryAnswer) | { state: 'missing' | 'damaged' };

/** The requests of the indexer thread. `applied` is the last change in the file. */
export type IndexerOperations = {
  /** Creates a missing file; `applied` is null if the file is damaged or of another version. */
  open(input: { path: string }): { applied: number | null };
  /**
   * A page of a change. The `first` page removes the source's old chunks, the `last` one makes the whole change
   * visible; a deleted source is one page without chunks.
   */
  apply(input: {
    path: string;
    change: number;
    sourceId: string;
    title: string;
    chunks: IndexedChunk[];
    first: boolean;
    last: boolean;
  }): void;
  /** Rolls back a started change. */
  abandon(input: { path: string }): void;
  /** Records that the file has everything up to this change. */
  advance(input: { path: string; change: number }): void;
  /** Chunks without a vector of the embedding model; `busy` while a change is being written. */
  missingVectors(input: { path: string; most: number }): MissingVectors | 'busy';
  /** Adds vectors of the embedding model. Returns false and adds nothing while a change is being written. */
  addVectors(input: { path: string; after: number; vectors: ChunkVector[] }): boolean;
  /** Deletes the file. No other connection may have it open, because SQLite uses the files beside a path as its own. */
  remove(input: { path: string }): void;
};
