/**
 * Decides how many calls may be in flight on one connection (one server and account), and adapts while in use.
 *
 * State machine, after the controller of Inspect AI (`util/_concurrency.py`):
 *
 * - **Slow start**: from `start`, ×2 per clean round, until the first 429.
 * - **Steady**: +5 % (at least 1) per clean round.
 * - A *clean round* is max(limit, 4) first-try successes in a row without a failure. It raises the limit only if calls
 * in flight peaked at 80 % of it since the last change (the saturation gate): a limit that is never reached has not
 * been tested.
 * - A 429 cuts the limit to ×0.8 (at least 1), once per cool-down of max(15 s, Retry-After). During a cool-down the
 * limit does not grow. Any other failure only ends the round: it says nothing about the rate.
 * - `max` and `requestsPerMinute` are never exceeded.
 */
export interface LimiterOptions {
  /** The initial limit; at least 1, and not above a given `max`. */
  start: number;
  /** The upper bound of the limit; default 200, or `start` if that is more. */
  max?: number;
  /** Maximum number of slots granted in any 60 seconds. */
  requestsPerMinute?: number;
  /** Milliseconds of a monotonic clock; tests pass their own. */
  now?: () => number;
}

/** The right to have one call in flight. Releasing it twice has no effect. */
export interface Slot {
  release(): void;
}

export interface Limiter {
  /** Waits for a slot, first come, first served. Rejects with the signal's reason when it is aborted. */
  acquire(signal?: AbortSignal): Promise<Slot>;
  /** Reports a successful call; `firstTry` is false after a retry, which does not count as clean. */
  succeeded(firstTry: boolean): void;
  rateLimited(retryAfterMs?: number): void;
  failed(): void;
  /** For progress displays and the manifest. */
  state(): LimiterState;
}

/** The operator's limits for an account; absent ones are not limited. */
export interface AccountLimits {
  maxConcurrency?: number | undefined;
  requestsPerMinute?: number | undefined;
}

/** The limiter of an account, whose limits can be changed while in use. */
export interface AccountLimiter extends Limiter {
  setLimits(limits: AccountLimits): void;
}

export interface LimiterState {
  limit: number;
  inFlight: number;
  waiting: number;
  /** Slots granted so far: a waiting caller can see that the queue moves. */
  granted: number;
  /**
   * Whether waiting calls wait for other processes that use the account, or for the lease of a share of it; they do not
   * hang.
   */
  waitsForOthers: boolean;
  /** The last 200 changes of the limit, oldest first. */
  history: readonly { atMs: number; limit: number; reason: 'start' | 'grow' | 'rate_limit' }[];
}

const DEFAULT_MAX = 200;
const LIMIT_GROWTH_FACTOR = 1.05;
const LIMIT_CUT_FACTOR = 0.8;
const COOL_DOWN_MS = 15_000;
const SATURATION_SHARE = 0.8;
const MIN_ROUND = 4;
const MINUTE_MS = 60_000;
const HISTORY = 200;

export function createLimiter(options: LimiterOptions): AccountLimiter {
  const now = options.now ?? (() => performance.now());
  const adaptive = createAdaptiveLimit(options, now);
  let perMinute = options.requestsPerMinute;
  let minute = createMinuteCeiling(options.requestsPerMinute, now);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const queue = createQueue({
    mayBegin(inFlight) {
      if (inFlight >= adaptive.limit()) return false;
      const wait = minute.waitMs();
      if (wait > 0) {
        clearTimeout(timer);
        timer = setTimeout(queue.pump, Math.ceil(wait));
      }
      return wait === 0;
    },
    began(inFlight) {
      minute.granted();
      adaptive.observed(inFlight);
    },
    emptied: () => clearTimeout(timer),
  });

  return {
    acquire: queue.acquire,
    succeeded(firstTry) {
      adaptive.succeeded(firstTry);
      queue.pump();
    },
    rateLimited: adaptive.rateLimited,
    failed: adaptive.failed,
    setLimits({ maxConcurrency, requestsPerMinute }) {
      adaptive.setMax(maxConcurrency ?? options.max);
      if (requestsPerMinute !== perMinute)
        minute = createMinuteCeiling(requestsPerMinute, now, minute.grants());
      perMinute = requestsPerMinute;
      queue.pump();
    },
    state: () => ({
      limit: adaptive.limit(),
      ...queue.counts(),
      waitsForOthers: false,
      history: adaptive.history(),
    }),
  };
}

/** The rules that decide when calls of a queue start. */
export interface QueueRules {
  /** Whether one more call may start. The implementer calls `pump` when that becomes true. */
  mayBegin(inFlight: number): boolean;
  /** A call has started; `meanRequestsInFlight` includes it. */
  began(inFlight: number): void;
  /** A call arrived and could not start at once. */
  waits?(): void;
  /** A call has ended; `meanRequestsInFlight` are left. */
  ended?(inFlight: number): void;
  /** The last waiting call was aborted. */
  emptied?(): void;
}

/** Calls that wait for a slot: first come, first served. */
export function createQueue(rules: QueueRules) {
  const waiting = new Set<{ grant(): void }>();
  let inFlight = 0;
  let granted = 0;

  function pump(): void {
    for (const waiter of waiting) {
      if (!rules.mayBegin(inFlight)) return;
      waiting.delete(waiter);
      inFlight += 1;
      granted += 1;
      rules.began(inFlight);
      waiter.grant();
    }
  }

  function newSlot(): Slot {
    let held = true;
    return {
      release() {
        if (!held) return;
        held = false;
        inFlight -= 1;
        pump();
        rules.ended?.(inFlight);
      },
    };
  }

  function acquire(signal?: AbortSignal): Promise<Slot> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const waiter = {
        grant() {
          signal?.removeEventListener('abort', giveUp);
          resolve(newSlot());
        },
      };
      const giveUp = () => {
        waiting.delete(waiter);
        if (waiting.size === 0) rules.emptied?.();
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      waiting.add(waiter);
      pump();
      if (waiting.size > 0) rules.waits?.();
    });
  }

  return { acquire, pump, counts: () => ({ inFlight, waiting: waiting.size, granted }) };
}

function createAdaptiveLimit(options: LimiterOptions, now: () => number) {
  const maxOf = (given = Math.max(DEFAULT_MAX, options.start)) => Math.max(1, Math.floor(given));
  let max = maxOf(options.max);
  let limit = Math.min(max, Math.max(1, Math.floor(options.start)));
  let slowStart = true;
  let clean = 0;
  let peak = 0;
  let coolUntil = Number.NEGATIVE_INFINITY;
  const changes: LimiterState['history'][number][] = [];
  record('start');

  function record(reason: LimiterState['history'][number]['reason']) {
    changes.push({ atMs: now(), limit, reason });
    if (changes.length > HISTORY) changes.shift();
  }

  function change(next: number, reason: LimiterState['history'][number]['reason']) {
    clean = 0;
    peak = 0;
    if (next === limit) return;
    limit = next;
    record(reason);
  }

  return {
    limit: () => limit,
    history: () => changes,
    /** A limit that was at the old maximum moves to the new one. */
    setMax(given: number | undefined) {
      const before = max;
      max = maxOf(given);
      if (max !== before) change(limit === before ? max : Math.min(limit, max), 'start');
    },
    observed(inFlight: number) {
      peak = Math.max(peak, inFlight);
    },
    succeeded(firstTry: boolean) {
      if (!firstTry) return;
      clean += 1;
      if (clean < Math.max(limit, MIN_ROUND)) return;
      const saturated = peak >= SATURATION_SHARE * limit;
      const grown = slowStart ? limit * 2 : Math.max(limit + 1, Math.floor(limit * LIMIT_GROWTH_FACTOR));
      change(saturated && now() >= coolUntil ? Math.min(max, grown) : limit, 'grow');
    },
    rateLimited(retryAfterMs = 0) {
      slowStart = false;
      clean = 0;
      if (now() < coolUntil) return;
      coolUntil = now() + Math.max(COOL_DOWN_MS, retryAfterMs);
      change(Math.max(1, Math.floor(limit * LIMIT_CUT_FACTOR)), 'rate_limit');
    },
    failed() {
      clean = 0;
    },
  };
}

/** A sliding window, so that the ceiling holds however the server counts its minutes. */
function createMinuteCeiling(perMinute: number | undefined, now: () => number, before: number[] = []) {
  if (perMinute === undefined) return { waitMs: () => 0, granted() {}, grants: () => [] };
  const most = Math.max(1, Math.floor(perMinute));
  const grants = before.slice(-most); // a ring buffer of the last `most` grant times
  let count = grants.length;
  return {
    waitMs() {
      const oldest = grants[count % most];
      return count < most || oldest === undefined ? 0 : Math.max(0, oldest + MINUTE_MS - now());
    },
    granted() {
      grants[count % most] = now();
      count += 1;
    },
    /** The times of the ring buffer, oldest first. */
    grants: () => grants.toSorted((a, b) => a - b),
  };
}
