import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../kernel/log.ts';
import { isOwnerProcessGone, newProcessOwner } from '../../kernel/process-owner.ts';
import type { Database } from '../../platform/db/db.ts';
import { createAccountStore, deleteUnusedAccounts } from './account-store.ts';
import { createLeasedLimiter, type LeasedLimiter } from './leased-limiter.ts';
import { type AccountLimiter, type AccountLimits, createLimiter, type Limiter } from './limiter.ts';
import { createLimiterMap } from './limiter-map.ts';

/** The configured limits of one server and account. */
export interface ConfiguredLimits extends AccountLimits {
  connectionKey: string;
}

/** The limits that all users of a provider account share. */
export interface Ceilings {
  /**
   * The limiter of an account, which from now on has these limits: the configured ones, or `CALLS_PER_ACCOUNT` calls in
   * flight.
   */
  of(connection: ConfiguredLimits): Limiter;
  /**
   * Prevents other processes from calling the account, and waits for their calls to end, at most `patienceMs`. Returns
   * a function that ends this and tells whether none of their calls was in flight.
   */
  reserveAccount(
    connection: ConfiguredLimits,
    signal: AbortSignal,
    patienceMs: number,
  ): Promise<() => { wasAlone: boolean }>;
  /** Returns what is leased. */
  stop(): Promise<void>;
}

/** For a single process: the limits are shared in its own memory. */
export function createCeilings({ callsPerAccount }: { callsPerAccount: number }): Ceilings {
  const { of } = byKey<AccountLimiter>(callsPerAccount, ({ maxConcurrency: max, requestsPerMinute }) => {
    return createLimiter({ start: max, max, ...(requestsPerMinute !== undefined && { requestsPerMinute }) });
  });
  return { of, reserveAccount: async () => () => ({ wasAlone: true }), stop: async () => {} };
}

export interface SharedCeilingsOptions {
  db: Database;
  log: Log;
  callsPerAccount: number;
  /** How long a lease lasts without being renewed. */
  leaseMs: number;
}

/** For several processes on one database: each leases its share from an account's row. */
export function createSharedCeilings({ db, log, callsPerAccount, leaseMs }: SharedCeilingsOptions): Ceilings {
  const store = createAccountStore(db);
  const holder = newProcessOwner();
  const timing = { now: () => performance.now(), later: runLater, random: Math.random };
  const sweeping = setInterval(() => {
    deleteUnusedAccounts(db, UNUSED_MS).catch((err) =>
      log.debug({ err }, 'unused provider accounts could not be deleted'),
    );
  }, SWEEP_EVERY_MS).unref();
  const { of, all } = byKey<LeasedLimiter>(
    callsPerAccount,
    ({ connectionKey: account, maxConcurrency, requestsPerMinute }) => {
      return createLeasedLimiter({
        account,
        holder,
        store,
        timing,
        rules: {
          ceiling: maxConcurrency,
          perMinute: requestsPerMinute ?? null,
          leaseMs,
          isGone: isOwnerProcessGone,
        },
        onLapse(err) {
          if (err === null) log.info({ account }, 'the limits of a provider account can be shared again');
          else
            log.warn({ err, account }, 'the limits of a provider account cannot be shared; its calls wait');
        },
      });
    },
  );
  return {
    of,
    async reserveAccount(connection, signal, patienceMs) {
      const limiter = of(connection);
      const until = performance.now() + patienceMs;
      limiter.wantsQuiet(true);
      try {
        while (!limiter.isAlone() && performance.now() < until) await sleep(LOOK_MS, undefined, { signal });
      } catch (error) {
        limiter.wantsQuiet(false);
        signal.throwIfAborted();
        throw error;
      }
      const began = limiter.isAlone();
      return () => {
        const wasAlone = began && limiter.isAlone();
        limiter.wantsQuiet(false);
        return { wasAlone };
      };
    },
    async stop() {
      clearInterval(sweeping);
      await Promise.all(all().map((limiter) => limiter.stop()));
    },
  };
}

const LOOK_MS = 20;
const SWEEP_EVERY_MS = 3_600_000;
/** How long an unused row is kept; after that, a limit lowered by a 429 is outdated. */
const UNUSED_MS = 3_600_000;

function runLater(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/** One limiter for each account. */
function byKey<L extends AccountLimiter>(
  callsPerAccount: number,
  create: (connection: ConfiguredLimits & { maxConcurrency: number }) => L,
): { of(connection: ConfiguredLimits): L; all(): L[] } {
  const limiters = createLimiterMap<L>();
  return {
    all: () => limiters.all().map(([, limiter]) => limiter),
    of(connection) {
      const limits = { ...connection, maxConcurrency: connection.maxConcurrency ?? callsPerAccount };
      const limiter = limiters.of(connection.connectionKey, () => create(limits));
      limiter.setLimits(limits);
      return limiter;
    },
  };
}

/** A limiter whose slots also count against a ceiling. Calls wait in both queues; the queue of the ceiling is slower. */
export function limitByCeiling(ceiling: Limiter, own: Limiter): Limiter {
  let queued = 0;
  return {
    ...own,
    succeeded(firstTry) {
      own.succeeded(firstTry);
      ceiling.succeeded(firstTry);
    },
    rateLimited(retryAfterMs) {
      own.rateLimited(retryAfterMs);
      ceiling.rateLimited(retryAfterMs);
    },
    failed() {
      own.failed();
      ceiling.failed();
    },
    state() {
      const state = own.state();
      const { granted, waitsForOthers } = ceiling.state();
      return { ...state, waiting: state.waiting + queued, granted, waitsForOthers };
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
