import type { Actor } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../db/db.ts';
import { deleteRequestWindows, type LeasedRequests, leaseRequests } from './request-window-store.ts';

/** Counts a request. Returns a promise only if a block of requests must be leased first. */
export type CountRequest = (actor: Actor) => RateLimitState | null | Promise<RateLimitState>;

export interface RateLimitState {
  allowed: boolean;
  limit: number;
  remaining: number;
  resetSeconds: number;
}

/** Actors without a key: this machine while no key exists, the program itself, and the owner of the data directory. */
const UNLIMITED = new Set(['open', 'system', 'owner']);
const WINDOW_MS = 60_000;
/** The number of windows above which ended ones are dropped. */
const MAX_WINDOWS = 10_000;

/**
 * Counts requests per key in windows of one minute, for a single process. `perMinute` 0 disables it. An open service
 * has no key and no limit.
 */
export function createRateLimit(perMinute: number, clock: Clock): CountRequest {
  const windows = new Map<string, { ends: number; used: number }>();
  return (actor) => {
    if (perMinute === 0 || UNLIMITED.has(actor.id)) return null;
    const now = clock.now();
    let window = windows.get(actor.id);
    // The window ends later than it can: the clock was set back.
    if (!window || window.ends <= now || window.ends > now + WINDOW_MS) {
      if (windows.size >= MAX_WINDOWS)
        for (const [id, { ends }] of windows) if (ends <= now) windows.delete(id);
      window = { ends: now + WINDOW_MS, used: 0 };
      windows.set(actor.id, window);
    }
    window.used++;
    return {
      allowed: window.used <= perMinute,
      limit: perMinute,
      remaining: Math.max(0, perMinute - window.used),
      resetSeconds: Math.ceil((window.ends - now) / 1000),
    };
  };
}

/**
 * The size of a leased block, as a share of a key's minute: large enough that few requests wait for a lease, small
 * enough that little is left unused.
 */
const BLOCKS = 20;
const SWEEP_EVERY_MS = 3_600_000;

/**
 * A rate limit shared with other processes: each leases blocks of a key's minute, by the database's time. The next
 * block is leased when half of one is left, so that only the first request waits. Never allows more than `perMinute`;
 * up to one block per process may stay unused.
 */
export function createSharedRateLimit(perMinute: number, db: Database): CountRequest {
  const block = Math.max(1, Math.floor(perMinute / BLOCKS));
  const windows = new Map<string, SharedWindow>();
  const leasing = new Map<string, Promise<void>>();
  let sweepAt = performance.now() + SWEEP_EVERY_MS;

  function count(actorId: string): RateLimitState | null {
    const window = windows.get(actorId);
    const now = performance.now();
    if (window === undefined || window.ends <= now) return null;
    const allowed = window.used < window.given;
    if (!allowed && !window.isSpent) return null;
    if (allowed) window.used++;
    const left = window.given - window.used;
    // If this lease fails, the request that finds no requests left reports it.
    if (!window.isSpent && left < block / 2) lease(actorId).catch(() => {});
    return {
      allowed,
      limit: perMinute,
      remaining: Math.max(0, perMinute - window.leased) + left,
      resetSeconds: Math.ceil((window.ends - now) / 1000),
    };
  }

  function lease(actorId: string): Promise<void> {
    const began = performance.now();
    const running =
      leasing.get(actorId) ??
      leaseRequests(db, actorId, block)
        .then((leased) => note(actorId, leased, began))
        .finally(() => leasing.delete(actorId));
    leasing.set(actorId, running);
    return running;
  }

  /** Once an hour, because it reads all rows. Without it, keys that are rarely used would each leave a row. */
  function sweep(): void {
    if (performance.now() < sweepAt) return;
    sweepAt = performance.now() + SWEEP_EVERY_MS;
    // The next sweep deletes what this one could not.
    deleteRequestWindows(db, SWEEP_EVERY_MS).catch(() => {});
  }

  function note(actorId: string, { leased, endsAt, leftMs }: LeasedRequests, began: number): void {
    if (windows.size >= MAX_WINDOWS)
      for (const [id, { ends }] of windows) if (ends <= began) windows.delete(id);
    sweep();
    const before = windows.get(actorId);
    const same = before?.endsAt === endsAt ? before : { given: 0, used: 0 };
    const given = Math.max(0, Math.min(block, perMinute - (leased - block)));
    windows.set(actorId, {
      endsAt,
      ends: began + leftMs,
      leased: Math.min(leased, perMinute),
      given: same.given + given,
      used: same.used,
      isSpent: leased >= perMinute,
    });
  }

  async function countLeased(actorId: string): Promise<RateLimitState> {
    for (;;) {
      const state = count(actorId);
      if (state) return state;
      await lease(actorId);
    }
  }

  return (actor) => {
    if (perMinute === 0 || UNLIMITED.has(actor.id)) return null;
    return count(actor.id) ?? countLeased(actor.id);
  };
}

/** What this process knows about a key's current minute. */
interface SharedWindow {
  endsAt: number;
  /** Its end on the monotonic clock of this process, never later than the real end. */
  ends: number;
  /** Requests leased by all processes. */
  leased: number;
  given: number;
  used: number;
  /** No further block is available. */
  isSpent: boolean;
}
