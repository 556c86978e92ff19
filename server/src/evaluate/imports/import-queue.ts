import type { Batch } from '../../platform/db/db.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';

// The job kinds of imports; `import-jobs.ts` defines them.

export const MAKE_SOURCES_JOB = 'import.make';
export const PURGE_CALLS_JOB = 'import.purge';

/** Payload of the jobs of an import. */
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
