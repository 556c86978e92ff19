import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, ERRORS } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { createSpan } from '../../kernel/span.ts';
import type { Database } from '../db/db.ts';
import { BatchUndone, requireCommitted } from '../db/live-workspace.ts';
import {
  type AbortCause,
  type Job,
  JobAborted,
  type JobFailure,
  type JobHandler,
  PermanentJobError,
  type Retry,
  RetryJobAfter,
} from './job.ts';
import {
  type ClaimedJob,
  failJob,
  finishJob,
  guardClaim,
  postponeJob,
  storeJobMessage,
} from './job-store.ts';
import type { StallWatch } from './stall-watch.ts';

/** A job that runs in this process. */
export interface RunningJob {
  readonly row: ClaimedJob;
  abort(cause: AbortCause): void;
  /** Resolves, never rejects, when the run has ended and its outcome is written. */
  done: Promise<void>;
}

/** How to store the outcome of a run. */
type Outcome =
  | { as: 'finish' }
  | { as: 'nothing' }
  | { as: 'postpone'; delayMs: number; attempts: number; error: JobFailure | null }
  | { as: 'fail'; failure: JobFailure };

const DEFAULT_RETRY: Retry = { most: 5, backoff: { firstMs: 1000, ceilingMs: 300_000 } };
const STALLED_AFTER_MS = 120_000;
/** Number of consecutive lapses after which a job is considered the cause of its process ending. */
const MAX_LAPSES = 100;
/** Number of stalls of the whole process after which the running job is considered the cause. */
const MAX_HELD = 2;
/** How long a stalled handler may take to end before its job continues without it. */
const STALL_GRACE_MS = 5000;
const STORAGE_PAUSE_MS = 5000;
const LEASE_LOST = 'lease_lost';

/** One attempt at a job; it ends with the thrown error, or null. */
export const jobRun = createSpan<Pick<Job<unknown>, 'kind' | 'key' | 'workspaceId'>, unknown>('job.run');

interface RunnerOptions {
  db: Database;
  log: Log;
  owner: string;
  /** The delay before writing the outcome of a run is retried. */
  retryMs: number;
  /** Null: stalls are not recorded. */
  stalls: StallWatch | null;
  beforeRun: ((kind: string) => Promise<void>) | undefined;
}

/** Runs one claimed job: its handler, signal and heartbeat, and the consequences of its end. */
export function createRunner({ db, log, owner, retryMs, stalls, beforeRun }: RunnerOptions) {
  const closed = new AbortController();

  function run(handler: JobHandler<unknown>, row: ClaimedJob, after: Promise<void>): RunningJob {
    const aborter = new AbortController();
    const job = toJob(db, row, owner);
    const go = async () => {
      await after;
      const { kind, key, workspace_id: workspaceId } = row;
      const error = await jobRun.run({ kind, key, workspaceId }, () => attempt(handler, job, row, aborter));
      const outcome = outcomeOf(error, handler, row, aborter.signal);
      await settle(handler, job, outcome);
      stalls?.ended(row.id, outcome.as === 'finish' || outcome.as === 'fail');
    };
    return {
      row,
      abort: (cause) => aborter.abort(new JobAborted(cause)),
      done: go().catch((err) =>
        log.error(
          { err, kind: row.kind, job: row.id, key: row.key },
          'the end of a job could not be written',
        ),
      ),
    };
  }

  /** The error that the handler threw; null if it returned. */
  async function attempt(
    handler: JobHandler<unknown>,
    job: Job<unknown>,
    row: ClaimedJob,
    aborter: AbortController,
  ): Promise<unknown> {
    if (aborter.signal.aborted) return aborter.signal.reason;
    if (row.lapses > MAX_LAPSES)
      return new PermanentJobError(`The process ended ${row.lapses} times while it ran this job.`);
    if ((stalls?.timesOf(row.id) ?? 0) >= MAX_HELD)
      return new PermanentJobError(
        `The service stalled ${MAX_HELD} times while it ran this job and had to be terminated, so the job is not run again.`,
      );
    stalls?.began(row.id);
    const watch = watchProgress(handler.stalledAfterMs ?? STALLED_AFTER_MS, aborter);
    try {
      const { signal } = aborter;
      const context = { signal, heartbeat: watch.heartbeat, log };
      await beforeRun?.(row.kind);
      await Promise.race([handler.run(job, context), watch.stuck]);
      return null;
    } catch (error) {
      return error ?? new Error('nothing was thrown');
    } finally {
      watch.end();
    }
  }

  function outcomeOf(
    error: unknown,
    handler: JobHandler<unknown>,
    row: ClaimedJob,
    signal: AbortSignal,
  ): Outcome {
    if (error === null) return { as: 'finish' };
    const cause = signal.aborted ? (signal.reason as JobAborted).cause : null;
    if (cause === 'stopping') return { as: 'postpone', delayMs: 0, attempts: row.attempts, error: null };
    if (cause === 'cancelled' || cause === 'lease_lost') return { as: 'nothing' };
    if (error instanceof BatchUndone && error.why === LEASE_LOST) return { as: 'nothing' };
    const pause = pauseOf(error);
    if (pause !== null) return { as: 'postpone', delayMs: pause, attempts: row.attempts, error: null };
    return failedAttempt(toFailure(error, cause, row), error instanceof PermanentJobError, handler, row);
  }

  function failedAttempt(
    failure: JobFailure,
    forGood: boolean,
    handler: JobHandler<unknown>,
    row: ClaimedJob,
  ): Outcome {
    const { most, backoff } = handler.retry ?? DEFAULT_RETRY;
    const attempts = row.attempts + 1;
    const last = forGood || attempts >= most;
    // The subject of the job, such as the evaluation's id.
    const fields = { kind: row.kind, job: row.id, key: row.key, attempts, err: failure };
    log.warn(fields, last ? 'a job failed for good' : 'an attempt of a job failed');
    if (last) return { as: 'fail', failure };
    return {
      as: 'postpone',
      delayMs: backoffMs(backoff, attempts, Math.random()),
      attempts,
      error: failure,
    };
  }

  /** Writes the outcome, with retries while the database is not writable; the lease is kept in the meantime. */
  async function settle(handler: JobHandler<unknown>, job: Job<unknown>, outcome: Outcome): Promise<void> {
    for (;;) {
      try {
        await write(handler, job, outcome);
        return;
      } catch (error) {
        if (pauseOf(error) === null || closed.signal.aborted) throw error;
        await waitUnlessAborted(retryMs, closed.signal);
      }
    }
  }

  async function write(handler: JobHandler<unknown>, job: Job<unknown>, outcome: Outcome): Promise<void> {
    const { time } = db;
    const claim = { id: job.id, owner, fence: job.fence };
    if (outcome.as === 'nothing') return;
    if (outcome.as === 'fail') {
      const failed = await db.write((batch) => {
        failJob(batch, claim, JSON.stringify(outcome.failure), time, 'not_failed');
        handler.onFailed?.(batch, job, outcome.failure);
      });
      if (failed.committed) return;
    }
    await db.write((batch) => {
      if (outcome.as !== 'postpone') finishJob(batch, claim, time);
      else {
        const error_json = outcome.error && JSON.stringify(outcome.error);
        postponeJob(batch, claim, { delayMs: outcome.delayMs, attempts: outcome.attempts, error_json, time });
      }
    });
  }

  return { run, close: () => closed.abort() };
}

function toJob(db: Database, row: ClaimedJob, owner: string): Job<unknown> {
  const claim = { id: row.id, owner, fence: row.fence };
  return {
    id: row.id,
    kind: row.kind,
    key: row.key,
    workspaceId: row.workspace_id,
    payload: JSON.parse(row.payload_json) as unknown,
    fence: row.fence,
    ageMs: row.age_ms,
    attempt: row.attempts + 1,
    said: row.said_json === null ? null : JSON.parse(row.said_json),
    async say(said) {
      let written: ReturnType<typeof storeJobMessage> | undefined;
      const outcome = await db.write((batch) => {
        written = storeJobMessage(batch, claim, JSON.stringify(said), LEASE_LOST);
      });
      requireCommitted(outcome);
      return JSON.parse(written?.rows[0]?.payload_json ?? row.payload_json) as unknown;
    },
    guard: (batch) => guardClaim(batch, claim, LEASE_LOST),
  };
}

/** Milliseconds until a retry that does not spend an attempt; null if the error does not ask for one. */
function pauseOf(error: unknown): number | null {
  if (error instanceof RetryJobAfter) return error.delayMs;
  if (!(error instanceof AppError)) return null;
  const { status } = ERRORS[error.code];
  if (status !== 503 && status !== 507) return null;
  return error.retryAfter === undefined ? STORAGE_PAUSE_MS : error.retryAfter * 1000;
}

function toFailure(error: unknown, cause: AbortCause | null, row: ClaimedJob): JobFailure {
  if (cause === 'stalled') return { code: 'stalled', message: 'The job made no progress for too long.' };
  const message = error instanceof Error ? error.message : String(error);
  return { code: row.lapses > MAX_LAPSES ? 'lapsed' : 'failed', message };
}

/**
 * Milliseconds to wait after the `attempts`th failure: min(ceiling, first × 2^(attempts − 1)) and up to a quarter
 * more by chance, so that jobs that failed together do not all come back together.
 */
function backoffMs({ firstMs, ceilingMs }: Retry['backoff'], attempts: number, chance: number): number {
  const wait = Math.min(ceilingMs, firstMs * 2 ** (attempts - 1));
  return Math.round(wait * (1 + chance / 4));
}

/** Aborts a run without heartbeats; `stuck` rejects if it then does not end by itself. */
function watchProgress(afterMs: number, aborter: AbortController) {
  const everyMs = Math.min(1000, afterMs / 2);
  // Counts checks since the last heartbeat instead of time: while the whole process is suspended, no job is to blame
  // for its silence.
  let looks = 0;
  let grace: NodeJS.Timeout | undefined;
  let reject: (error: unknown) => void = () => {};
  const stuck = new Promise<never>((_, no) => {
    reject = no;
  });
  stuck.catch(() => {});
  const giveUp = () => reject(aborter.signal.reason);
  const timer = setInterval(() => {
    looks++;
    if (looks * everyMs <= afterMs) return;
    clearInterval(timer);
    aborter.abort(new JobAborted('stalled'));
    grace = setTimeout(giveUp, STALL_GRACE_MS);
  }, everyMs);
  return {
    heartbeat: () => {
      looks = 0;
    },
    stuck,
    end() {
      clearInterval(timer);
      clearTimeout(grace);
    },
  };
}

/** Waits, but not longer than until the signal is aborted. */
export function waitUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal }).catch(() => {});
}
