import type { Log } from '../../kernel/log.ts';
import type { Batch } from '../db/db.ts';

/** A job as its handler sees it. */
export interface Job<P> {
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  readonly workspaceId: string | null;
  readonly payload: P;
  /** Grows with every claim of this job: of two runs of it, the one with the lower fence is out of date. */
  readonly fence: number;
  /** Milliseconds by the database's clock since it was enqueued, when this run of it began. */
  readonly ageMs: number;
  /** 1 at the first attempt; attempts cut short by a stop or a kill are not counted. */
  readonly attempt: number;
  /** What this run or an earlier one said last; null where none did. */
  readonly said: unknown;
  /**
   * Says something to who enqueued it, who reads it by `children`; answers the payload, which may be another one since.
   * Throws `BatchUndone` (`lease_lost`) unless this run still holds the job.
   */
  say(said: unknown): Promise<P>;
  /** Undoes the batch (`lease_lost`) unless this run still holds the job until it commits. */
  guard(batch: Batch): void;
}

export interface JobContext {
  /** Aborted with a `JobAborted`. A handler that ends early because of it throws (`signal.throwIfAborted()`). */
  readonly signal: AbortSignal;
  /** Says that there was progress; see `stalledAfterMs`. */
  heartbeat(): void;
  readonly log: Log;
}

/** Runs a small step again and again until one answers false: there was nothing left to do. */
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
   * Does the work; what it started on before may have been done in part, by a run that was killed. Returning
   * finishes the job, throwing spends an attempt (except `RetryJobAfter`, and a database that cannot write now);
   * `PermanentJobError` fails it at once.
   */
  run(job: Job<P>, context: JobContext): Promise<void>;
  /** Adds to the batch that fails the job for good what must become durable with it. */
  onFailed?(batch: Batch, job: Job<P>, failure: JobFailure): void;
  /** How many run at once in this process; default 1. */
  concurrency?: number;
  /**
   * Keys of jobs that are left to other processes now, given the jobs of all kinds that run here. With it, jobs are
   * claimed one by one.
   */
  except?(running: readonly Pick<Job<unknown>, 'kind' | 'key'>[]): readonly string[];
  /** Whether this process takes jobs of this kind now; while it answers false they are left to other processes. */
  isFree?(): boolean;
  retry?: Retry;
  /** A run without a heartbeat for this long is aborted and spends an attempt; default 2 minutes. */
  stalledAfterMs?: number;
}

export interface NewJob {
  kind: string;
  workspaceId: string | null;
  /** At most one unfinished job for a kind and key; absent = no such rule. */
  key?: string;
  payload: unknown;
  /** Milliseconds since 1970; absent = now. */
  runAt?: number;
}

/** How often and how soon a failed attempt is repeated. */
export interface Retry {
  /** Attempts in all; the last one that fails fails the job for good. */
  most: number;
  backoff: {
    /** Milliseconds before the second attempt; doubled for each one after it. */
    firstMs: number;
    /** The longest wait, before up to 25 % random jitter. */
    ceilingMs: number;
  };
}

/** Thrown by a handler: try again after this time; the cause is outside of the job, so no attempt is spent. */
export class RetryJobAfter extends Error {
  override readonly name = 'RetryAfter';
  readonly delayMs: number;
  constructor(delayMs: number, why: string) {
    super(why);
    this.delayMs = delayMs;
  }
}

/** Thrown by a handler: trying again would not help, so the job fails at once, whatever its retry says. */
export class PermanentJobError extends Error {
  override readonly name = 'GiveUp';
}

/**
 * Why a running job's signal was aborted: `stopping` (this worker stops and the job goes on elsewhere or after the
 * next start), `cancelled` (the job was taken back), `lease_lost` (another worker has it), `stalled` (no heartbeat).
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

/** How a failed-for-good job is remembered. */
export interface JobFailure {
  /** `failed`, `stalled` (it made no progress) or `lapsed` (its process ended again and again). */
  code: 'failed' | 'stalled' | 'lapsed';
  message: string;
}
