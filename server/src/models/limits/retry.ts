import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { CallFailure } from '../contract/failure.ts';
import type { FailureClass } from '../contract/outcome.ts';
import type { Limiter } from './limiter.ts';

/** How often and with which pauses one class of failure is retried. */
export interface ClassPolicy {
  /** Retries, not attempts: 0 makes the first failure final. */
  retries: number;
  /** The first pause; it doubles with every retry of this class. */
  baseMs: number;
  maxMs: number;
}

export type RetryPolicy = Readonly<Record<FailureClass, ClassPolicy>> & {
  /** If a server asks for a longer wait than this, the failure is final. */
  maxRetryAfterMs: number;
};

const NEVER_RETRY: ClassPolicy = { retries: 0, baseMs: 0, maxMs: 0 };

/**
 * The limits are per class and add up to at most 13 attempts, so a call always ends. An exhausted quota does not return
 * by retrying (one harness was seen retrying it 3,830 times over four days), and a timeout has already cost its whole
 * time limit.
 */
export const DEFAULT_RETRY_POLICY: RetryPolicy = {
  rate_limit: { retries: 8, baseMs: 1_000, maxMs: 60_000 },
  transient: { retries: 3, baseMs: 500, maxMs: 15_000 },
  timeout: { retries: 1, baseMs: 500, maxMs: 500 },
  quota: NEVER_RETRY,
  deterministic: NEVER_RETRY,
  maxRetryAfterMs: 300_000,
};

export interface RetryOptions {
  limiter: Limiter;
  policy?: RetryPolicy;
  /** Aborting it rejects with its reason, while waiting for a slot, calling or pausing. */
  signal?: AbortSignal;
  /** Limit in ms for all attempts and pauses, counted from the first attempt; no attempt begins later. Default: none. */
  withinMs?: number;
  /** The seed of the jitter: the same seed gives the same pauses, and different units pause differently. */
  seed: string;
  /** Waits for a pause; tests pass their own. Must reject with the signal's reason when it is aborted. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<unknown>;
}

export interface RetriedOutcome<Answer> {
  /** Outcome of the last attempt; `latencyMs` covers that attempt alone. */
  outcome: Answer | CallFailure;
  attempts: number;
}

/**
 * The only retry layer. It takes a slot for each attempt and returns it before a pause, so that waiting never blocks
 * another call, and reports each outcome to the limiter.
 */
export async function callWithRetries<Answer extends { ok: true }>(
  attempt: (leftMs: number) => Promise<Answer | CallFailure>,
  {
    limiter,
    policy = DEFAULT_RETRY_POLICY,
    signal,
    withinMs = Number.POSITIVE_INFINITY,
    seed,
    sleep = pause,
  }: RetryOptions,
): Promise<RetriedOutcome<Answer>> {
  const retried: Partial<Record<FailureClass, number>> = {};
  let end: number | null = null;
  let failed: RetriedOutcome<Answer> | null = null;
  for (let attempts = 1; ; attempts++) {
    const slot = await limiter.acquire(signal);
    end ??= performance.now() + withinMs;
    if (failed !== null && performance.now() >= end) {
      slot.release();
      return failed;
    }
    const outcome = await attempt(end - performance.now()).finally(slot.release);
    reportOutcome(limiter, outcome, attempts);
    const pauseMs = outcome.ok ? null : pauseBefore(outcome, retried, policy, `${seed}:${attempts}`);
    if (outcome.ok || pauseMs === null || performance.now() + pauseMs >= end) return { outcome, attempts };
    failed = { outcome, attempts };
    retried[outcome.class] = (retried[outcome.class] ?? 0) + 1;
    await sleep(pauseMs, signal);
  }
}

/** The pause before the next attempt in ms; null if there is no further attempt. */
function pauseBefore(
  failure: CallFailure,
  retried: Partial<Record<FailureClass, number>>,
  policy: RetryPolicy,
  seed: string,
): number | null {
  const { retries, baseMs, maxMs } = policy[failure.class];
  const before = retried[failure.class] ?? 0;
  const asked = failure.retryAfterMs;
  if (before >= retries || (asked !== undefined && asked > policy.maxRetryAfterMs)) return null;
  const backOff = Math.min(maxMs, baseMs * 2 ** before);
  // If the server asks for a wait, it is at least that long, plus up to a tenth, so that calls refused together do not
  // return together. Otherwise the pause is the upper half of the back-off with jitter.
  return asked !== undefined
    ? asked * (1 + 0.1 * seededFraction(seed))
    : backOff * (0.5 + 0.5 * seededFraction(seed));
}

/** Reports the outcome of an attempt to the limiter; `attempts` is 1 for the first of a call. */
export function reportOutcome(limiter: Limiter, outcome: { ok: true } | CallFailure, attempts: number): void {
  if (outcome.ok) limiter.succeeded(attempts === 1);
  else if (outcome.class === 'rate_limit') limiter.rateLimited(outcome.retryAfterMs);
  else limiter.failed();
}

/** A number in [0, 1) that depends only on the seed. */
function seededFraction(seed: string): number {
  return createHash('sha256').update(seed).digest().readUInt32BE(0) / 2 ** 32;
}

async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, signal ? { signal } : {});
  } catch (error) {
    signal?.throwIfAborted(); // the timer's own AbortError would replace the caller's reason
    throw error;
  }
}
