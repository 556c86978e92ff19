import { unlessAborted } from '../../../kernel/unless-aborted.ts';
import type { Job, JobContext } from '../../../platform/jobs/jobs.ts';
import { beginGeneration, findOwner, updateOwner } from '../source-owner-store.ts';
import { enqueueSourcePurge, REPLACED_KEPT_MS, type SourceJob } from '../source-queue.ts';
import type { SourceRow } from '../source-store.ts';
import { failOrRetrySource } from './fail-or-retry.ts';
import { type IndexingOptions, SOURCE_GONE, writeInRun } from './indexing-run.ts';
import { readWithProgress, stageJson } from './read-with-progress.ts';
import { writeGeneration } from './write-generation.ts';

const HEARTBEAT_MS = 10_000;

/**
 * Brings a source from `pending` to `ready` or `failed`. It can be killed at any point and run again: one single batch
 * makes the new generation the present one, so searches see the old chunks or the new ones. What a killed run has
 * written belongs to a generation that never becomes the present one, and is purged.
 */
export async function indexSource(
  options: IndexingOptions,
  job: Job<SourceJob>,
  context: JobContext,
): Promise<void> {
  const { db, search } = options;
  const { workspaceId, sourceId } = job.payload;
  const owner = await findOwner(db, workspaceId, sourceId);
  if (!owner || owner.holders === 0) return;
  if (owner.status !== 'pending' && owner.status !== 'processing') return;
  const isBuilt = owner.status === 'processing' && owner.generation === owner.building;
  const change = isBuilt ? owner.change : await buildGeneration(options, job, context, owner);
  if (change === null) return;
  search.changed(workspaceId);
  await withHeartbeat(unlessAborted(search.waitUntilIndexed(workspaceId, change), context.signal), context);
  await writeInRun(options, job, (batch) => {
    if (owner.building > 0)
      enqueueSourcePurge(options.jobs, batch, job.payload, options.clock.now() + REPLACED_KEPT_MS);
    const set = { status: 'ready', stage_json: null, indexed_at: options.clock.now() };
    updateOwner(batch, workspaceId, sourceId, { ...set, updated_at: options.clock.now() }, SOURCE_GONE);
  });
  await options.changed(workspaceId, sourceId, 'ready', true);
}

/** Reads the source and makes its new generation the present one. Returns the change number, or null. */
async function buildGeneration(
  options: IndexingOptions,
  job: Job<SourceJob>,
  context: JobContext,
  owner: SourceRow,
): Promise<number | null> {
  const { clock, changed } = options;
  const { workspaceId, sourceId } = job.payload;
  let begun: ReturnType<typeof beginGeneration> | undefined;
  const isThere = await writeInRun(options, job, (batch) => {
    const set = { status: 'processing', stage_json: stageJson('read', 0, 0), updated_at: clock.now() };
    begun = beginGeneration(batch, workspaceId, sourceId, set, SOURCE_GONE);
  });
  const generation = begun?.rows[0]?.building;
  if (!isThere || generation === undefined) return null;
  await changed(workspaceId, sourceId, 'processing');

  // It cannot hang, because each step has its own limit; waiting for a turn is not a step.
  const read = await withHeartbeat(readWithProgress(options, job, context, owner), context);
  if (read === null) return null;
  if ('error' in read) {
    await failOrRetrySource(options, job, read);
    return null;
  }
  try {
    return await writeGeneration(options, job, context, { read, generation, owner });
  } finally {
    read.release();
  }
}

/** Sends heartbeats while waiting for work that has its own time limits. */
async function withHeartbeat<T>(work: Promise<T>, { heartbeat }: Pick<JobContext, 'heartbeat'>): Promise<T> {
  const timer = setInterval(heartbeat, HEARTBEAT_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
