import { createLimiter, type Limiter } from './limiter.ts';

/** The configured limits of one server and account. */
export interface Limited {
  connectionKey: string;
  maxConcurrency?: number;
  requestsPerMinute?: number;
}

/** The configured ceiling of a connection; null where none is configured. */
export type Ceilings = (connection: Limited) => Limiter | null;

/**
 * What was configured for a connection holds for the whole process: all who use it at the same time share it, while
 * each adapts by itself to how much of it the server accepts.
 */
export function createCeilings(): Ceilings {
  const limiters = new Map<string, Limiter>();
  return ({ connectionKey, maxConcurrency, requestsPerMinute }) => {
    if (maxConcurrency === undefined && requestsPerMinute === undefined) return null;
    const max = maxConcurrency ?? Number.POSITIVE_INFINITY;
    const limiter =
      limiters.get(connectionKey) ??
      createLimiter({ start: max, max, ...(requestsPerMinute !== undefined && { requestsPerMinute }) });
    limiters.set(connectionKey, limiter);
    return limiter;
  };
}

/** A limiter whose slots are slots of a ceiling too; it waits in the queue of both, and the ceiling's is slower. */
export function belowCeiling(ceiling: Limiter, own: Limiter): Limiter {
  let queued = 0;
  return {
    ...own,
    state() {
      const state = own.state();
      return { ...state, waiting: state.waiting + queued, granted: ceiling.state().granted };
    },
    async acquire(signal) {
      const inner = await own.acquire(signal);
      queued += 1;
      try {
        const outer = await ceiling.acquire(signal).finally(() => {
          queued -= 1;
        });
        return {
          release() {
            outer.release();
            inner.release();
          },
        };
      } catch (error) {
        inner.release();
        throw error;
      }
    },
  };
}
