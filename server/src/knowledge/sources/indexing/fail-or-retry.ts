import { type Job, type Retry, RetryJobAfter } from '../../../platform/jobs/jobs.ts';
import type { ReadingError } from '../../reading/reading.ts';
import { updateOwner } from '../source-owner-store.ts';
import type { SourceJob } from '../source-queue.ts';
import type { SourceRow } from '../source-store.ts';
import { type IndexingOptions, SOURCE_GONE, writeInRun } from './indexing-run.ts';
import type { FailedReading } from './read-source.ts';

/** A temporary failure is tried five times in all, with pauses of 1, 2, 4 and 8 seconds. */
export const INDEX_RETRY: Retry = { most: 5, backoff: { firstMs: 1000, ceilingMs: 300_000 } };

/** A server that does not respond for 10 s is tried once less, so that a source fails within a minute. */
const MAX_TIMED_OUT = 4;

/** If the server names a later time, the source fails. */
const MAX_WAIT_MS = 65 * 60_000;
const MIN_WAIT_MS = 1000;
/** After this many waits, each wait counts as an attempt, so that no server is called forever. */
const MAX_WAITS = 20;
/** A shortage of the machine says nothing about the source: for about two minutes no attempt is counted. */
const SHORTAGE_WAIT_MS = 6000;

/**
 * Sets a source back to `pending` if another attempt can succeed, otherwise fails it with the reason. If the server
 * names a time for the next request (GitHub: within an hour), or the machine lacks files, processes or memory, the job
 * waits and no attempt is counted.
 */
export async function failOrRetrySource(
  options: IndexingOptions,
  job: Job<SourceJob>,
  { error, retryAt }: FailedReading,
): Promise<void> {
  const wait = waitBefore(error, retryAt, options.clock.now());
  const isWaitedFor = wait > 0 && job.fence <= MAX_WAITS;
  const isOver = isWaitedFor
    ? wait > MAX_WAIT_MS
    : job.attempt >= (error.code === 'timed_out' ? MAX_TIMED_OUT : INDEX_RETRY.most);
  if (!error.retryable || isOver) return fail(options, job, error);
  const { workspaceId, sourceId } = job.payload;
  const set = { status: 'pending', stage_json: null, updated_at: options.clock.now() };
  const isThere = await writeInRun(options, job, (batch) =>
    updateOwner(batch, workspaceId, sourceId, set, SOURCE_GONE),
  );
  if (!isThere) return;
  await options.changed(workspaceId, sourceId, 'pending', true);
  const why = `${error.code}: ${error.message}`;
  throw isWaitedFor ? new RetryJobAfter(wait, why) : new Error(why);
}

/** In milliseconds; 0 if the attempts' back-off decides. */
function waitBefore(error: ReadingError, retryAt: number | undefined, now: number): number {
  if (error.code === 'no_resources') return SHORTAGE_WAIT_MS;
  return retryAt === undefined ? 0 : Math.max(MIN_WAIT_MS, retryAt - now);
}

async function fail(options: IndexingOptions, job: Job<SourceJob>, error: ReadingError): Promise<void> {
  const { workspaceId, sourceId } = job.payload;
  await writeInRun(options, job, (batch) =>
    updateOwner(batch, workspaceId, sourceId, failedSourceColumns(error, options.clock.now()), SOURCE_GONE),
  );
  await options.changed(workspaceId, sourceId, 'failed', true);
}

/** The columns of a failed source's row. */
export function failedSourceColumns(error: ReadingError, now: number): Partial<SourceRow> {
  return { status: 'failed', stage_json: null, error_json: JSON.stringify(error), updated_at: now };
}
