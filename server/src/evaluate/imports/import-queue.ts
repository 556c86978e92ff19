import type { Batch } from '../../platform/db/db.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';

// The kinds of jobs that imports have. `import-jobs.ts` defines what they do.

export const MAKE = 'import.make';
export const PURGE = 'import.purge';

/** What the jobs of an import carry. */
export interface ImportJob {
  workspaceId: string;
  importId: string;
}

export function enqueueMake(jobs: JobQueue, batch: Batch, payload: ImportJob): void {
  jobs.enqueue(batch, { kind: MAKE, workspaceId: payload.workspaceId, key: payload.importId, payload });
}

/** Deletes the calls of an import that failed or was deleted. */
export function enqueuePurge(jobs: JobQueue, batch: Batch, payload: ImportJob): void {
  jobs.enqueue(batch, { kind: PURGE, workspaceId: payload.workspaceId, key: payload.importId, payload });
}
