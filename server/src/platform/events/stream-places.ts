import { newId } from '../../kernel/ids.ts';
import type { Log } from '../../kernel/log.ts';
import { once } from '../../kernel/once.ts';
import type { Database } from '../db/db.ts';
import {
  addStream,
  deleteLostStreams,
  deleteStreams,
  renewStreams,
  STREAM_LEASE_MS,
} from './stream-store.ts';

/** Counts the open streams of each key over all processes. */
export interface StreamPlaces {
  /** Takes a place. Returns a function that releases it, or null if the key has reached its limit. */
  take(actorId: string): Promise<(() => void) | null>;
  stop(): Promise<void>;
}

const SWEEP_EVERY_MS = 3_600_000;

/** For a single process. */
export function createStreamPlaces(perKey: number): StreamPlaces {
  const open = new Map<string, number>();
  return {
    async take(actorId) {
      const taken = open.get(actorId) ?? 0;
      if (taken >= perKey) return null;
      open.set(actorId, taken + 1);
      return once(() => {
        const left = (open.get(actorId) as number) - 1;
        if (left === 0) open.delete(actorId);
        else open.set(actorId, left);
      });
    },
    stop: async () => {},
  };
}

/**
 * For several processes on one database: an open stream is a row with a lease. A process renews all of its leases
 * together; those of a killed process expire.
 */
export function createSharedStreamPlaces(perKey: number, db: Database, log: Log): StreamPlaces {
  const owner = newId();
  /** The key of each stream. */
  const open = new Map<string, string>();
  let renewing: NodeJS.Timeout | undefined;
  let leaving: Promise<unknown> = Promise.resolve();
  let sweepAt = performance.now() + SWEEP_EVERY_MS;

  const renew = () =>
    renewStreams(
      db,
      owner,
      Array.from(open, ([id, actorId]) => ({ id, actorId })),
    ).catch((err) => log.warn({ err }, 'open streams could not be renewed'));

  /** Once an hour, because it reads all rows. */
  function sweep(): void {
    if (performance.now() < sweepAt) return;
    sweepAt = performance.now() + SWEEP_EVERY_MS;
    deleteLostStreams(db).catch((err) =>
      log.debug({ err }, 'streams of dead processes could not be deleted'),
    );
  }

  const uncounted = (err: unknown) =>
    log.debug({ err }, 'streams could not be released; they count until their lease ends');

  function giveBack(id: string): void {
    open.delete(id);
    if (open.size === 0) clearInterval(renewing);
    leaving = Promise.all([leaving, deleteStreams(db, { id }).catch(uncounted)]);
  }

  return {
    async take(actorId) {
      // Awaited so that a client that closes one stream and opens another finds its place free.
      await leaving;
      const id = newId();
      if (!(await addStream(db, { id, actorId, owner }, perKey))) return null;
      if (open.size === 0) renewing = setInterval(renew, STREAM_LEASE_MS / 3);
      open.set(id, actorId);
      sweep();
      return once(() => giveBack(id));
    },
    async stop() {
      clearInterval(renewing);
      await leaving;
      if (open.size > 0) await deleteStreams(db, { owner }).catch(uncounted);
    },
  };
}
