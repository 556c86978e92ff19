import type { Highlight } from './index/highlighter.ts';
import type { SearchMode } from './query/run-query.ts';
import type { Place } from './stores/contract.ts';

export const SEARCH_MODES = ['keyword', 'semantic', 'hybrid'] as const satisfies SearchMode[];

export interface SearchInput {
  query: string;
  /** Absent = hybrid where the workspace has a model, keyword otherwise. */
  mode?: SearchMode;
  /** How many results at most, 1 to 100. */
  limit: number;
  /** Only chunks of these sources; an empty list matches nothing. */
  sourceIds?: readonly string[];
}

export interface SearchResult {
  chunk_id: string;
  source_id: string;
  source_title: string;
  text: string;
  /** In [0, 1]; see `RankedHit` for what it is in each mode. */
  score: number;
  location: { heading: string[]; start: number; end: number } & Place;
  url: string | null;
  /** Matched passages of `text`, in UTF-16 code units. */
  highlights: Highlight[];
}

export interface SearchResults {
  results: SearchResult[];
  /** The mode it was answered in; another one than asked for comes with a warning. */
  mode: SearchMode;
  /** Milliseconds, with what the database and the queue took. */
  took_ms: number;
  warnings: string[];
}

export interface SearchEngine {
  /** Answers within about a second. Throws `not_ready` when its thread dies. */
  search(workspaceId: string, input: SearchInput): Promise<SearchResults>;
  /** Resolves once a search on this node finds this change; a source is `ready` only after it. */
  waitUntilIndexed(workspaceId: string, change: number): Promise<void>;
  /** A hint that the workspace has a new change: the index starts on it before anybody asks. */
  changed(workspaceId: string): void;
  /** Deletes the index of a deleted workspace. */
  drop(workspaceId: string): Promise<void>;
  /** Deletes the indexes of workspaces that do not exist; also done at start and hourly. */
  sweep(): Promise<void>;
  stop(): Promise<void>;
}
