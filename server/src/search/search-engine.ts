import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../kernel/log.ts';
import { TRAINING_TIMING, type TrainingTiming } from './index/training-scheduler.ts';
import type { SearchEngine } from './search-contract.ts';
import { searchWorkspace } from './search-workspace.ts';
import type { ChunkStore } from './stores/contract.ts';
import { createEmbedder, type EmbeddingSettings } from './sync/embedder.ts';
import { createEmbeddingSync } from './sync/embedding-sync.ts';
import { createIndexSync } from './sync/index-sync.ts';
import { startIndexerThread, startSearchThread } from './threads/index-threads.ts';

export interface SearchEngineDeps {
  /** The index files live in its folder `index`. */
  dataDir: string;
  store: ChunkStore;
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
export function createSearchEngine({
  dataDir,
  store,
  log,
  vectorMemoryBytes = VECTOR_MEMORY_BYTES,
  training = TRAINING_TIMING,
  embedding = null,
}: SearchEngineDeps): SearchEngine {
  const folder = join(dataDir, 'index');
  mkdirSync(folder, { recursive: true });
  const pathOf = (workspaceId: string) => join(folder, `${workspaceId}.sqlite`);
  const searcher = startSearchThread(log, { vectorMemoryBytes });
  const indexer = startIndexerThread(log, { training, embedding: embedding?.name ?? null });
  const embedder = embedding && createEmbedder(embedding);
  const embedIndex = embedder && createEmbeddingSync({ indexer, pathOf, store, embedder, log });
  const waitUntilIndexed = (workspaceId: string) => embedIndex?.touched(workspaceId);
  const catchUp = createIndexSync({ store, indexer, searcher, pathOf, waitUntilIndexed, log });

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
      searchWorkspace(
        { store, searcher, catchUp, embedder, embedIndex, path: pathOf(workspaceId) },
        workspaceId,
        input,
      ),
    waitUntilIndexed: (workspaceId, change) => catchUp.reach(workspaceId, change),
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
