import type { Job, JobContext } from '../../jobs/jobs.ts';
import { beginGeneration, findOwner, updateOwner } from '../source-owner-store.ts';
import type { SourceJob } from '../source-queue.ts';
import type { SourceRow } from '../source-store.ts';
import { failOrRetry } from './fail-or-retry.ts';
import { GONE, type IndexingOptions, writeAs } from './indexing-run.ts';
import { readWithProgress, stageText } from './read-with-progress.ts';
import { writeGeneration } from './write-generation.ts';

const HEARTBEAT_MS = 10_000;

/**
 * Brings a source from `pending` to `ready` or `failed`. Safe to be killed anywhere and begun again: the new
 * generation becomes the present one in a single batch, so searches see the old chunks or the new ones, and what a
 * killed run left behind lies in a generation that never was.
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
  const change = isBuilt ? owner.change : await build(options, job, context, owner);
  if (change === null) return;
  search.changed(workspaceId);
  await patiently(search.waitUntilIndexed(workspaceId, change), context);
  await writeAs(options, job, (batch) => {
    if (owner.building > 0) options.purgeLater(batch, job.payload);
    const set = { status: 'ready', stage_json: null, indexed_at: options.clock.now() };
    updateOwner(batch, workspaceId, sourceId, { ...set, updated_at: options.clock.now() }, GONE);
  });
  await options.changed(workspaceId, sourceId, 'ready', true);
}

/** Reads the original, writes the new generation, makes it the present one. Answers the change's number, or null. */
async function build(
  options: IndexingOptions,
  job: Job<SourceJob>,
  context: JobContext,
  owner: SourceRow,
): Promise<number | null> {
  const { clock, changed } = options;
  const { workspaceId, sourceId } = job.payload;
  let begun: ReturnType<typeof beginGeneration> | undefined;
  const isThere = await writeAs(options, job, (batch) => {
    const set = { status: 'processing', stage_json: stageText('read', 0, 0), updated_at: clock.now() };
    begun = beginGeneration(batch, workspaceId, sourceId, set, GONE);
  });
  const generation = begun?.rows[0]?.building;
  if (!isThere || generation === undefined) return null;
  await changed(workspaceId, sourceId, 'processing');

  const read = await readWithProgress(options, job, context, owner);
  if (read === null) return null;
  if ('error' in read) {
    await failOrRetry(options, job, read);
    return null;
  }
  try {
    return await writeGeneration(options, job, context, { read, generation, owner });
  } finally {
    read.forget();
  }
}

/** Waits for the index, which has deadlines of its own, but no longer than the job may run. */
async function patiently(work: Promise<void>, { signal, heartbeat }: JobContext): Promise<void> {
  signal.throwIfAborted();
  const timer = setInterval(heartbeat, HEARTBEAT_MS);
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop);
  });
  try {
    await Promise.race([work, aborted]);
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', stop);
  }
}
