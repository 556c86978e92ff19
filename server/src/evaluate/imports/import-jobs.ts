import { systemActor } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Sources } from '../../knowledge/sources/sources.ts';
import type { Batch, Database } from '../../platform/db/db.ts';
import { requireCommitted } from '../../platform/db/live-workspace.ts';
import { purgeRows } from '../../platform/db/purge-rows.ts';
import type { TellEvent } from '../../platform/events/events.ts';
import { type Job, type JobContext, type Jobs, RetryJobAfter, runSteps } from '../../platform/jobs/jobs.ts';
import { enqueueCallPurge, type ImportJob, MAKE_SOURCES_JOB, PURGE_CALLS_JOB } from './import-queue.ts';
import type { ImportResult, MadeSource } from './import-schemas.ts';
import type { ImportSettings } from './import-settings.ts';
import {
  findImport,
  IMPORT_CHANGED,
  type ImportRow,
  keepSource,
  markImportFailed,
  unlessGone,
  updateImport,
} from './import-store.ts';
import { createImportedSources, type SourceContents } from './making/make-sources.ts';

export interface ImportJobsOptions {
  db: Database;
  clock: Clock;
  jobs: Jobs;
  tell: TellEvent;
  sources: Pick<Sources, 'get' | 'stage' | 'createStaged' | 'discard'>;
}

/** Registers the jobs that create the sources of imports, and delete calls of failed or deleted ones. */
export function defineImportJobs(options: ImportJobsOptions): void {
  const { db, jobs } = options;
  jobs.define<ImportJob>(MAKE_SOURCES_JOB, {
    run: (job, context) => make(options, job, context),
    onFailed: (batch, { payload }, { message }) => fail(batch, options, payload, message),
  });
  jobs.define<ImportJob>(PURGE_CALLS_JOB, {
    run: ({ payload: { workspaceId, importId } }, context) =>
      runSteps(context, () =>
        purgeRows(db, 'import_calls', { workspace_id: workspaceId, import_id: importId }),
      ),
  });
}

/**
 * Poll interval: at first the lower bound, then a tenth of the time that the import has waited, up to the upper
 * bound.
 */
const [LOOK_FIRST_MS, LOOK_AT_MOST_MS] = [100, 5000];

/** Creates the sources, then is retried until each is read, so that a ready import can be used. */
async function make(
  options: ImportJobsOptions,
  { payload: { workspaceId, importId }, guard, ageMs }: Job<ImportJob>,
  { signal, heartbeat }: JobContext,
): Promise<void> {
  const { db, clock, tell, sources } = options;
  const row = await findImport(db, workspaceId, importId);
  const { paused } = JSON.parse(row.settings_json) as ImportSettings;
  if (row.status !== 'making' || paused) return;
  const beat = () => {
    signal.throwIfAborted();
    heartbeat();
  };
  async function write(set: Partial<ImportRow>): Promise<void> {
    const outcome = await db.write((batch) => {
      guard(batch);
      updateImport(batch, row, { ...set, updated_at: clock.now() });
      tell(batch, workspaceId, { type: 'import.updated', id: importId, data: {} });
    });
    if (!outcome.committed && outcome.why !== IMPORT_CHANGED) requireCommitted(outcome, workspaceId);
  }
  const known = row.result_json === null ? null : (JSON.parse(row.result_json) as ImportResult);
  const result =
    known ??
    (await createImportedSources(
      { db, heartbeat: beat, addSource: (holds, title, text) => addSource(options, row, holds, title, text) },
      row,
    ));
  if (known === null) await write({ result_json: JSON.stringify(result) });
  const { waits, failed } = await lookAt(sources, workspaceId, result);
  if (waits)
    throw new RetryJobAfter(
      Math.min(LOOK_AT_MOST_MS, Math.max(LOOK_FIRST_MS, ageMs / 10)),
      'the sources of the import are read',
    );
  const warnings = [...result.warnings, ...failed];
  await write({ status: 'ready', salt: null, result_json: JSON.stringify({ ...result, warnings }) });
}

/** Whether a source is still being read, and a warning if it could not be read. A deleted source is ignored. */
async function lookAt(
  sources: ImportJobsOptions['sources'],
  workspaceId: string,
  { items, traffic, session_trace }: ImportResult,
): Promise<{ waits: boolean; failed: string[] }> {
  const made = [items, traffic, session_trace].filter((one): one is MadeSource => one !== null);
  const found = await Promise.all(
    made.map(({ source_id }) => sources.get(systemActor, workspaceId, source_id).catch(unlessGone)),
  );
  const failed = found.flatMap((one) => (one?.resource.status === 'failed' ? [one.resource] : []));
  return {
    waits: found.some((one) => one && !['ready', 'failed'].includes(one.resource.status)),
    failed: failed.map(
      ({ id, title, error }) =>
        `“${title}” cannot be used until it is indexed: ${error?.message ?? 'indexing it failed.'} Retry it: POST …/sources/${id}/retry.`,
    ),
  };
}

/**
 * Creates a source and stores its id with it in one batch. If an earlier run created it, the text, which is the same,
 * is read without writing it.
 */
async function addSource(
  { db, sources }: ImportJobsOptions,
  { workspace_id: workspaceId, id }: ImportRow,
  holds: SourceContents,
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
  const message = `Creating the dataset and the traffic failed: ${why} Delete this import and create a new one.`;
  markImportFailed(batch, workspaceId, importId, JSON.stringify({ message, problems: [] }), clock.now());
  enqueueCallPurge(jobs, batch, job);
  tell(batch, workspaceId, { type: 'import.updated', id: importId, data: {} });
}
