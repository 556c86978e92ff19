import type { Batch } from '../../platform/db/db.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';

// The kinds of jobs that imports have. `import-jobs.ts` defines what they do.

export const MAKE_SOURCES_JOB = 'import.make';
export const PURGE_CALLS_JOB = 'import.purge';

/** What the jobs of an import carry. */
export interface ImportJob {
  workspaceId: string;
  importId: string;
}

export function enqueueMakeSources(jobs: JobQueue, batch: Batch, payload: ImportJob): void {
  jobs.enqueue(batch, {
    kind: MAKE_SOURCES_JOB,
    workspaceId: payload.workspaceId,
    key: payload.importId,
    payload,
  });
}

/** Deletes the calls of an import that failed or was deleted. */
export function enqueueCallPurge(jobs: JobQueue, batch: Batch, payload: ImportJob): void {
  jobs.enqueue(batch, {
    kind: PURGE_CALLS_JOB,
    workspaceId: payload.workspaceId,
    key: payload.importId,
    payload,
  });
}
