import type { Actor } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../db/db.ts';
import { deleteRequestWindows, type LeasedRequests, leaseRequests } from './request-window-store.ts';

/** Counts a request; what it answers is a promise only where a block of requests has to be leased first. */
export type CountRequest = (actor: Actor) => RateLimitState | null | Promise<RateLimitState>;

export interface RateLimitState {
  allowed: boolean;
  limit: number;
  remaining: number;
  resetSeconds: number;
}

/** Actors without a key: this machine while no key exists, the program itself, the owner of the data directory. */
const UNLIMITED = new Set(['open', 'system', 'owner']);
const WINDOW_MS = 60_000;
/** Number of windows above which ended ones are dropped. */
const MAX_WINDOWS = 10_000;

/**
 * Counts requests per key in windows of one minute, where this is the only process. `perMinute` 0 switches it off; an
 * open service has no key and no limit.
 */
export function createRateLimit(perMinute: number, clock: Clock): CountRequest {
  const windows = new Map<string, { ends: number; used: number }>();
  return (actor) => {
    if (perMinute === 0 || UNLIMITED.has(actor.id)) return null;
    const now = clock.now();
    let window = windows.get(actor.id);
    // A window that ends later than one can: the clock was set back.
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

/** Blocks of a key's minute: large enough that few requests wait for one, small enough that little is left elsewhere. */
const BLOCKS = 20;
const SWEEP_EVERY_MS = 3_600_000;

/**
 * A rate limit shared with other processes: each leases blocks of a key's minute by the database's time. The next
 * block is leased when half of one is left, so that only the first request waits. Never allows more than `perMinute`;
 * up to a block for each process may stay unused.
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
    // Its failure is told to the request that finds nothing left.
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

  /** Once an hour, for it reads all: with many keys that ask once each, a row of each would stay. */
  function sweep(): void {
    if (performance.now() < sweepAt) return;
    sweepAt = performance.now() + SWEEP_EVERY_MS;
    // What fails now is swept the next time.
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

/** What this process knows of a key's minute. */
interface SharedWindow {
  endsAt: number;
  /** The end on this process's monotonic clock, no later. */
  ends: number;
  /** By all processes. */
  leased: number;
  given: number;
  used: number;
  /** There is no further block. */
  isSpent: boolean;
}
