import type { Actor } from '../kernel/actor.ts';
import type { Clock } from '../kernel/clock.ts';

export interface Spent {
  allowed: boolean;
  limit: number;
  remaining: number;
  resetSeconds: number;
}

/** Nobody's key: this machine while open, the program itself, the owner of the data directory. */
const UNLIMITED = new Set(['open', 'system', 'owner']);
const WINDOW_MS = 60_000;
/** Actors with a window open at once; windows that have ended are dropped when there are more. */
const KEPT = 10_000;

/**
 * Counts requests per key in windows of one minute, in this process. `perMinute` 0 switches it off; an
 * open service has no key and no limit.
 */
export function createRateLimit(perMinute: number, clock: Clock): (actor: Actor) => Spent | null {
  const windows = new Map<string, { ends: number; used: number }>();
  return (actor) => {
    if (perMinute === 0 || UNLIMITED.has(actor.id)) return null;
    const now = clock.now();
    let window = windows.get(actor.id);
    // A window that ends later than one can: the clock was set back.
    if (!window || window.ends <= now || window.ends > now + WINDOW_MS) {
      if (windows.size >= KEPT) for (const [id, { ends }] of windows) if (ends <= now) windows.delete(id);
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
