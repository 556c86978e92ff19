import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { CallFailure } from '../contract/failure.ts';
import type { FailureClass } from '../contract/outcome.ts';
import type { Limiter } from './limiter.ts';

/** How often and how patiently one class of failure is tried again. */
export interface ClassPolicy {
  /** Retries, not attempts: 0 = the first failure is final. */
  retries: number;
  /** The first pause; it doubles with every retry of this class. */
  baseMs: number;
  maxMs: number;
}

export type RetryPolicy = Readonly<Record<FailureClass, ClassPolicy>> & {
  /** A server that asks for a longer wait than this is not waited for: the failure is final. */
  maxRetryAfterMs: number;
};

const NEVER_RETRY: ClassPolicy = { retries: 0, baseMs: 0, maxMs: 0 };

/**
 * The ceilings are per class and add up to 13 attempts at the very most, so a call always ends. A quota
 * never comes back by asking again (one harness was seen retrying it 3,830 times over four days), and a
 * time-out has already cost its whole deadline.
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
  /** Seeds the jitter: the same seed pauses the same times, two units pause differently. */
  seed: string;
  /** Pauses; tests pass their own. Must reject with the signal's reason when it is aborted. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<unknown>;
}

export interface RetriedOutcome<Answer> {
  /** Outcome of the last attempt; `latencyMs` covers that attempt alone. */
  outcome: Answer | CallFailure;
  attempts: number;
}

/**
 * The one retry layer. It takes a slot for each attempt and returns it before a pause, so that waiting never blocks a
 * possible call, and reports each outcome to the limiter.
 */
export async function callWithRetries<Answer extends { ok: true }>(
  attempt: () => Promise<Answer | CallFailure>,
  { limiter, policy = DEFAULT_RETRY_POLICY, signal, seed, sleep = pause }: RetryOptions,
): Promise<RetriedOutcome<Answer>> {
  const retried: Partial<Record<FailureClass, number>> = {};
  for (let attempts = 1; ; attempts++) {
    const slot = await limiter.acquire(signal);
    const outcome = await attempt().finally(slot.release);
    reportOutcome(limiter, outcome, attempts);
    const pauseMs = outcome.ok ? null : pauseBefore(outcome, retried, policy, `${seed}:${attempts}`);
    if (outcome.ok || pauseMs === null) return { outcome, attempts };
    retried[outcome.class] = (retried[outcome.class] ?? 0) + 1;
    await sleep(pauseMs, signal);
  }
}

/** The pause before the next attempt in ms, or null when there is none. */
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
  // Asked to wait, we wait at least that long, spread over up to a tenth more, so that calls refused
  // together do not come back together. Otherwise the pause is the upper half of the back-off, jittered.
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

/** A number in [0, 1) that depends on nothing but the seed. */
function seededFraction(seed: string): number {
  return createHash('sha256').update(seed).digest().readUInt32BE(0) / 2 ** 32;
}

async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, signal ? { signal } : {});
  } catch (error) {
    signal?.throwIfAborted(); // the timer's own AbortError would hide the caller's reason
    throw error;
  }
}
