import type { Log } from '../../kernel/log.ts';
import type { Batch } from '../db/db.ts';

/** A job as its handler sees it. */
export interface Job<P> {
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  readonly workspaceId: string | null;
  readonly payload: P;
  /** Incremented with every claim of this job: of two runs, the one with the lower fence is outdated. */
  readonly fence: number;
  /** Milliseconds by the database's clock from its enqueuing to the start of this run. */
  readonly ageMs: number;
  /** 1 at the first attempt; attempts cut short by a stop or a kill are not counted. */
  readonly attempt: number;
  /** The last message of this run or an earlier one; null if there is none. */
  readonly said: unknown;
  /**
   * Stores a message for the code that enqueued the job, which reads it by `children`; returns the payload, which may
   * have changed. Throws `BatchUndone` (`lease_lost`) unless this run still holds the job.
   */
  say(said: unknown): Promise<P>;
  /** Undoes the batch (`lease_lost`) unless this run holds the job until it commits. */
  guard(batch: Batch): void;
}

export interface JobContext {
  /** Aborted with a `JobAborted`. A handler that ends early because of it must throw (`signal.throwIfAborted()`). */
  readonly signal: AbortSignal;
  /** Reports progress; see `stalledAfterMs`. */
  heartbeat(): void;
  readonly log: Log;
}

/** Repeats a small step until it returns false because nothing is left to do. */
export async function runSteps(
  { signal, heartbeat }: Pick<JobContext, 'signal' | 'heartbeat'>,
  step: () => Promise<boolean>,
): Promise<void> {
  while (await step()) {
    signal.throwIfAborted();
    heartbeat();
  }
}

export interface JobHandler<P> {
  /**
   * Does the work, which an earlier, killed run may have done in part. Returning finishes the job; throwing spends an
   * attempt (except `RetryJobAfter`, and while the database is not writable); `PermanentJobError` fails the job at
   * once.
   */
  run(job: Job<P>, context: JobContext): Promise<void>;
  /** Adds statements to the batch that marks the job as permanently failed. */
  onFailed?(batch: Batch, job: Job<P>, failure: JobFailure): void;
  /** Maximum number of simultaneous runs in this process; default 1. */
  concurrency?: number;
  /**
   * Returns the keys of jobs that are currently left to other processes, given the running jobs of all kinds. If it is
   * set, jobs are claimed one by one.
   */
  except?(running: readonly Pick<Job<unknown>, 'kind' | 'key'>[]): readonly string[];
  /** Whether this process currently takes jobs of this kind; if false, they are left to other processes. */
  isFree?(): boolean;
  retry?: Retry;
  /** A run without a heartbeat for this long is aborted and spends an attempt; default 2 minutes. */
  stalledAfterMs?: number;
}

export interface NewJob {
  kind: string;
  workspaceId: string | null;
  /** At most one unfinished job for a kind and key; absent for no such rule. */
  key?: string;
  payload: unknown;
  /** Milliseconds since 1970; absent for now. */
  runAt?: number;
}

/** How often and how soon a failed attempt is repeated. */
export interface Retry {
  /** Maximum number of attempts; the last failure is permanent. */
  most: number;
  backoff: {
    /** Milliseconds before the second attempt; doubled for each later one. */
    firstMs: number;
    /** The longest wait, before up to 25 % random jitter. */
    ceilingMs: number;
  };
}

/** Thrown by a handler to retry after this time. The cause is outside of the job, so no attempt is spent. */
export class RetryJobAfter extends Error {
  override readonly name = 'RetryAfter';
  readonly delayMs: number;
  constructor(delayMs: number, why: string) {
    super(why);
    this.delayMs = delayMs;
  }
}

/** Thrown by a handler if a retry would not help: the job fails at once, whatever its retry settings are. */
export class PermanentJobError extends Error {
  override readonly name = 'GiveUp';
}

/**
 * Why a running job's signal was aborted: `stopping` (this worker stops, and the job continues elsewhere or after the
 * next start), `cancelled` (the job was deleted), `lease_lost` (another worker has it), `stalled` (no heartbeat).
 */
export type AbortCause = 'stopping' | 'cancelled' | 'lease_lost' | 'stalled';

/** The `reason` of a job's signal. */
export class JobAborted extends Error {
  override readonly name = 'JobAborted';
  override readonly cause: AbortCause;
  constructor(cause: AbortCause) {
    super(`The job was aborted: ${cause}`);
    this.cause = cause;
  }
}

/** How a permanently failed job is recorded. */
export interface JobFailure {
  /** `failed`, `stalled` (it made no progress) or `lapsed` (its process ended repeatedly). */
  code: 'failed' | 'stalled' | 'lapsed';
  message: string;
}
