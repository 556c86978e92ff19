import { type Actor, requireWorkspace } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../db/db.ts';
import { requireLiveWorkspace } from '../db/live-workspace.ts';
import { revokedKeys } from '../db/revoked-keys.ts';
import type { EventType, Poller, TellEvent, WorkspaceEvent } from './event.ts';
import { eventsSince, recordEvent } from './event-store.ts';
import { startPolling } from './polling.ts';
import { createSharedStreamPlaces, createStreamPlaces } from './stream-places.ts';
import { createThrottle } from './throttle.ts';

export type * from './event.ts';

export interface PublishOptions {
  /** Minimum interval in ms between events of this type and id; of those in between, the last is published. */
  everyMs?: number;
  /** A waiting event with this type and the same id is dropped. */
  supersedes?: EventType;
}

/** Receives events until its single call of `end`. */
export interface Listener {
  event(event: WorkspaceEvent): void;
  end(): void;
}

export interface Events {
  /** Publishes at once, in every process that receives notifications; elsewhere a poller must find the change. */
  publish(workspaceId: string, event: WorkspaceEvent, options?: PublishOptions): void;
  /** Publishes in every process after the batch has committed. For changes that leave no row to poll. */
  tell: TellEvent;
  /**
   * Opens a stream for a client: it ends with the workspace, with the actor's key, and with the service. Throws
   * `rate_limited` if the key has too many streams. Returns a function with which the client side closes it.
   */
  open(actor: Actor, workspaceId: string, listener: Listener): Promise<() => void>;
  /** Publishes that the workspace is deleted and ends its streams. */
  endWorkspace(workspaceId: string): void;
  /** Ends the streams of a revoked key. */
  endActor(actorId: string): void;
  /** Registers a poller for changes of other processes; not called if there are none. */
  poll(poller: Poller): void;
  start(): void;
  /** Ends every stream at once. */
  stop(): Promise<void>;
}

export interface EventsOptions {
  db: Database;
  log: Log;
  /** Maximum number of open event and answer streams per key; an open service has no key and no limit. */
  streamsPerKey: number;
  /** The interval of polling for changes of other processes, whether or not they notify. */
  pollMs?: number;
}

interface PublishedEvent {
  workspaceId: string;
  event: WorkspaceEvent;
  version?: string;
}

interface Stream {
  actorId: string;
  workspaceId: string;
  listener: Listener;
  /** Releases its place among the streams of its key. */
  leave(): void;
}

const POLL_MS = 1000;
/** The polling interval while other processes send notifications. */
const POLL_NOTIFIED_MS = 10_000;

// The topics of notifications between processes: events, and the ends of streams.
const EVENT = 'events';
const WORKSPACE_ENDED = 'events.workspace';
const ACTOR_ENDED = 'events.actor';

/**
 * Publishes events of a workspace to its listeners: in this process at once, in others by a notification or, if none
 * arrives, by polling.
 */
export function createEvents({ db, log, streamsPerKey, pollMs }: EventsOptions): Events {
  const { notifications } = db;
  const streams = new Set<Stream>();
  const places = db.capabilities.manyProcesses
    ? createSharedStreamPlaces(streamsPerKey, db, log)
    : createStreamPlaces(streamsPerKey);
  const pollers: Poller[] = [];
  const throttle = createThrottle<PublishedEvent>(tellAll);
  let polling: ReturnType<typeof startPolling> | null = null;
  let stopped = false;

  function tellNow({ workspaceId, event, version }: PublishedEvent): void {
    const listening = [...streams].filter((stream) => stream.workspaceId === workspaceId);
    if (listening.length > 0) polling?.remember(workspaceId, event, version);
    for (const { listener } of listening) listener.event(event);
  }

  function tellAll(told: PublishedEvent): void {
    tellHere(told);
    notifications?.send(EVENT, JSON.stringify(told));
  }

  /** A poll may find a change before its notification arrives, or before this process publishes it. */
  function tellHere(told: PublishedEvent): void {
    const { workspaceId, event, version } = told;
    if (version === undefined || !polling?.isTold(workspaceId, event, version)) tellNow(told);
  }

  function close(stream: Stream): void {
    streams.delete(stream);
    stream.leave();
  }

  function end(which: (stream: Stream) => boolean): void {
    for (const stream of [...streams].filter(which)) {
      close(stream);
      stream.listener.end();
    }
  }

  /** Throws unless the stream's workspace is live and its key is not revoked. */
  async function requireAllowed({ actorId, workspaceId }: Stream): Promise<void> {
    await requireLiveWorkspace(db, workspaceId);
    const revoked = await revokedKeys(db, [actorId]);
    if (revoked.length > 0) throw new AppError('unauthenticated', 'This key was revoked; use another one.');
  }

  function endWorkspaceHere(workspaceId: string): void {
    tellNow({ workspaceId, event: { type: 'workspace.deleted', id: workspaceId, data: {} } });
    end((stream) => stream.workspaceId === workspaceId);
  }
  const endActorHere = (actorId: string) => end((stream) => stream.actorId === actorId);
  const look = () => polling?.lookNow();

  notifications?.receive(EVENT, (told) =>
    told === null ? look() : tellHere(JSON.parse(told) as PublishedEvent),
  );
  notifications?.receive(WORKSPACE_ENDED, (id) => (id === null ? look() : endWorkspaceHere(id)));
  notifications?.receive(ACTOR_ENDED, (id) => (id === null ? look() : endActorHere(id)));
  notifications?.watch(look);

  return {
    publish(workspaceId, event, { everyMs, supersedes } = {}) {
      const key = (type: EventType) => `${workspaceId} ${type} ${event.id}`;
      if (supersedes !== undefined) throttle.drop(key(supersedes));
      if (everyMs === undefined) tellAll({ workspaceId, event });
      else throttle.offer(key(event.type), { workspaceId, event }, everyMs);
    },
    tell(batch, workspaceId, event) {
      const { manyProcesses } = batch.capabilities;
      const told = manyProcesses ? { version: recordEvent(batch, db.time, workspaceId, event) } : {};
      batch.afterCommit(() => tellAll({ workspaceId, event, ...told }));
    },
    async open(actor, workspaceId, listener) {
      requireWorkspace(actor, workspaceId, 'viewer');
      if (stopped) throw stopping();
      const leave = actor.id === 'open' ? () => {} : await places.take(actor.id);
      if (leave === null) throw tooMany(streamsPerKey);
      // The service may have started to stop while the place was taken.
      if (stopped) {
        leave();
        throw stopping();
      }
      const stream = { actorId: actor.id, workspaceId, listener, leave };
      streams.add(stream);
      try {
        // Checked only now, so that anything that ends later finds the stream registered.
        await requireAllowed(stream);
      } catch (error) {
        close(stream);
        throw error;
      }
      return () => close(stream);
    },
    endWorkspace(workspaceId) {
      endWorkspaceHere(workspaceId);
      notifications?.send(WORKSPACE_ENDED, workspaceId);
    },
    endActor(actorId) {
      endActorHere(actorId);
      notifications?.send(ACTOR_ENDED, actorId);
    },
    poll: (poller) => void pollers.push(poller),
    start() {
      if (!db.capabilities.manyProcesses) return;
      const listening = {
        workspaceIds: () => [...new Set(Array.from(streams, ({ workspaceId }) => workspaceId))],
        actorIds: () => [...new Set(Array.from(streams, ({ actorId }) => actorId))],
        event: (workspaceId: string, event: WorkspaceEvent) => tellNow({ workspaceId, event }),
        endWorkspace: endWorkspaceHere,
        endActor: endActorHere,
      };
      const everyMs = () => pollMs ?? (notifications?.listening() ? POLL_NOTIFIED_MS : POLL_MS);
      pollers.push((workspaceIds, since) => eventsSince(db, workspaceIds, since));
      polling = startPolling(db, log, { listening, pollers, everyMs });
    },
    async stop() {
      stopped = true;
      throttle.stop();
      end(() => true);
      await Promise.all([polling?.stop(), places.stop()]);
    },
  };
}

function stopping(): AppError {
  return new AppError('not_ready', 'The service is stopping.', { retryAfter: 1 });
}

function tooMany(streamsPerKey: number): AppError {
  return new AppError(
    'rate_limited',
    `This key already has ${streamsPerKey} streams open (STREAMS_PER_KEY); close one and try again.`,
    { retryAfter: 5 },
  );
}
