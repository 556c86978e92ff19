import type { Actor } from '../kernel/actor.ts';
import type { Clock } from '../kernel/clock.ts';

export interface Spent {
  allowed: boolean;
  limit: number;
  remaining: number;
  resetSeconds: number;
}

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
    if (perMinute === 0 || actor.id === 'open' || actor.id === 'system') return null;
    const now = clock.now();
    let window = windows.get(actor.id);
    if (!window || window.ends <= now) {
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
