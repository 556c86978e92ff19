import type { Log } from '../../kernel/log.ts';
import type { Notifications } from '../../platform/db/db.ts';
import type { SearchEngine } from './search-contract.ts';

interface SharedIndexOptions {
  engine: Pick<SearchEngine, 'changed' | 'waitUntilIndexed' | 'warm'>;
  /** Null where this is the only process. */
  notifications: Notifications | null;
  /** Whether this node makes the indexes of all workspaces before it is ready, and keeps them so. */
  keepsIndexes: boolean;
  log: Log;
}

/** What processes notify each other of: the workspace whose search index has something to add. */
const INDEX_CHANGED = 'search.changed';

/** The search index of this node beside those of others: each hears of changes that another made. */
export function createSharedIndex({ engine, notifications, keepsIndexes, log }: SharedIndexOptions) {
  let state: 'warm' | 'warming' | 'as_needed' = keepsIndexes ? 'warming' : 'as_needed';

  if (keepsIndexes)
    notifications?.receive(INDEX_CHANGED, (workspaceId) => {
      if (workspaceId !== null) engine.changed(workspaceId);
      // They could not say which.
      else void engine.warm().catch((err) => log.warn({ err }, 'changes of search indexes were missed'));
    });

  async function warm(): Promise<void> {
    try {
      const failed = await engine.warm();
      state = failed === 0 ? 'warm' : 'as_needed';
      if (failed > 0)
        log.warn({ failed }, 'search indexes that could not be made are made as they are searched');
    } catch (err) {
      state = 'as_needed';
      log.warn({ err }, 'the search indexes are made as they are searched');
    }
  }

  return {
    waitUntilIndexed: engine.waitUntilIndexed,
    /** Tells the index here and the other nodes that the workspace has a new change. */
    changed(workspaceId: string): void {
      engine.changed(workspaceId);
      notifications?.send(INDEX_CHANGED, workspaceId);
    },
    /** Whether all workspaces can be searched now, or an index is made when its workspace is searched. */
    state: () => state,
    /** Begins to make the indexes that this node is to have. */
    start(): void {
      if (keepsIndexes) void warm();
    },
  };
}
