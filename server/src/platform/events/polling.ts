import type { Log } from '../../kernel/log.ts';
import type { Database } from '../db/db.ts';
import { revokedKeys } from '../db/revoked-keys.ts';
import type { FoundChange, Poller, WorkspaceEvent } from './event.ts';
import { databaseTime, deletedWorkspaces, deleteEventsBefore } from './event-store.ts';

export interface Listening {
  workspaceIds(): string[];
  actorIds(): string[];
  event(workspaceId: string, event: WorkspaceEvent): void;
  endWorkspace(workspaceId: string): void;
  endActor(actorId: string): void;
}

/**
 * How far back each poll reads: a change may commit some time after its timestamp, which comes from the clock of a
 * process and may lag behind the database's.
 */
const OVERLAP_MS = 60_000;
/** How long stored events are kept: as far back as a poll reads, plus the difference between clocks. */
const KEPT_MS = 10 * OVERLAP_MS;

/** The last event of a resource. An event published by this process has no version until a poll finds it. */
interface LastPublished {
  data: string;
  version: number | string | null;
  at: number;
}

/** Polls for changes of other processes while there are listeners. */
export function startPolling(
  db: Database,
  log: Log,
  {
    listening,
    pollers,
    everyMs,
  }: { listening: Listening; pollers: readonly Poller[]; everyMs: () => number },
) {
  const told = new Map<string, LastPublished>();
  /**
   * When each version was published, by its event and version, because a notification and a poll may find it in either
   * order.
   */
  const toldVersions = new Map<string, number>();
  let sweepAt = 0;
  let since: number | null = null;
  let stopped = false;
  let isLateToLook = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    const workspaceIds = listening.workspaceIds();
    if (workspaceIds.length === 0) {
      since = null;
      told.clear();
      toldVersions.clear();
      return;
    }
    const now = await databaseTime(db);
    const from = (since ?? now) - OVERLAP_MS;
    since = now;
    for (const id of await deletedWorkspaces(db, workspaceIds)) listening.endWorkspace(id);
    for (const id of await revokedKeys(db, listening.actorIds())) listening.endActor(id);
    for (const poller of pollers) {
      for (const found of await poller(workspaceIds, from)) tell(found);
    }
    const forgottenBefore = performance.now() - 3 * OVERLAP_MS;
    for (const [key, { at }] of told) if (at < forgottenBefore) told.delete(key);
    for (const [key, at] of toldVersions) if (at < forgottenBefore) toldVersions.delete(key);
  }

  async function sweep(): Promise<void> {
    if (performance.now() < sweepAt) return;
    sweepAt = performance.now() + KEPT_MS;
    await deleteEventsBefore(db, (await databaseTime(db)) - KEPT_MS);
  }

  function tell({ workspaceId, event, passed = [], ...found }: FoundChange): void {
    for (const version of passed) rememberVersion(workspaceId, event, version);
    const version = found.version ?? null;
    if (version !== null && isTold(workspaceId, event, version)) return;
    const last = told.get(keyOf(workspaceId, event));
    const isNew = last?.data !== dataOf(event) || (last.version !== null && last.version !== version);
    if (isNew) listening.event(workspaceId, event);
    remember(workspaceId, event, version);
  }

  /** Whether this change has already been published to its listeners. */
  function isTold(workspaceId: string, event: WorkspaceEvent, version: number | string): boolean {
    return toldVersions.has(`${keyOf(workspaceId, event)} ${version}`);
  }

  function remember(
    workspaceId: string,
    event: WorkspaceEvent,
    version: LastPublished['version'] = null,
  ): void {
    told.set(keyOf(workspaceId, event), { data: dataOf(event), version, at: performance.now() });
    if (version !== null) rememberVersion(workspaceId, event, version);
  }

  function rememberVersion(workspaceId: string, event: WorkspaceEvent, version: number | string): void {
    toldVersions.set(`${keyOf(workspaceId, event)} ${version}`, performance.now());
  }

  function next(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      running = sweep()
        .then(look)
        .catch((err) => log.warn({ err }, 'changes of other processes could not be polled'))
        .finally(() => {
          if (!stopped) next(isLateToLook ? 0 : everyMs());
          isLateToLook = false;
        });
    }, ms);
  }
  next(everyMs());

  return {
    /** Polls at once, and once more if a poll is running, which may have missed the change. */
    lookNow() {
      if (stopped) return;
      if (timer === undefined) isLateToLook = true;
      else next(0);
    },
    /** Records an event that this process has published. */
    remember,
    isTold,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

const keyOf = (workspaceId: string, { type, id }: WorkspaceEvent) => `${workspaceId} ${type} ${id}`;

const dataOf = ({ data }: WorkspaceEvent) => JSON.stringify(data);
