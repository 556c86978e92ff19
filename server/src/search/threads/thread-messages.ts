import type { MissingVectors, PlacedVector } from '../index/embedding-vectors.ts';
import type { Highlight } from '../index/highlighter.ts';
import type { Phrase } from '../index/index-schema.ts';
import type { IndexedChunk } from '../index/index-writer.ts';
import type { TrainedOn } from '../index/train-index.ts';
import type { TrainingTiming } from '../index/training-scheduler.ts';
import type { QueryAnswer, QueryRequest } from '../query/run-query.ts';

export interface SearchThreadData {
  /** What vectors and models may take of the search thread's memory. */
  vectorMemoryBytes: number;
}

export interface IndexerThreadData {
  training: TrainingTiming;
  /** The name of the embedding model that is configured; null = none. */
  embedding: string | null;
}

/** What the indexer thread tells unasked. */
export type IndexerNotice =
  | ({ kind: 'trained'; path: string; ms: number } & TrainedOn)
  | { kind: 'training_failed'; path: string; error: string };

/** What the search thread can be asked. A `path` names an index file. */
export type SearchOperations = {
  search(input: { path: string } & Omit<QueryRequest, 'now'>): SearchAnswer;
  highlight(input: { texts: string[]; phrases: Phrase[] }): Highlight[][];
  close(input: { path: string }): void;
};

/** `missing` and `damaged` files are the indexer's to make anew. */
export type SearchAnswer = ({ state: 'ok' } & QueryAnswer) | { state: 'missing' | 'damaged' };

/** What the indexer thread can be asked. `applied` is the last change that is in the file. */
export type IndexerOperations = {
  /** Makes a missing file; `applied` is null where the file is damaged or of another version. */
  open(input: { path: string }): { applied: number | null };
  /**
   * A page of a change. The `first` page takes the source's old chunks out, the `last` one makes the whole change
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
  /** Undoes a change that was begun. */
  abandon(input: { path: string }): void;
  /** Says that nothing up to this change is missing. */
  advance(input: { path: string; change: number }): void;
  /** Chunks that the embedding model has to be asked for; `busy` while a change is being written. */
  missingVectors(input: { path: string; most: number }): MissingVectors | 'busy';
  /** False, and nothing is done, while a change is being written. */
  placeVectors(input: { path: string; after: number; vectors: PlacedVector[] }): boolean;
  /** Deletes the file, which nobody else may have open: SQLite takes what lies beside a path for its own. */
  remove(input: { path: string }): void;
};

/** Milliseconds on a clock that only goes forward and that all threads of a process share. */
export function monotonicNow(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
