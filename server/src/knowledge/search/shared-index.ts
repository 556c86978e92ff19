import type { Log } from '../../kernel/log.ts';
import type { Notifications } from '../../platform/db/db.ts';
import type { SearchEngine } from './search-contract.ts';

interface SharedIndexOptions {
  engine: Pick<SearchEngine, 'changed' | 'waitUntilIndexed' | 'warm'>;
  /** Null for a single process. */
  notifications: Notifications | null;
  /** Whether this node builds the indexes of all workspaces before it is ready, and keeps them up to date. */
  keepsIndexes: boolean;
  log: Log;
}

/** The topic of notifications between processes: the workspace whose search index has changes to apply. */
const INDEX_CHANGED = 'search.changed';

/** The search index of this node together with those of others: each is notified of changes that another made. */
export function createSharedIndex({ engine, notifications, keepsIndexes, log }: SharedIndexOptions) {
  let state: 'warm' | 'warming' | 'as_needed' = keepsIndexes ? 'warming' : 'as_needed';

  if (keepsIndexes)
    notifications?.receive(INDEX_CHANGED, (workspaceId) => {
      if (workspaceId !== null) engine.changed(workspaceId);
      // The senders could not say which workspace.
      else
        void engine
          .warm()
          .catch((err) => log.warn({ err }, 'search indexes could not be checked for missed changes'));
    });

  async function warm(): Promise<void> {
    try {
      const failed = await engine.warm();
      state = failed === 0 ? 'warm' : 'as_needed';
      if (failed > 0)
        log.warn(
          { failed },
          'some search indexes could not be built; each is built when its workspace is searched',
        );
    } catch (err) {
      state = 'as_needed';
      log.warn(
        { err },
        'the search indexes could not be built; each is built when its workspace is searched',
      );
    }
  }

  return {
    waitUntilIndexed: engine.waitUntilIndexed,
    /** Notifies the index here and the other nodes of a new change in the workspace. */
    changed(workspaceId: string): void {
      engine.changed(workspaceId);
      notifications?.send(INDEX_CHANGED, workspaceId);
    },
    /** Whether all workspaces can be searched now, or an index is built when its workspace is first searched. */
    state: () => state,
    /** Starts building the indexes of this node. */
    start(): void {
      if (keepsIndexes) void warm();
    },
  };
}
