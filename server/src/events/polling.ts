import type { Database } from '../db/db.ts';
import type { Log } from '../kernel/log.ts';
import { databaseTime, deletedWorkspaces, revokedKeys } from './event-store.ts';
import type { WorkspaceEvent } from './events.ts';

/** What changed in these workspaces since a database time, as hints; called about once a second. */
export type Poller = (
  workspaceIds: readonly string[],
  since: number,
) => Promise<{ workspaceId: string; event: WorkspaceEvent }[]>;

export interface Listening {
  workspaceIds(): string[];
  actorIds(): string[];
  event(workspaceId: string, event: WorkspaceEvent): void;
  endWorkspace(workspaceId: string): void;
  endActor(actorId: string): void;
}

/** A change that another process made a while before it committed is still seen; what was told is not told again. */
const OVERLAP_MS = 5000;

/** Looks once a second for what other processes did, while somebody listens. */
export function startPolling(
  db: Database,
  log: Log,
  { listening, pollers, everyMs }: { listening: Listening; pollers: readonly Poller[]; everyMs: number },
) {
  const told = new Map<string, number>();
  let since: number | null = null;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    const workspaceIds = listening.workspaceIds();
    if (workspaceIds.length === 0) {
      since = null;
      return;
    }
    const now = await databaseTime(db);
    const from = (since ?? now) - OVERLAP_MS;
    since = now;
    for (const id of await deletedWorkspaces(db, workspaceIds)) listening.endWorkspace(id);
    for (const id of await revokedKeys(db, listening.actorIds())) listening.endActor(id);
    for (const poller of pollers) {
      for (const { workspaceId, event } of await poller(workspaceIds, from)) tell(workspaceId, event);
    }
    for (const [key, at] of told) if (at < performance.now() - 3 * OVERLAP_MS) told.delete(key);
  }

  function tell(workspaceId: string, event: WorkspaceEvent): void {
    if (!told.has(keyOf(workspaceId, event))) listening.event(workspaceId, event);
  }

  function next(): void {
    timer = setTimeout(() => {
      running = look()
        .catch((err) => log.warn({ err }, 'changes of other processes could not be looked for'))
        .finally(() => {
          if (!stopped) next();
        });
    }, everyMs);
  }
  next();

  return {
    /** An event that this process told its listeners. */
    remember: (workspaceId: string, event: WorkspaceEvent) =>
      void told.set(keyOf(workspaceId, event), performance.now()),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

function keyOf(workspaceId: string, event: WorkspaceEvent): string {
  return JSON.stringify([workspaceId, event]);
}
