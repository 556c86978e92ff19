import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { SearchEngine, SearchInput, SearchResults } from '../../src/knowledge/search/search-contract.ts';
import { createSearchEngine, type SearchEngineDeps } from '../../src/knowledge/search/search-engine.ts';
import { createMemoryChunkStore, type MemoryChunk, type MemoryChunkStore } from './memory-chunk-store.ts';
import { silentLog } from './silent-log.ts';

/** A search engine on a folder of its own, with its chunks in memory. */
export interface TestEngine {
  dataDir: string;
  store: MemoryChunkStore;
  readonly engine: SearchEngine;
  /** The path of a workspace's index file. */
  fileOf(workspace: string): string;
  /** Adds or replaces a source; resolves once searches find it. */
  put(workspace: string, source: string, title: string, chunks: readonly MemoryChunk[]): Promise<void>;
  /** Searches for up to 100 results; see `searchInTime`. */
  ask(workspace: string, query: string, input?: Partial<SearchInput>): Promise<SearchResults>;
  /** The texts of the results. */
  found(workspace: string, query: string, input?: Partial<SearchInput>): Promise<string[]>;
  /** Resolves once a search for the word uses a trained model. */
  trained(workspace: string, word: string): Promise<void>;
  stop(): Promise<void>;
  /** Starts the engine again on the same folder, with these options instead of the former ones. */
  restart(options?: Partial<SearchEngineDeps>): Promise<void>;
  close(): Promise<void>;
}

/** No model is trained: one that came in the middle of a test would change the mode of its answers. */
export const NO_TRAINING = { soonMs: 3_600_000, laterMs: 3_600_000 };

const ATTEMPTS = 500;

/** Sends the search again while it ends at its deadline, as it may on a busy machine. */
export async function searchInTime(
  engine: SearchEngine,
  workspace: string,
  input: SearchInput,
): Promise<SearchResults> {
  for (let attempt = 1; ; attempt++) {
    const answer = await engine.search(workspace, input);
    const isLate = answer.warnings.some((warning) => warning.startsWith('deadline_reached'));
    if (!isLate || attempt === ATTEMPTS) return answer;
  }
}

export function openTestEngine(options: Partial<SearchEngineDeps> = {}): TestEngine {
  const dataDir = mkdtempSync(join(tmpdir(), 'touchstone-search-'));
  const store = createMemoryChunkStore();
  const start = (more: Partial<SearchEngineDeps> = {}) =>
    createSearchEngine({ dataDir, store, log: silentLog, training: NO_TRAINING, ...options, ...more });
  let engine = start();
  const ask: TestEngine['ask'] = (workspace, query, input = {}) =>
    searchInTime(engine, workspace, { query, limit: 100, ...input });
  return {
    dataDir,
    store,
    get engine() {
      return engine;
    },
    fileOf: (workspace) => join(dataDir, 'index', `${workspace}.sqlite`),
    put: (workspace, source, title, chunks) =>
      engine.waitUntilIndexed(workspace, store.put(workspace, source, title, chunks)),
    ask,
    found: async (...asked) => (await ask(...asked)).results.map(({ text }) => text),
    async trained(workspace, word) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        if ((await ask(workspace, word)).mode === 'hybrid') return;
        await sleep(20);
      }
      assert.fail('No model was trained.');
    },
    stop: () => engine.stop(),
    async restart(more) {
      await engine.stop();
      engine = start(more);
    },
    async close() {
      await engine.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
