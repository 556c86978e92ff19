import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../kernel/log.ts';
import { TRAINING_TIMING, type TrainingTiming } from './index/training-scheduler.ts';
import type { SearchEngine } from './search-contract.ts';
import { searchWorkspace } from './search-workspace.ts';
import type { ChunkStore } from './stores/contract.ts';
import { createEmbedder, type EmbeddingSettings } from './sync/embedder.ts';
import { createEmbeddingSync } from './sync/embedding-sync.ts';
import { createIndexSync } from './sync/index-sync.ts';
import { startIndexerThread, startSearchThread } from './threads/index-threads.ts';

export interface SearchEngineDeps {
  /** The directory with the index files in its folder `index`. */
  dataDir: string;
  store: ChunkStore;
  log: Log;
  /** The memory limit for vectors, in bytes; a workspace that needs more is searched by keyword. */
  vectorMemoryBytes?: number;
  training?: TrainingTiming;
  /** A provider's embedding model, used instead of models trained on the workspaces; null for none. */
  embedding?: EmbeddingSettings | null;
}

/** Enough for one workspace of a million chunks or many small ones. */
const VECTOR_MEMORY_BYTES = 512 * 2 ** 20;
const SWEEP_EVERY_MS = 3_600_000;

/**
 * Keeps an index file for each workspace, synced with `store`, and searches it. A missing or damaged file, or one of
 * another version, is rebuilt. The two threads start when they are first needed; `stop` ends them.
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
  const embeddingSync = embedder && createEmbeddingSync({ indexer, pathOf, store, embedder, log });
  const onSynced = (workspaceId: string) => embeddingSync?.start(workspaceId);
  const indexSync = createIndexSync({ store, indexer, searcher, pathOf, onSynced, log });

  async function sweep(): Promise<void> {
    const names = readdirSync(folder).flatMap((name) => /^([^.]+)\.sqlite/.exec(name)?.[1] ?? []);
    for (const workspaceId of new Set(names)) {
      if (!(await store.workspaceExists(workspaceId))) await indexSync.drop(workspaceId);
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
        { store, searcher, indexSync, embedder, embeddingSync, path: pathOf(workspaceId) },
        workspaceId,
        input,
      ),
    waitUntilIndexed: (workspaceId, change) => indexSync.waitFor(workspaceId, change),
    changed: (workspaceId) => indexSync.start(workspaceId),
    async warm() {
      const all = await store.latestChanges();
      // A failure is logged where it occurs; the next search tries again.
      const made = await Promise.allSettled(
        all.map(({ workspaceId, change }) => indexSync.waitFor(workspaceId, change)),
      );
      return made.filter(({ status }) => status === 'rejected').length;
    },
    drop(workspaceId) {
      embeddingSync?.forget(workspaceId);
      return indexSync.drop(workspaceId);
    },
    sweep,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await Promise.all([embeddingSync?.stop(), embedder?.stop()]);
      await indexSync.stop();
      await Promise.all([searcher.stop(), indexer.stop()]);
      await sweeping;
    },
  };
}
