import type { Batch } from '../../platform/db/db.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';

// The kinds of jobs for sources. `source-jobs.ts` defines their handlers.

export const INDEX_TEXT_JOB = 'source.index';
/** Indexing of everything except texts, because a slow server or a large PDF must not delay texts. */
export const INDEX_DOCUMENT_JOB = 'source.read';
export const PURGE_SOURCE_JOB = 'source.purge';

/** Running searches and the indexes of other nodes can still return replaced chunks for this long. */
export const REPLACED_KEPT_MS = 60_000;

/** The payload of a source's jobs. */
export interface SourceJob {
  workspaceId: string;
  sourceId: string;
}

export function enqueueIndexing(jobs: JobQueue, batch: Batch, payload: SourceJob, type: string): void {
  const kind = type === 'text' ? INDEX_TEXT_JOB : INDEX_DOCUMENT_JOB;
  jobs.enqueue(batch, { kind, workspaceId: payload.workspaceId, key: payload.sourceId, payload });
}

/** Enqueues the purge of the unused content of a source: all of it, or its earlier generations. */
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
