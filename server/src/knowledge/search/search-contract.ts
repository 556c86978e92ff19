import type { Static } from 'typebox';
import type { ChunkLocation } from '../../platform/http/schemas.ts';
import type { Highlight } from './index/highlighter.ts';
import type { SearchMode } from './query/run-query.ts';

export const SEARCH_MODES = ['keyword', 'semantic', 'hybrid'] as const satisfies SearchMode[];

/** A search request of the engine. */
export interface SearchInput {
  query: string;
  /** Default: hybrid if the workspace has a model, otherwise keyword. */
  mode?: SearchMode;
  /** Maximum number of results, 1 to 100. */
  limit: number;
  /** Only chunks of these sources; an empty list matches nothing. */
  sourceIds?: readonly string[];
  /**
   * Waits up to 20 s until the index has all existing changes, and throws `not_ready` if it does not: for measurements,
   * which an incomplete index would falsify. Without it, a warning says that the index is behind.
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
  /** Whether it is a row of a dataset, whose score is halved. */
  is_dataset: boolean;
}

export interface SearchResults {
  results: SearchResult[];
  /** The mode that was used. If it is not the requested one, a warning gives the reason. */
  mode: SearchMode;
  /** Milliseconds, including the database and waiting for the thread. */
  took_ms: number;
  warnings: string[];
}

/** The search index of this node: one file for each workspace, derived from the database. */
export interface SearchEngine {
  /** Responds within about a second, unless `current` is required. Throws `not_ready` if its thread dies. */
  search(workspaceId: string, input: SearchInput): Promise<SearchResults>;
  /** Resolves once searches on this node include this change; a source is `ready` only after that. */
  waitUntilIndexed(workspaceId: string, change: number): Promise<void>;
  /** Notifies the index of a new change of the workspace, so that it applies it before the next search. */
  changed(workspaceId: string): void;
  /** Builds the indexes of all workspaces. Resolves when they are complete, to the number that could not be built. */
  warm(): Promise<number>;
  /** Deletes the index of a deleted workspace. */
  drop(workspaceId: string): Promise<void>;
  /** Deletes the indexes of workspaces that do not exist; also done at start and every hour. */
  sweep(): Promise<void>;
  stop(): Promise<void>;
}
