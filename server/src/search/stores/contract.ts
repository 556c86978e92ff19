import type { IndexedChunk } from '../index/index-writer.ts';

/**
 * What the index reads from the database; the feature that owns sources implements it. A workspace's change
 * numbers start at 1 and rise with every change of its chunks, in the order in which changes become visible:
 * take the number inside the transaction that makes the change, from a row that this transaction locks.
 */
export interface ChunkStore {
  /** The number of the last change; 0 when there was none. */
  latestChange(workspaceId: string): Promise<number>;
  /**
   * Changes above `after`, lowest first, at most `limit`; none only when there is none. A change that a later one
   * of the same source overtook may be left out. A deletion stays listed as long as an index may not have it.
   */
  changesSince(workspaceId: string, after: number, limit: number): Promise<SourceChange[]>;
  /**
   * A page of a source's chunks at a revision, by ordinal (0, 1, 2 …) from `fromOrdinal`, at most `limit`; fewer
   * only at the end. Null when the source is no longer at that revision: a later change of it then exists.
   */
  chunksOf(
    workspaceId: string,
    sourceId: string,
    revision: number,
    fromOrdinal: number,
    limit: number,
  ): Promise<IndexedChunk[] | null>;
  /**
   * The chunks with these ids; those of deleted sources are absent. Replaced ones are there until the index had time
   * to follow: it may still answer with them, and a source must not be lost from answers meanwhile.
   */
  chunksById(workspaceId: string, chunkIds: readonly string[]): Promise<Map<string, StoredChunk>>;
  /** Those of these ids that are sources of the workspace. */
  knownSources(workspaceId: string, sourceIds: readonly string[]): Promise<Set<string>>;
  workspaceExists(workspaceId: string): Promise<boolean>;
}

/** A source's chunks were replaced as a whole (its first ones and a new title too), or the source was deleted. */
export type SourceChange =
  | { change: number; kind: 'replace'; sourceId: string; revision: number; title: string }
  | { change: number; kind: 'delete'; sourceId: string };

/** A chunk as it is answered; `start` and `end` are offsets in the source's content, in UTF-16 code units. */
export interface StoredChunk {
  chunk_id: string;
  source_id: string;
  source_title: string;
  text: string;
  heading: string[];
  /** A deep link, or the source's address. */
  url: string | null;
  start: number;
  end: number;
  place: Place | null;
}

/** Where in its document a chunk stands, beside its headings; as the answers have it. */
export interface Place {
  page?: number;
  path?: string;
  /** From 1, both included. */
  start_line?: number;
  end_line?: number;
  start_seconds?: number;
}
