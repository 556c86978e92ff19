import { AppError } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/log.ts';
import { createSlots } from '../../../kernel/slots.ts';
import type { ChunkStore, SourceChange } from '../stores/contract.ts';
import { IndexDamaged, type IndexThread } from '../threads/index-threads.ts';
import type { IndexerOperations, SearchOperations } from '../threads/thread-messages.ts';

/** Brings index files up to date with the database. */
export type IndexSync = ReturnType<typeof createIndexSync>;

interface Waiter {
  change: number;
  resolve(): void;
  reject(error: unknown): void;
}

/** The state of one workspace's file. */
interface State {
  workspaceId: string;
  /** The last change in the file; -1 until the file was opened. */
  applied: number;
  waiters: Waiter[];
  running: Promise<void> | null;
  /** A sync was requested while one was running: run once more. */
  again: boolean;
  rebuild: boolean;
  closed: boolean;
  dropped: boolean;
}

interface Deps {
  store: ChunkStore;
  indexer: IndexThread<IndexerOperations>;
  searcher: IndexThread<SearchOperations>;
  pathOf(workspaceId: string): string;
  /** Called when the file is up to date. */
  onSynced(workspaceId: string): void;
  log: Log;
}

const CHANGES_PER_READ = 100;
// Few enough that pages of other workspaces run in between.
const CHUNKS_PER_PAGE = 500;
/** Workspaces synced at the same time; each may keep a file busy. */
const MAX_RUNNING = 8;
// More than any page takes: committing a source of 50,000 chunks takes seconds.
const INDEXER_TIMEOUT_MS = 120_000;

export function createIndexSync(deps: Deps) {
  const states = new Map<string, State>();
  const slots = createSlots(MAX_RUNNING);
  let stopped = false;

  function stateOf(workspaceId: string): State {
    let state = states.get(workspaceId);
    if (!state) {
      state = newState(workspaceId);
      states.set(workspaceId, state);
    }
    return state;
  }

  function start(state: State): void {
    state.again = true;
    state.running ??= runAll(state).finally(() => {
      state.running = null;
      // Requested after the last check of `again`, and nothing else would run it.
      if (state.again) start(state);
    });
  }

  async function runAll(state: State): Promise<void> {
    while (state.again && !stopped && !state.dropped) {
      state.again = false;
      try {
        await slots.run(() => syncOnce(deps, state, () => stopped || state.dropped));
        if (!state.again) rejectWaiters(state, unknownChange(state));
      } catch (error) {
        if (!stopped && !state.dropped) {
          deps.log.error(
            { err: error, workspaceId: state.workspaceId },
            'the search index could not be synced with the database',
          );
        }
        rejectWaiters(state, error);
      }
    }
    if (!stopped && !state.dropped) return;
    state.again = false;
    rejectWaiters(state, new AppError('not_ready', 'The search index is stopping.', { retryAfter: 1 }));
  }

  return {
    /** Resolves once the file has this change; rejects if it cannot. */
    waitFor(workspaceId: string, change: number): Promise<void> {
      const state = stateOf(workspaceId);
      if (state.applied >= change) return Promise.resolve();
      if (stopped) return Promise.reject(new AppError('not_ready', 'The search index is stopping.'));
      return new Promise((resolve, reject) => {
        state.waiters.push({ change, resolve, reject });
        start(state);
      });
    },
    /** Starts a sync in the background; a failure is logged. */
    start: (workspaceId: string): void => {
      if (!stopped) start(stateOf(workspaceId));
    },
    /** Rebuilds a damaged or missing file in the background. */
    rebuild(workspaceId: string, reason: 'missing' | 'damaged'): void {
      const state = stateOf(workspaceId);
      // While a sync is running, a missing file is about to be created.
      if (reason === 'missing' && state.running) return;
      state.rebuild = true;
      state.applied = -1;
      if (!stopped) start(state);
    },
    /** Whether the file is being deleted and must not be opened. */
    isClosed: (workspaceId: string): boolean => states.get(workspaceId)?.closed ?? false,
    /** Deletes the file of a deleted workspace. */
    async drop(workspaceId: string): Promise<void> {
      const state = stateOf(workspaceId);
      state.dropped = true;
      await state.running;
      await removeFile(deps, state);
      if (states.get(workspaceId) === state) states.delete(workspaceId);
    },
    async stop(): Promise<void> {
      stopped = true;
      await Promise.all(Array.from(states.values(), (state) => state.running));
    },
  };
}

function newState(workspaceId: string): State {
  return {
    workspaceId,
    applied: -1,
    waiters: [],
    running: null,
    again: false,
    rebuild: false,
    closed: false,
    dropped: false,
  };
}

function unknownChange(state: State): Error {
  return new Error(
    `The database has no such change of workspace ${state.workspaceId}; its index has change ${state.applied}.`,
  );
}

function rejectWaiters(state: State, error: unknown): void {
  for (const waiter of state.waiters.splice(0)) waiter.reject(error);
}

function setApplied(state: State, applied: number): void {
  state.applied = applied;
  const reached = state.waiters.filter((waiter) => waiter.change <= applied);
  state.waiters = state.waiters.filter((waiter) => waiter.change > applied);
  for (const waiter of reached) waiter.resolve();
}

/** Rebuilds a damaged file once. Damage in a new file comes from the disk and is thrown. */
async function syncOnce(deps: Deps, state: State, isOver: () => boolean): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await openFile(deps, state);
      while (!isOver() && (await applyNext(deps, state, isOver)));
      if (!isOver()) deps.onSynced(state.workspaceId);
      return;
    } catch (error) {
      if (!(error instanceof IndexDamaged) || attempt === 2) throw error;
      deps.log.warn(
        { err: error, workspaceId: state.workspaceId },
        'an index file is unusable and is being rebuilt',
      );
      state.rebuild = true;
    }
  }
}

async function openFile(deps: Deps, state: State): Promise<void> {
  const path = deps.pathOf(state.workspaceId);
  if (state.rebuild) await removeFile(deps, state);
  state.rebuild = false;
  // An earlier run may have left a change open, when the database failed in the middle of it.
  await deps.indexer.call('abandon', { path }, INDEXER_TIMEOUT_MS);
  const { applied } = await deps.indexer.call('open', { path }, INDEXER_TIMEOUT_MS);
  if (applied === null) throw new IndexDamaged('The index file is damaged or of another version.');
  setApplied(state, applied);
}

/** Deletes the file. Searches sent before are answered first; none is sent while it is `closed`. */
async function removeFile({ searcher, indexer, pathOf }: Deps, state: State): Promise<void> {
  const path = pathOf(state.workspaceId);
  state.closed = true;
  try {
    await searcher.call('close', { path }, INDEXER_TIMEOUT_MS);
    await indexer.call('remove', { path }, INDEXER_TIMEOUT_MS);
  } finally {
    state.closed = false;
  }
}

/** Applies the next changes; false if the file is up to date. The latest number is read before the list. */
async function applyNext(deps: Deps, state: State, isOver: () => boolean): Promise<boolean> {
  const { store, indexer, pathOf } = deps;
  const latest = await store.latestChange(state.workspaceId);
  if (state.applied >= latest) return false;
  const changes = await store.changesSince(state.workspaceId, state.applied, CHANGES_PER_READ);
  for (const change of changes) {
    if (!(await applyChange(deps, state, change, isOver))) return false;
    setApplied(state, change.change);
  }
  if (changes.length === 0) {
    await indexer.call('advance', { path: pathOf(state.workspaceId), change: latest }, INDEXER_TIMEOUT_MS);
    setApplied(state, latest);
  }
  return true;
}

/**
 * Applies one change, page by page in one transaction, so a search sees the source's old chunks or its new ones. False
 * if it was rolled back because the sync has ended.
 */
async function applyChange(
  deps: Deps,
  state: State,
  change: SourceChange,
  isOver: () => boolean,
): Promise<boolean> {
  const path = deps.pathOf(state.workspaceId);
  const { change: number, sourceId } = change;
  const title = change.kind === 'replace' ? change.title : '';
  for (let from = 0, last = false; !last; from += CHUNKS_PER_PAGE) {
    const chunks = isOver() ? null : await pageOf(deps.store, state.workspaceId, change, from);
    if (chunks === null) {
      // Replaced again or deleted in the meantime: a later change describes it, and the old chunks stay until then.
      await deps.indexer.call('abandon', { path }, INDEXER_TIMEOUT_MS);
      return !isOver();
    }
    last = chunks.length < CHUNKS_PER_PAGE;
    const page = { path, change: number, sourceId, title, chunks, first: from === 0, last };
    await deps.indexer.call('apply', page, INDEXER_TIMEOUT_MS);
  }
  return true;
}

function pageOf(store: ChunkStore, workspaceId: string, change: SourceChange, from: number) {
  if (change.kind === 'delete') return [];
  return store.chunksOf(workspaceId, change.sourceId, change.revision, from, CHUNKS_PER_PAGE);
}
