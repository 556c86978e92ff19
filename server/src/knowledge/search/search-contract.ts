import type { Static } from 'typebox';
import type { ChunkLocation } from '../../platform/http/schemas.ts';
import type { Highlight } from './index/highlighter.ts';
import type { SearchMode } from './query/run-query.ts';

export const SEARCH_MODES = ['keyword', 'semantic', 'hybrid'] as const satisfies SearchMode[];

/** A search as the engine takes it. */
export interface SearchInput {
  query: string;
  /** Absent = hybrid where the workspace has a model, keyword otherwise. */
  mode?: SearchMode;
  /** How many results at most, 1 to 100. */
  limit: number;
  /** Only chunks of these sources; an empty list matches nothing. */
  sourceIds?: readonly string[];
  /**
   * Waits up to 20 s until the index holds every change that there is, and throws `not_ready` where it does not: for
   * measurements, which a part of the index would falsify. Otherwise a warning says that the index is behind.
   */
  current?: boolean;
}

export interface SearchResult {
  chunk_id: string;
  source_id: string;
  source_title: string;
  text: string;
  /** In [0, 1]; see `RankedHit` for its meaning in each mode. */
  score: number;
  location: Static<typeof ChunkLocation>;
  url: string | null;
  /** Matched passages of `text`, in UTF-16 code units. */
  highlights: Highlight[];
  /** The sentence or line of `text` that matches best; null if it contains no word of the query. */
  excerpt: Highlight | null;
  /** A row of a dataset: it has half its score. */
  is_dataset: boolean;
}

export interface SearchResults {
  results: SearchResult[];
  /** The mode that was used. If it is not the requested one, a warning says why. */
  mode: SearchMode;
  /** Milliseconds, with the time of the database and of waiting for the thread. */
  took_ms: number;
  warnings: string[];
}

/** The search index of this node: one file for each workspace, derived from the database. */
export interface SearchEngine {
  /** Answers within about a second, unless it is to be `current`. Throws `not_ready` when its thread dies. */
  search(workspaceId: string, input: SearchInput): Promise<SearchResults>;
  /** Resolves once searches on this node find this change; a source is `ready` only after that. */
  waitUntilIndexed(workspaceId: string, change: number): Promise<void>;
  /** Tells the index that the workspace has a new change, so that it starts on it before the next search. */
  changed(workspaceId: string): void;
  /** Makes the indexes of all workspaces; resolves, when they hold what there was, to how many could not be made. */
  warm(): Promise<number>;
  /** Deletes the index of a deleted workspace. */
  drop(workspaceId: string): Promise<void>;
  /** Deletes the indexes of workspaces that do not exist; also done at start and every hour. */
  sweep(): Promise<void>;
  stop(): Promise<void>;
}
