import { type Job, type Retry, RetryAfter } from '../../jobs/jobs.ts';
import type { ReadingError } from '../../reading/reading.ts';
import { updateOwner } from '../source-owner-store.ts';
import type { SourceJob } from '../source-queue.ts';
import type { SourceRow } from '../source-store.ts';
import { GONE, type IndexingOptions, writeAs } from './indexing-run.ts';
import type { FailedReading } from './read-source.ts';

/** What may pass by itself is tried five times in all, after 1, 2, 4 and 8 seconds. */
export const INDEX_RETRY: Retry = { most: 5, backoff: { firstMs: 1000, ceilingMs: 300_000 } };

/** A reset further away than this is not waited for. */
const LONGEST_WAIT_MS = 65 * 60_000;
const SHORTEST_WAIT_MS = 1000;
/** After so many runs a wait spends an attempt like everything else: nobody is asked for ever. */
const MOST_WAITS = 20;

/**
 * Puts back what another attempt may read; the last attempt fails the source with the reason. Where the other side
 * says when it can be asked again (GitHub: within an hour), that is waited for, and no attempt is spent.
 */
export async function failOrRetry(
  options: IndexingOptions,
  job: Job<SourceJob>,
  { error, retryAt }: FailedReading,
): Promise<void> {
  const wait = retryAt === undefined ? 0 : Math.max(SHORTEST_WAIT_MS, retryAt - options.clock.now());
  const isWaitedFor = wait > 0 && job.fence <= MOST_WAITS;
  const isOver = isWaitedFor ? wait > LONGEST_WAIT_MS : job.attempt >= INDEX_RETRY.most;
  if (!error.retryable || isOver) return fail(options, job, error);
  const { workspaceId, sourceId } = job.payload;
  const set = { status: 'pending', stage_json: null, updated_at: options.clock.now() };
  const isThere = await writeAs(options, job, (batch) =>
    updateOwner(batch, workspaceId, sourceId, set, GONE),
  );
  if (!isThere) return;
  await options.changed(workspaceId, sourceId, 'pending', true);
  const why = `${error.code}: ${error.message}`;
  throw isWaitedFor ? new RetryAfter(wait, why) : new Error(why);
}

async function fail(options: IndexingOptions, job: Job<SourceJob>, error: ReadingError): Promise<void> {
  const { workspaceId, sourceId } = job.payload;
  await writeAs(options, job, (batch) =>
    updateOwner(batch, workspaceId, sourceId, failedWith(error, options.clock.now()), GONE),
  );
  await options.changed(workspaceId, sourceId, 'failed', true);
}

/** What a failed source's row says. */
export function failedWith(error: ReadingError, now: number): Partial<SourceRow> {
  return { status: 'failed', stage_json: null, error_json: JSON.stringify(error), updated_at: now };
}
