import type { Batch } from '../../platform/db/db.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';

// The kinds of jobs that sources have. `source-jobs.ts` defines what they do.

export const INDEX_TEXT_JOB = 'source.index';
/** Indexing of what is not a text: a slow server or a large PDF must not hold up texts. */
export const INDEX_DOCUMENT_JOB = 'source.read';
export const PURGE_SOURCE_JOB = 'source.purge';

/** Running searches and the indexes of other nodes can still return replaced chunks for this long. */
export const REPLACED_KEPT_MS = 60_000;

/** What the jobs of a source carry. */
export interface SourceJob {
  workspaceId: string;
  sourceId: string;
}

export function enqueueIndexing(jobs: JobQueue, batch: Batch, payload: SourceJob, type: string): void {
  const kind = type === 'text' ? INDEX_TEXT_JOB : INDEX_DOCUMENT_JOB;
  jobs.enqueue(batch, { kind, workspaceId: payload.workspaceId, key: payload.sourceId, payload });
}

/** Enqueues the purge of what is not used any more of a source: all of it, or its earlier generations. */
export function enqueueSourcePurge(jobs: JobQueue, batch: Batch, payload: SourceJob, runAt?: number): void {
  const { workspaceId, sourceId: key } = payload;
  jobs.enqueue(batch, {
    kind: PURGE_SOURCE_JOB,
    workspaceId,
    key,
    payload,
    ...(runAt !== undefined && { runAt }),
  });
}
