import type { Database } from '../db/db.ts';
import { requireLiveWorkspace } from '../db/live-workspace.ts';
import { revokedKeys } from '../db/revoked-keys.ts';
import { type Actor, requireWorkspace } from '../kernel/actor.ts';
import { AppError } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';
import type { EventType, Poller, Tell, WorkspaceEvent } from './event.ts';
import { eventsSince, recordEvent } from './event-store.ts';
import { startPolling } from './polling.ts';
import { createThrottle } from './throttle.ts';

export type * from './event.ts';

export interface PublishOptions {
  /** At most one event of this type and id in so many milliseconds; of those in between the last is told. */
  everyMs?: number;
  /** A waiting event of this type and the same id is not told any more. */
  supersedes?: EventType;
}

/** Gets events until `end` is called, once. */
export interface Listener {
  event(event: WorkspaceEvent): void;
  end(): void;
}

export interface Events {
  /** Tells at once, in this process; a poller must find the change from others. */
  publish(workspaceId: string, event: WorkspaceEvent, options?: PublishOptions): void;
  /** Tells once the batch has committed, in every process: for changes that no row shows afterwards. */
  tell: Tell;
  /**
   * Opens a stream for a client: it ends with the workspace, with the actor's key, and with the service. Throws
   * `rate_limited` above the streams one key may have. Answers a function that closes it from their side.
   */
  open(actor: Actor, workspaceId: string, listener: Listener): Promise<() => void>;
  /** Says that the workspace is deleted and ends its streams. */
  endWorkspace(workspaceId: string): void;
  /** Ends the streams of a revoked key. */
  endActor(actorId: string): void;
  /** Registers how changes that another process made are found; asked only where there can be any. */
  poll(poller: Poller): void;
  start(): void;
  /** Ends every stream at once. */
  stop(): Promise<void>;
}

export interface EventsOptions {
  db: Database;
  log: Log;
  /** Open streams of events and answers one key may have; an open service has no key and no limit. */
  streamsPerKey: number;
  /** How often changes of other processes are looked for. */
  pollMs?: number;
}

interface Told {
  workspaceId: string;
  event: WorkspaceEvent;
  version?: string;
}

interface Stream {
  actorId: string;
  workspaceId: string;
  listener: Listener;
}

const POLL_MS = 1000;

/** Publishes what happens in a workspace to its listeners: in this process at once, across processes by polling. */
export function createEvents({ db, log, streamsPerKey, pollMs = POLL_MS }: EventsOptions): Events {
  const streams = new Set<Stream>();
  const pollers: Poller[] = [];
  const throttle = createThrottle<Told>(tellNow);
  let polling: ReturnType<typeof startPolling> | null = null;
  let stopped = false;

  function tellNow({ workspaceId, event, version }: Told): void {
    const listening = [...streams].filter((stream) => stream.workspaceId === workspaceId);
    if (listening.length > 0) polling?.remember(workspaceId, event, version);
    for (const { listener } of listening) listener.event(event);
  }

  function end(which: (stream: Stream) => boolean): void {
    for (const stream of [...streams].filter(which)) {
      streams.delete(stream);
      stream.listener.end();
    }
  }

  /** Throws unless the stream's workspace is live and its key is not revoked. */
  async function requireAllowed({ actorId, workspaceId }: Stream): Promise<void> {
    await requireLiveWorkspace(db, workspaceId);
    const revoked = await revokedKeys(db, [actorId]);
    if (revoked.length > 0) throw new AppError('unauthenticated', 'This key was revoked; use another one.');
  }

  function endWorkspace(workspaceId: string): void {
    tellNow({ workspaceId, event: { type: 'workspace.deleted', id: workspaceId, data: {} } });
    end((stream) => stream.workspaceId === workspaceId);
  }
  const endActor = (actorId: string) => end((stream) => stream.actorId === actorId);

  return {
    publish(workspaceId, event, { everyMs, supersedes } = {}) {
      const key = (type: EventType) => `${workspaceId} ${type} ${event.id}`;
      if (supersedes !== undefined) throttle.drop(key(supersedes));
      if (everyMs === undefined) tellNow({ workspaceId, event });
      else throttle.offer(key(event.type), { workspaceId, event }, everyMs);
    },
    tell(batch, workspaceId, event) {
      const { manyProcesses } = batch.capabilities;
      const told = manyProcesses ? { version: recordEvent(batch, db.time, workspaceId, event) } : {};
      batch.afterCommit(() => tellNow({ workspaceId, event, ...told }));
    },
    async open(actor, workspaceId, listener) {
      requireWorkspace(actor, workspaceId, 'viewer');
      if (stopped) throw new AppError('not_ready', 'The service is stopping.', { retryAfter: 1 });
      const open = [...streams].filter(({ actorId }) => actorId === actor.id).length;
      if (actor.id !== 'open' && open >= streamsPerKey) throw tooMany(streamsPerKey);
      const stream = { actorId: actor.id, workspaceId, listener };
      streams.add(stream);
      try {
        // Looked at only now: what ends later ends a stream that is there already.
        await requireAllowed(stream);
      } catch (error) {
        streams.delete(stream);
        throw error;
      }
      return () => void streams.delete(stream);
    },
    endWorkspace,
    endActor,
    poll: (poller) => void pollers.push(poller),
    start() {
      if (!db.capabilities.manyProcesses) return;
      const listening = {
        workspaceIds: () => [...new Set(Array.from(streams, ({ workspaceId }) => workspaceId))],
        actorIds: () => [...new Set(Array.from(streams, ({ actorId }) => actorId))],
        event: (workspaceId: string, event: WorkspaceEvent) => tellNow({ workspaceId, event }),
        endWorkspace,
        endActor,
      };
      pollers.push((workspaceIds, since) => eventsSince(db, workspaceIds, since));
      polling = startPolling(db, log, { listening, pollers, everyMs: pollMs });
    },
    async stop() {
      stopped = true;
      throttle.stop();
      end(() => true);
      await polling?.stop();
    },
  };
}

function tooMany(streamsPerKey: number): AppError {
  return new AppError(
    'rate_limited',
    `This key already has ${streamsPerKey} streams open (STREAMS_PER_KEY); close one and try again.`,
    { retryAfter: 5 },
  );
}
