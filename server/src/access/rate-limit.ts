import type { Actor } from '../kernel/actor.ts';
import type { Clock } from '../kernel/clock.ts';

export interface RateLimitState {
  allowed: boolean;
  limit: number;
  remaining: number;
  resetSeconds: number;
}

/** Actors without a key: this machine while no key exists, the program itself, the owner of the data directory. */
const UNLIMITED = new Set(['open', 'system', 'owner']);
const WINDOW_MS = 60_000;
/** With so many windows, those that have ended are dropped. */
const MOST_WINDOWS = 10_000;

/**
 * Counts requests per key in windows of one minute, in this process. `perMinute` 0 switches it off; an
 * open service has no key and no limit.
 */
export function createRateLimit(perMinute: number, clock: Clock): (actor: Actor) => RateLimitState | null {
  const windows = new Map<string, { ends: number; used: number }>();
  return (actor) => {
    if (perMinute === 0 || UNLIMITED.has(actor.id)) return null;
    const now = clock.now();
    let window = windows.get(actor.id);
    // A window that ends later than one can: the clock was set back.
    if (!window || window.ends <= now || window.ends > now + WINDOW_MS) {
      if (windows.size >= MOST_WINDOWS)
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
