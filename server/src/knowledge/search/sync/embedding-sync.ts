import type { Log } from '../../../kernel/log.ts';
import type { ChunkStore } from '../stores/contract.ts';
import type { IndexThread } from '../threads/index-threads.ts';
import type { IndexerOperations } from '../threads/thread-messages.ts';
import type { Embedder } from './embedder.ts';

/** Adds the vectors of an embedding model to the chunks of index files, in the background. */
export type EmbeddingSync = ReturnType<typeof createEmbeddingSync>;

export interface Backlog {
  /** Number of chunks without a vector. */
  left: number;
  /** Why the model's last call failed; null if it succeeded. */
  failure: string | null;
}

interface Deps {
  indexer: IndexThread<IndexerOperations>;
  pathOf(workspaceId: string): string;
  store: ChunkStore;
  embedder: Embedder;
  log: Log;
}

/** Several batches of an embedding call, which are requested in parallel. */
const CHUNKS_AT_ONCE = 512;
const INDEXER_TIMEOUT_MS = 120_000;
/** How long to wait while a change is being written to the file. */
const BUSY_WAIT_MS = 20;
/** How long to wait after a failure; doubled with each further one up to `MAX_WAIT_MS`. */
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 300_000;

interface State {
  left: number;
  failure: string | null;
  failures: number;
  running: Promise<void> | null;
  again: boolean;
  timer: NodeJS.Timeout | null;
}

export function createEmbeddingSync(deps: Deps) {
  const states = new Map<string, State>();
  const over = new AbortController();

  function start(workspaceId: string): void {
    if (over.signal.aborted) return;
    const state = states.get(workspaceId) ?? newState();
    states.set(workspaceId, state);
    state.again = true;
    // While it waits after a failure, the timer continues it.
    if (state.timer === null) run(workspaceId, state);
  }

  function run(workspaceId: string, state: State): void {
    state.running ??= work(workspaceId, state).finally(() => {
      state.running = null;
      if (state.again && state.timer === null && !isOver(workspaceId, state)) run(workspaceId, state);
      else if (state.left === 0 && state.failure === null) states.delete(workspaceId);
    });
  }

  const isOver = (workspaceId: string, state: State) =>
    over.signal.aborted || states.get(workspaceId) !== state;

  async function work(workspaceId: string, state: State): Promise<void> {
    state.again = false;
    try {
      while (!isOver(workspaceId, state)) {
        const wait = await embedNext(deps, workspaceId, state, over.signal);
        if (wait === 'done') return;
        if (wait > 0) return later(workspaceId, state, wait);
      }
    } catch (error) {
      if (isOver(workspaceId, state)) return;
      deps.log.error({ err: error, workspaceId }, 'chunks could not be embedded');
      later(workspaceId, state, failed(state, String(error), 0));
    }
  }

  function later(workspaceId: string, state: State, wait: number): void {
    state.timer = setTimeout(() => {
      state.timer = null;
      run(workspaceId, state);
    }, wait);
    state.timer.unref();
  }

  function forget(workspaceId: string): void {
    const state = states.get(workspaceId);
    if (state?.timer) clearTimeout(state.timer);
    states.delete(workspaceId);
  }

  return {
    /** Starts a sync: the file was opened or changed, so there may be chunks without a vector. */
    start,
    /** The remaining work; null if none is known. */
    backlog: (workspaceId: string): Backlog | null => {
      const state = states.get(workspaceId);
      return state && state.left > 0 ? { left: state.left, failure: state.failure } : null;
    },
    forget,
    async stop(): Promise<void> {
      over.abort();
      const running = [...states.values()].map((state) => state.running);
      for (const workspaceId of [...states.keys()]) forget(workspaceId);
      await Promise.all(running);
    },
  };
}

function newState(): State {
  return { left: 0, failure: null, failures: 0, running: null, again: false, timer: null };
}

/** Embeds one page. Returns the delay before the next one, or that none is left. */
async function embedNext(
  { indexer, pathOf, store, embedder, log }: Deps,
  workspaceId: string,
  state: State,
  signal: AbortSignal,
): Promise<number | 'done'> {
  const path = pathOf(workspaceId);
  const missing = await indexer.call('missingVectors', { path, most: CHUNKS_AT_ONCE }, INDEXER_TIMEOUT_MS);
  if (missing === 'busy') return BUSY_WAIT_MS;
  state.left = missing.left;
  if (missing.left === 0) return 'done';
  const known = await store.chunksById(
    workspaceId,
    missing.chunks.map(({ chunkId }) => chunkId),
  );
  const chunks = missing.chunks.flatMap(({ id, chunkId }) => {
    const chunk = known.get(chunkId);
    return chunk
      ? [{ id, chunkId, text: [chunk.source_title, ...chunk.heading, chunk.text].join('\n') }]
      : [];
  });
  // Deleted from the database: the change that removes them from the index will follow.
  if (chunks.length === 0) return 'done';
  const embedded = await embedder.ofChunks(
    workspaceId,
    chunks.map(({ text }) => text),
    signal,
  );
  if (!embedded.ok) {
    log.warn(
      { workspaceId, model: embedder.name, left: state.left },
      `chunks could not be embedded: ${embedded.message}`,
    );
    return failed(state, embedded.message, embedded.retryAfterMs);
  }
  const vectors = chunks.map(({ id, chunkId }, at) => ({
    id,
    chunkId,
    vector: embedded.value[at] ?? new Float32Array(),
  }));
  const added = await indexer.call('addVectors', { path, after: missing.after, vectors }, INDEXER_TIMEOUT_MS);
  if (!added) return BUSY_WAIT_MS;
  state.left -= vectors.length;
  state.failures = 0;
  state.failure = null;
  return 0;
}

/** Records a failure and returns the delay. */
function failed(state: State, message: string, retryAfterMs: number): number {
  state.failure = message;
  state.failures++;
  return Math.min(MAX_WAIT_MS, Math.max(retryAfterMs, FIRST_WAIT_MS * 2 ** state.failures));
}
