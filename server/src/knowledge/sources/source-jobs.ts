import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../../platform/db/db.ts';
import { requireCommitted } from '../../platform/db/live-workspace.ts';
import { purgeRows } from '../../platform/db/purge-rows.ts';
import type { Events, Poller, WorkspaceEvent } from '../../platform/events/events.ts';
import {
  type Job,
  type JobContext,
  type JobHandler,
  type Jobs,
  RetryJobAfter,
  runSteps,
} from '../../platform/jobs/jobs.ts';
import { type ReadingService, toReadingError } from '../reading/reading.ts';
import { deleteOldIndexCopies, type SearchEngine } from '../search/search.ts';
import { createChunkerClient } from './chunking/chunker-client.ts';
import { failedSourceColumns, INDEX_RETRY } from './indexing/fail-or-retry.ts';
import { indexSource } from './indexing/index-source.ts';
import { SOURCE_GONE } from './indexing/indexing-run.ts';
import { dropUpload, listAbandonedUploads } from './source-content-store.ts';
import { findOwner, listSharerIds, recordChange, updateOwner } from './source-owner-store.ts';
import {
  enqueueSourcePurge,
  INDEX_DOCUMENT_JOB,
  INDEX_TEXT_JOB,
  PURGE_SOURCE_JOB,
  REPLACED_KEPT_MS,
  type SourceJob,
} from './source-queue.ts';
import { deleteTombstones, sourcesChangedSince } from './source-store.ts';

export interface SourceJobsOptions {
  db: Database;
  jobs: Jobs;
  events: Pick<Events, 'publish'>;
  search: Pick<SearchEngine, 'changed' | 'waitUntilIndexed'>;
  clock: Clock;
  log: Log;
  reading: ReadingService;
  maxChunks: number;
}

/** Maximum simultaneous jobs. Reading is limited by memory, writing by the single writer: more jobs would only wait. */
const INDEXED_AT_ONCE = 4;
const READ_AT_ONCE = 8;
const EVENT_EVERY_MS = 200;
const MAX_TOLD = 100;
const UPLOAD_ABANDONED_MS = 3_600_000;
const TOMBSTONES_KEPT_MS = 30 * 24 * 3_600_000;
const SWEEP_ROWS = 100;
const SWEEP_EVERY_MS = 3_600_000;

/** Registers the jobs of indexing and purging. `start` starts the hourly sweep. */
export function defineSourceJobs(options: SourceJobsOptions) {
  const { db, jobs, clock, log, events } = options;
  const chunker = createChunkerClient();
  let timer: NodeJS.Timeout | undefined;

  /** Publishes an event for the source, or for every source that shares its content. */
  async function changed(
    workspaceId: string,
    ownerId: string,
    status: string,
    sharers = false,
  ): Promise<void> {
    const ids = sharers ? await listSharerIds(db, workspaceId, ownerId, MAX_TOLD) : [ownerId];
    for (const id of ids) {
      const event = { type: 'source.updated', id, data: { status } } as const;
      events.publish(workspaceId, event, { everyMs: EVENT_EVERY_MS });
    }
  }

  const handler = (concurrency: number): JobHandler<SourceJob> => ({
    concurrency,
    retry: INDEX_RETRY,
    run: (job, context) => indexSource({ ...options, chunker, changed }, job, context),
    onFailed(batch, { payload: { workspaceId, sourceId } }, { code }) {
      const error = toReadingError({ code: code === 'stalled' ? 'stalled' : 'indexing_failed', detail: '' });
      updateOwner(batch, workspaceId, sourceId, failedSourceColumns(error, clock.now()), SOURCE_GONE);
      batch.afterCommit(() => void changed(workspaceId, sourceId, 'failed', true).catch(() => {}));
    },
  });
  jobs.define(INDEX_TEXT_JOB, handler(INDEXED_AT_ONCE));
  jobs.define(INDEX_DOCUMENT_JOB, handler(READ_AT_ONCE));
  jobs.define<SourceJob>(PURGE_SOURCE_JOB, { run: (job, context) => purgeSource(options, job, context) });

  return {
    /** Deletes abandoned uploads, old tombstones and old copies of indexes. */
    async sweep(): Promise<void> {
      await sweepUploads(options);
      while ((await deleteTombstones(db, clock.now() - TOMBSTONES_KEPT_MS, SWEEP_ROWS)) === SWEEP_ROWS);
      await deleteOldIndexCopies(db, clock.now());
    },
    start() {
      const sweep = () =>
        this.sweep().catch((err) => log.warn({ err }, 'old uploads and tombstones could not be deleted'));
      void sweep();
      timer = setInterval(sweep, SWEEP_EVERY_MS);
    },
    async stop() {
      clearInterval(timer);
      await chunker.stop();
    },
  };
}

async function sweepUploads({ db, jobs, clock }: SourceJobsOptions): Promise<void> {
  const before = clock.now() - UPLOAD_ABANDONED_MS;
  const old = await listAbandonedUploads(db, before, SWEEP_ROWS);
  for (const { workspace_id: workspaceId, id: sourceId } of old) {
    await db.write((batch) => {
      enqueueSourcePurge(jobs, batch, { workspaceId, sourceId });
      dropUpload(batch, workspaceId, sourceId);
    });
  }
}

/**
 * Deletes in small steps what is no longer used: everything of a source that no source shares (once the index has
 * applied its deletion), or the generations before the present one. Until a source is ready, searches can find its
 * earlier generation; when it becomes ready, a new purge is enqueued.
 */
async function purgeSource(
  { db, search, clock }: SourceJobsOptions,
  { payload: { workspaceId, sourceId }, guard }: Job<SourceJob>,
  { signal, heartbeat }: JobContext,
): Promise<void> {
  const owner = await findOwner(db, workspaceId, sourceId);
  const isHeld = owner !== undefined && owner.owner_id === owner.id && owner.holders > 0;
  if (owner && !isHeld && owner.change !== null && owner.status !== 'deleted') {
    const outcome = await db.write((batch) => {
      guard(batch);
      const set = { status: 'deleted', stage_json: null, error_json: null };
      recordChange(batch, workspaceId, sourceId, set, { holders: 'none', orElse: SOURCE_GONE });
    });
    requireCommitted(outcome);
    search.changed(workspaceId);
  }
  const purge = (table: Parameters<typeof purgeRows>[1], below: number | null = null) => {
    const of = { workspace_id: workspaceId, source_id: sourceId };
    return runSteps({ signal, heartbeat }, () => purgeRows(db, table, of, below));
  };
  if (owner === undefined || owner.deleted_at !== null)
    for (const table of ['dataset_blocks', 'dataset_versions'] as const) await purge(table);
  // This purge may belong to an earlier replacement, with a later one since.
  const wait = isHeld ? (owner.indexed_at ?? 0) + REPLACED_KEPT_MS - clock.now() : 0;
  if (wait > 0) throw new RetryJobAfter(wait, 'searches can still answer with the replaced chunks');
  const kept = owner?.status === 'ready' ? owner.generation : 0;
  // The generation that is being built always has a higher number.
  for (const table of ['chunks', 'source_contents'] as const) await purge(table, isHeld ? kept : null);
  if (!isHeld) await purge('source_originals');
}

/** Finds sources that another process changed or deleted, and the sources that share content with them. */
export function createSourcePoller(db: Database): Poller {
  return async (workspaceIds, since) => {
    const found: Awaited<ReturnType<Poller>> = [];
    for (const workspaceId of workspaceIds) {
      for (const changed of await sourcesChangedSince(db, workspaceId, since, MAX_TOLD)) {
        const { id, status, updated_at: version } = changed;
        const event: WorkspaceEvent =
          status === 'deleted'
            ? { type: 'source.deleted', id, data: {} }
            : { type: 'source.updated', id, data: { status } };
        found.push({ workspaceId, event, version });
      }
    }
    return found;
  };
}
