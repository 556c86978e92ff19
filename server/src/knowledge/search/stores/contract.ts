import type { Static } from 'typebox';
import type { ChunkLocation } from '../../../platform/http/schemas.ts';
import type { IndexedChunk } from '../index/index-writer.ts';

/**
 * The database as the index reads it. The change numbers of a workspace start at 1 and rise with every change of its
 * chunks, in the order in which changes become visible: the transaction that makes a change takes its number from a row
 * that it locks.
 */
export interface ChunkStore {
  /** The number of the last change; 0 if there is none. */
  latestChange(workspaceId: string): Promise<number>;
  /** The latest change of every workspace that has one and is not deleted. */
  latestChanges(): Promise<{ workspaceId: string; change: number }[]>;
  /**
   * Changes above `after` in order, at most `limit`; empty only if there is none. A change may be omitted if the same
   * source has a later one. A deletion is listed as long as an index may not have it.
   */
  changesSince(workspaceId: string, after: number, limit: number): Promise<SourceChange[]>;
  /**
   * A page of a source's chunks at a revision, by ordinal (0, 1, 2 …) from `fromOrdinal`, at most `limit`; fewer only
   * at the end. Null if the source is no longer at that revision: then there is a later change of it.
   */
  chunksOf(
    workspaceId: string,
    sourceId: string,
    revision: number,
    fromOrdinal: number,
    limit: number,
  ): Promise<IndexedChunk[] | null>;
  /**
   * The chunks with these ids; those of deleted sources are absent. Replaced chunks are kept until the index had time
   * to follow: it may still find them, and their source must not disappear from results in the meantime.
   */
  chunksById(workspaceId: string, chunkIds: readonly string[]): Promise<Map<string, StoredChunk>>;
  /** The ids of sources that are datasets: records for evaluations or look-ups rather than texts to read. */
  datasetsAmong(workspaceId: string, sourceIds: readonly string[]): Promise<Set<string>>;
  workspaceExists(workspaceId: string): Promise<boolean>;
}

/** All chunks of a source were replaced (also if it is new or has a new title), or the source was deleted. */
export type SourceChange =
  | { change: number; kind: 'replace'; sourceId: string; revision: number; title: string }
  | { change: number; kind: 'delete'; sourceId: string };

/** A chunk in search results; `start` and `end` are offsets in the source's content, in UTF-16 code units. */
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

/** The place of a chunk in its document in search results, besides its headings. */
export type Place = Omit<Static<typeof ChunkLocation>, 'heading' | 'start' | 'end'>;
