import { type AccountRules, type LeaseGrant, type LeaseRequest, renewLease } from './account.ts';
import type { AccountStore } from './account-store.ts';
import { type AccountLimiter, createQueue, type LimiterState } from './limiter.ts';

/** A share of an account that other processes also use. */
export interface LeasedLimiter extends AccountLimiter {
  /** Requests the account for this process alone, or ends that; `true` once no other process has a call in flight. */
  wantsQuiet(wanted: boolean): void;
  isAlone(): boolean;
  /** Returns what is not in flight. */
  stop(): Promise<void>;
}

/** Time, timers and randomness; the simulation passes its own. */
export interface Timing {
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** Runs a function once, later. Returns a function that cancels it. */
  later(ms: number, run: () => void): () => void;
  /** A number from 0 to 1, so that colliding writers of one row retry at different times. */
  random(): number;
}

export interface LeasedLimiterOptions {
  account: string;
  /** The name of this process, new with each start. */
  holder: string;
  /** The initial limits; `setLimits` replaces `maxConcurrency` and `requestsPerMinute`. */
  rules: AccountRules;
  store: AccountStore;
  timing: Timing;
  /**
   * Called once when the lease expired and could not be renewed, with the reason, and once when it is renewed again.
   */
  onLapse(error: unknown | null): void;
}

/** The renewal interval of a lease in use; the lease is many times longer, so that a slow database ends none. */
const RENEW_MS = 500;
/** The delay after an event that needs a renewal, so that other events of the same turn join it. */
const SOON_MS = 10;
/** Poll interval while waiting for slots that others hold. */
const LOOK_MS = 200;
/** Unused slots are returned after this time. */
const IDLE_MS = 2000;
/** The longest pause before colliding writers of one row retry. */
const MEET_MS = 15;

/**
 * A limiter whose slots and tokens are leased from the row of its account. Taking and returning a slot needs no
 * database access, because the lease is renewed in the background. The lease is measured from before the row was read,
 * on this process's monotonic clock, so it ends here before it ends in the row. Leased slots can be used until then;
 * without a lease calls wait.
 */
export function createLeasedLimiter(options: LeasedLimiterOptions): LeasedLimiter {
  const { account, holder, store, timing, onLapse } = options;
  const rules = { ...options.rules };
  let grant: LeaseGrant = { target: 0, given: 0, isAlone: false, isShared: false, nextTokenMs: null };
  let validUntil = Number.NEGATIVE_INFINITY;
  let used = 0;
  let usedBefore = 0;
  let asked = 0;
  let held = 0;
  let peak = 0;
  let activeAt = timing.now();
  let clean = 0;
  let limitedMs: number | null = null;
  let quiet = false;
  let lapsed = false;
  let stopped = false;
  let renewing: Promise<void> | null = null;
  let cancel: (() => void) | null = null;
  let plannedAt = Number.POSITIVE_INFINITY;
  const history: LimiterState['history'][number][] = [];

  const isValid = () => timing.now() < validUntil;

  const queue = createQueue({
    mayBegin: (inFlight) =>
      inFlight < grant.target && (rules.perMinute === null || used < grant.given) && isValid(),
    began(inFlight) {
      used += 1;
      peak = Math.max(peak, inFlight);
    },
    waits() {
      if (mightGetMore()) plan(SOON_MS);
    },
    ended() {
      // Others wait for the slots that this process holds above its share.
      if (held > grant.target && grant.isShared) plan(SOON_MS);
    },
  });

  /** Whether waiting calls lack something that was not requested yet, rather than something that others have. */
  function mightGetMore(): boolean {
    if (!isValid()) return !lapsed;
    const { inFlight } = queue.counts();
    return inFlight >= grant.target
      ? grant.target >= asked
      : used >= grant.given && grant.nextTokenMs === null;
  }

  function plan(ms: number): void {
    const at = timing.now() + ms;
    if (stopped || at >= plannedAt) return;
    cancel?.();
    plannedAt = at;
    cancel = timing.later(ms, () => {
      plannedAt = Number.POSITIVE_INFINITY;
      cancel = null;
      renewing ??= renew().finally(() => {
        renewing = null;
      });
    });
  }

  async function renew(): Promise<void> {
    let next: number;
    try {
      next = (await exchange(stopped || isIdle())) ? nextMs() : MEET_MS * (1 + timing.random());
      if (lapsed && isValid()) tellLapse(null);
    } catch (error) {
      next = RENEW_MS;
      if (!isValid() && isWanted()) tellLapse(error);
    }
    queue.pump();
    if (!stopped && (isWanted() || grant.target > 0 || validUntil > Number.NEGATIVE_INFINITY)) plan(next);
  }

  /** Reads the row, computes this process's share, and writes it; false if another process was quicker. */
  async function exchange(leaves: boolean): Promise<boolean> {
    const began = timing.now();
    const reported = { used, clean, limitedMs };
    const row = await store.read(account);
    const { inFlight, waiting } = queue.counts();
    const wants = leaves ? 0 : Math.max(peak, inFlight) + waiting;
    const ask: LeaseRequest = {
      ...reported,
      holder,
      inFlight,
      wants,
      usedMeanwhile: used - reported.used,
      wantsTokens: leaves ? 0 : waiting + (used - usedBefore),
      wantsQuiet: quiet && !leaves,
      leaves: leaves && waiting === 0,
    };
    const { state, grant: next } = renewLease(row.state, ask, rules, row.now);
    // Returned slots are not used from now on, whether or not the response to the write arrives.
    grant = {
      ...next,
      target: Math.min(grant.target, next.target),
      given: Math.min(grant.given, next.given),
      isAlone: false,
    };
    if (!(await store.write(account, row, state))) return false;
    asked = wants;
    held = Math.max(inFlight, next.target);
    peak = queue.counts().inFlight;
    usedBefore = reported.used;
    // A failure in the meantime has started a new round.
    clean = Math.max(0, clean - reported.clean);
    if (limitedMs === reported.limitedMs) limitedMs = null;
    if (ask.leaves) {
      validUntil = Number.NEGATIVE_INFINITY;
      return true;
    }
    record(next.target);
    grant = next;
    validUntil = began + rules.leaseMs;
    return true;
  }

  function isWanted(): boolean {
    const { inFlight, waiting } = queue.counts();
    return inFlight + waiting > 0 || quiet;
  }

  function isIdle(): boolean {
    if (isWanted() || clean > 0 || limitedMs !== null) activeAt = timing.now();
    return timing.now() - activeAt >= IDLE_MS;
  }

  function nextMs(): number {
    const { inFlight, waiting } = queue.counts();
    if (quiet && !grant.isAlone) return LOOK_MS;
    if (waiting === 0) return RENEW_MS;
    if (mightGetMore()) return SOON_MS;
    if (inFlight >= grant.target) return LOOK_MS;
    return Math.min(RENEW_MS, Math.max(SOON_MS, grant.nextTokenMs ?? RENEW_MS));
  }

  function tellLapse(error: unknown | null): void {
    if (lapsed === (error !== null)) return;
    lapsed = error !== null;
    onLapse(error);
  }

  function record(target: number): void {
    if (history.at(-1)?.limit === target) return;
    const before = history.at(-1)?.limit ?? 0;
    const reason = history.length === 0 ? 'start' : target > before ? 'grow' : 'rate_limit';
    history.push({ atMs: timing.now(), limit: target, reason });
    if (history.length > 200) history.shift();
  }

  return {
    acquire: queue.acquire,
    succeeded(firstTry) {
      if (firstTry) clean += 1;
    },
    rateLimited(retryAfterMs = 0) {
      limitedMs = Math.max(limitedMs ?? 0, retryAfterMs);
      plan(SOON_MS);
    },
    // As in a single process: a round is clean only without a failure.
    failed() {
      clean = 0;
    },
    setLimits({ maxConcurrency = options.rules.ceiling, requestsPerMinute = null }) {
      if (rules.ceiling === maxConcurrency && rules.perMinute === requestsPerMinute) return;
      Object.assign(rules, { ceiling: maxConcurrency, perMinute: requestsPerMinute });
      if (isWanted()) plan(SOON_MS);
    },
    state() {
      const counts = queue.counts();
      return {
        limit: grant.target,
        ...counts,
        waitsForOthers: counts.waiting > 0 && counts.inFlight === 0,
        history,
      };
    },
    wantsQuiet(wanted) {
      quiet = wanted;
      plan(SOON_MS);
    },
    isAlone: () => quiet && grant.isAlone && isValid(),
    async stop() {
      stopped = true;
      cancel?.();
      await renewing;
      if (validUntil === Number.NEGATIVE_INFINITY) return;
      // Another process may write the row at the same time; anything not returned becomes free with the end of the
      // lease.
      for (let tries = 0; tries < 5; tries++) if (await exchange(true).catch(() => true)) return;
    },
  };
}
