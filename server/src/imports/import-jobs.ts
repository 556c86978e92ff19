import type { Batch, Database } from '../db/db.ts';
import { requireCommitted } from '../db/live-workspace.ts';
import type { Tell } from '../events/events.ts';
import { type Job, type JobContext, type Jobs, runSteps } from '../jobs/jobs.ts';
import { systemActor } from '../kernel/actor.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Sources } from '../sources/sources.ts';
import { enqueuePurge, type ImportJob, MAKE, PURGE } from './import-queue.ts';
import type { ImportSettings } from './import-settings.ts';
import {
  CHANGED,
  failMaking,
  findImport,
  type ImportRow,
  keepSource,
  purgeCalls,
  updateImport,
} from './import-store.ts';
import { type Holds, makeSources } from './making/make-sources.ts';

export interface ImportJobsOptions {
  db: Database;
  clock: Clock;
  jobs: Jobs;
  tell: Tell;
  sources: Pick<Sources, 'stage' | 'createStaged' | 'discard'>;
}

/** Registers the jobs that make sources of what was imported, and delete what was not. */
export function defineImportJobs(options: ImportJobsOptions): void {
  const { db, jobs } = options;
  jobs.define<ImportJob>(MAKE, {
    run: (job, context) => make(options, job, context),
    onFailed: (batch, { payload }, { message }) => fail(batch, options, payload, message),
  });
  jobs.define<ImportJob>(PURGE, {
    run: ({ payload: { workspaceId, importId } }, context) =>
      runSteps(context, () => purgeCalls(db, workspaceId, importId)),
  });
}

async function make(
  options: ImportJobsOptions,
  { payload: { workspaceId, importId }, guard }: Job<ImportJob>,
  { signal, heartbeat }: JobContext,
): Promise<void> {
  const { db, clock, tell } = options;
  const row = await findImport(db, workspaceId, importId);
  const { paused } = JSON.parse(row.settings_json) as ImportSettings;
  if (row.status !== 'making' || paused) return;
  const beat = () => {
    signal.throwIfAborted();
    heartbeat();
  };
  const result = await makeSources(
    { db, heartbeat: beat, addSource: (holds, title, text) => addSource(options, row, holds, title, text) },
    row,
  );
  const outcome = await db.write((batch) => {
    guard(batch);
    const now = clock.now();
    updateImport(batch, row, {
      status: 'ready',
      salt: null,
      result_json: JSON.stringify(result),
      updated_at: now,
    });
    tell(batch, workspaceId, { type: 'import.updated', id: importId, data: {} });
  });
  if (!outcome.committed && outcome.why !== CHANGED) requireCommitted(outcome, workspaceId);
}

/**
 * Makes a source and notes its id with it, in one batch. Where an earlier run has made it, the text is read and not
 * written: it is the same.
 */
async function addSource(
  { db, sources }: ImportJobsOptions,
  { workspace_id: workspaceId, id }: ImportRow,
  holds: Holds,
  title: string,
  text: AsyncIterable<Uint8Array>,
): Promise<string> {
  const { sources_json } = await findImport(db, workspaceId, id);
  const made = JSON.parse(sources_json) as Record<string, string>;
  const before = made[holds];
  if (before !== undefined) {
    for await (const _ of text);
    return before;
  }
  const staged = await sources.stage(systemActor, workspaceId, text);
  const upload = {
    type: 'text' as const,
    mediaType: 'text/plain',
    charset: 'utf-8',
    filename: `${holds}.jsonl`,
    title,
  };
  try {
    const source = await sources.createStaged(
      systemActor,
      workspaceId,
      upload,
      staged,
      (batch, { id: sourceId }) =>
        keepSource(batch, workspaceId, id, sources_json, JSON.stringify({ ...made, [holds]: sourceId })),
    );
    return source.id;
  } catch (error) {
    await sources.discard(workspaceId, staged);
    throw error;
  }
}

function fail(batch: Batch, { jobs, clock, tell }: ImportJobsOptions, job: ImportJob, why: string): void {
  const { workspaceId, importId } = job;
  const message = `Making the dataset and the traffic failed: ${why} Delete this import and make a new one.`;
  failMaking(batch, workspaceId, importId, JSON.stringify({ message, problems: [] }), clock.now());
  enqueuePurge(jobs, batch, job);
  tell(batch, workspaceId, { type: 'import.updated', id: importId, data: {} });
}
