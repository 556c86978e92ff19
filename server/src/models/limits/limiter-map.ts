import type { Limiter } from './limiter.ts';

/** Limiters by a key of unbounded variety: an application that a user edits gets a new one each time. */
export interface LimiterMap<L extends Limiter> {
  /** The limiter of this key, created if missing: simultaneous users of a key share it. */
  of(key: string, create: () => L): L;
  all(): [key: string, limiter: L][];
}

/** How long the state of an unused limiter is kept. */
const KEPT_MS = 3_600_000;

interface KeptLimiter<L extends Limiter> {
  limiter: WeakRef<L>;
  /** A strong reference to the limiter; null after it was unused for long, so that only its users keep it alive. */
  strong: L | null;
  askedAt: number;
}

export function createLimiterMap<L extends Limiter>(now = () => performance.now()): LimiterMap<L> {
  const kept = new Map<string, KeptLimiter<L>>();

  function forget(): void {
    for (const [key, one] of kept) {
      if (now() - one.askedAt > KEPT_MS) one.strong = null;
      if (one.limiter.deref() === undefined) kept.delete(key);
    }
  }

  return {
    of(key, create) {
      let limiter = kept.get(key)?.limiter.deref();
      if (limiter === undefined) {
        forget();
        limiter = create();
      }
      kept.set(key, { limiter: new WeakRef(limiter), strong: limiter, askedAt: now() });
      return limiter;
    },
    all: () =>
      Array.from(kept).flatMap(([key, { limiter }]): [string, L][] => {
        const one = limiter.deref();
        return one === undefined ? [] : [[key, one]];
      }),
  };
}
