import type { Batch } from '../db/db.ts';
import type { JobQueue } from '../jobs/jobs.ts';

// The kinds of jobs that evaluations have. `evaluation-jobs.ts` defines what they do.

export const RUN = 'evaluation.run';
export const SUMMARISE = 'evaluation.summarise';
export const COUNT = 'evaluation.count-labels';
export const ERASE = 'evaluation.erase';
export const EVICT = 'evaluation.forget-answers';

/** What the jobs of an evaluation carry. */
export interface EvaluationJob {
  workspaceId: string;
  id: string;
}

export function enqueueRun(jobs: JobQueue, batch: Batch, workspaceId: string, id: string): void {
  jobs.enqueue(batch, {
    kind: RUN,
    workspaceId,
    key: id,
    payload: { workspaceId, id } satisfies EvaluationJob,
  });
}

/** Takes back the job that runs an evaluation; wherever it runs, the fence refuses its writes. */
export function cancelRun(jobs: JobQueue, batch: Batch, id: string): void {
  jobs.cancel(batch, { kind: RUN, key: id });
}

/** Keeps the results of what was measured before an evaluation was stopped. */
export function enqueueSummary(jobs: JobQueue, batch: Batch, workspaceId: string, id: string): void {
  const payload = { workspaceId, id } satisfies EvaluationJob;
  jobs.enqueue(batch, { kind: SUMMARISE, workspaceId, key: id, payload });
}

/** Erases what is left of a deleted evaluation. */
export function enqueueErase(jobs: JobQueue, batch: Batch, workspaceId: string, id: string): void {
  jobs.enqueue(batch, {
    kind: ERASE,
    workspaceId,
    key: id,
    payload: { workspaceId, id } satisfies EvaluationJob,
  });
}

/** Calibrates judges against labels that were added, at a time in ms since 1970. */
export function enqueueCount(
  jobs: JobQueue,
  batch: Batch,
  workspaceId: string,
  id: string,
  runAt: number,
): void {
  jobs.enqueue(batch, {
    kind: COUNT,
    workspaceId,
    key: id,
    payload: { workspaceId, id } satisfies EvaluationJob,
    runAt,
  });
}

/** Evicts answers of a workspace from the response cache that are too old to be shared, or too many. */
export function enqueueEviction(jobs: JobQueue, batch: Batch, workspaceId: string): void {
  jobs.enqueue(batch, { kind: EVICT, workspaceId, key: workspaceId, payload: { workspaceId } });
}
