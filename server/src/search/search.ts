import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../kernel/log.ts';
import { answerQuery } from './answer-query.ts';
import type { SearchMode } from './answer-search.ts';
import { createCatchUp } from './catch-up.ts';
import { createEmbedIndex } from './embed-index.ts';
import { createEmbedder, type EmbeddingSettings } from './embedder.ts';
import type { Highlight } from './highlight-index.ts';
import { startIndexerThread, startSearchThread } from './index-threads.ts';
import type { Place, SearchStore } from './search-store.ts';
import { TRAINING_TIMING, type TrainingTiming } from './trainer.ts';

export type { SearchMode } from './answer-search.ts';
export { createChunkStore } from './chunk-store.ts';
export type { EmbeddingSettings } from './embedder.ts';
export { createEmbeddingStore } from './embedding-store.ts';
export type { Highlight } from './highlight-index.ts';
export type { IndexedChunk } from './index-file.ts';
export type { Place, SearchStore, SourceChange, StoredChunk } from './search-store.ts';
export { createSearching, type Searching } from './searching.ts';

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

export interface Search {
  /** Answers within about a second. Throws `not_ready` when its thread dies. */
  search(workspaceId: string, input: SearchInput): Promise<SearchResults>;
  /** Resolves once a search on this node finds this change; a source is `ready` only after it. */
  caughtUp(workspaceId: string, change: number): Promise<void>;
  /** A hint that the workspace has a new change: the index starts on it before anybody asks. */
  changed(workspaceId: string): void;
  /** Deletes the index of a deleted workspace. */
  drop(workspaceId: string): Promise<void>;
  /** Deletes the indexes of workspaces that do not exist; also done at start and hourly. */
  sweep(): Promise<void>;
  stop(): Promise<void>;
}

export interface SearchDeps {
  /** The index files live in its folder `index`. */
  dataDir: string;
  store: SearchStore;
  log: Log;
  /** What vectors may take of the memory, in bytes; a workspace that needs more is searched by keyword. */
  vectorMemoryBytes?: number;
  training?: TrainingTiming;
  /** A model at an endpoint takes the place of the workspaces' own; null = none. */
  embedding?: EmbeddingSettings | null;
}

/** Enough for one workspace of a million chunks or many small ones. */
const VECTOR_MEMORY_BYTES = 512 * 2 ** 20;
const SWEEP_EVERY_MS = 3_600_000;

/**
 * The search index of this node: one file for each workspace, derived from `store` and built anew whenever it
 * is missing, damaged or of another version. Starts two threads; `stop` ends them.
 */
export function createSearch({
  dataDir,
  store,
  log,
  vectorMemoryBytes = VECTOR_MEMORY_BYTES,
  training = TRAINING_TIMING,
  embedding = null,
}: SearchDeps): Search {
  const folder = join(dataDir, 'index');
  mkdirSync(folder, { recursive: true });
  const pathOf = (workspaceId: string) => join(folder, `${workspaceId}.sqlite`);
  const searcher = startSearchThread(log, { vectorMemoryBytes });
  const indexer = startIndexerThread(log, { training, embedding: embedding?.name ?? null });
  const embedder = embedding && createEmbedder(embedding);
  const embedIndex = embedder && createEmbedIndex({ indexer, pathOf, store, embedder, log });
  const caughtUp = (workspaceId: string) => embedIndex?.touched(workspaceId);
  const catchUp = createCatchUp({ store, indexer, searcher, pathOf, caughtUp, log });

  async function sweep(): Promise<void> {
    const names = readdirSync(folder).flatMap((name) => /^([^.]+)\.sqlite/.exec(name)?.[1] ?? []);
    for (const workspaceId of new Set(names)) {
      if (!(await store.workspaceExists(workspaceId))) await catchUp.drop(workspaceId);
    }
  }

  let stopped = false;
  const sweepLogged = () =>
    sweep().catch((err: unknown) => {
      if (!stopped) log.error({ err }, 'the sweep of index files failed');
    });
  let sweeping = sweepLogged();
  const timer = setInterval(() => {
    sweeping = sweepLogged();
  }, SWEEP_EVERY_MS);
  timer.unref();

  return {
    search: (workspaceId, input) =>
      answerQuery(
        { store, searcher, catchUp, embedder, embedIndex, path: pathOf(workspaceId) },
        workspaceId,
        input,
      ),
    caughtUp: (workspaceId, change) => catchUp.reach(workspaceId, change),
    changed: (workspaceId) => catchUp.hint(workspaceId),
    drop(workspaceId) {
      embedIndex?.forget(workspaceId);
      return catchUp.drop(workspaceId);
    },
    sweep,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await embedIndex?.stop();
      await catchUp.stop();
      await Promise.all([searcher.stop(), indexer.stop()]);
      await sweeping;
    },
  };
}
