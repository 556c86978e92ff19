import type { LoadTarget, WindowPlan } from '../../measure/traffic/traffic.ts';
import type { Batch } from '../../platform/db/db.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import { MAX_GENERATORS } from './schemas/evaluation-schemas.ts';

// Job kinds of evaluations, defined in `evaluation-jobs.ts`.

export const RUN_JOB = 'evaluation.run';
export const LANE_JOB = 'evaluation.lane';
export const LOAD_SHARE_JOB = 'evaluation.load-share';
export const SUMMARY_JOB = 'evaluation.summarise';
export const LABEL_COUNT_JOB = 'evaluation.count-labels';
export const ERASE_JOB = 'evaluation.erase';
export const CLOSE_BATCHES_JOB = 'evaluation.close-batches';
export const CACHE_EVICTION_JOB = 'evaluation.forget-answers';

/** Payload of jobs of an evaluation. */
export interface EvaluationJob {
  workspaceId: string;
  id: string;
}

/** Enqueues a job of which an evaluation has at most one, immediately or at a time in ms since 1970. */
const enqueueOne =
  (kind: string) =>
  (jobs: JobQueue, batch: Batch, workspaceId: string, id: string, runAt?: number): void => {
    const payload: EvaluationJob = { workspaceId, id };
    jobs.enqueue(batch, { kind, workspaceId, key: id, payload, ...(runAt !== undefined && { runAt }) });
  };

export const enqueueRun = enqueueOne(RUN_JOB);
/** Stores the results of what was measured before an evaluation was stopped. */
export const enqueueSummary = enqueueOne(SUMMARY_JOB);
/** Cancels the provider batches of a cancelled evaluation, and stores finished results. */
export const enqueueBatchClosing = enqueueOne(CLOSE_BATCHES_JOB);
/** Erases the rows of a deleted evaluation. */
export const enqueueErase = enqueueOne(ERASE_JOB);
/** Calibrates judges against labels that were added. */
export const enqueueLabelCount = enqueueOne(LABEL_COUNT_JOB);

/** Maximum lanes of one evaluation: more workers gain little if they share the limit of one account. */
export const MAX_LANES = 8;

/** Payload of a lane's job. */
export interface LaneJob extends EvaluationJob {
  lane: number;
}

const laneKey = (id: string, lane: number) => `${id}:${lane}`;

/** The keys of the jobs that an evaluation's lanes can have; the first lane belongs to the job that runs it. */
export function laneKeys(id: string, lanes: number = MAX_LANES): string[] {
  return Array.from({ length: lanes - 1 }, (_, i) => laneKey(id, i + 1));
}

/** The lanes that a process must leave to others: those of evaluations for which it already runs a job. */
export function lanesOfOtherRuns(running: readonly { kind: string; key: string }[]): string[] {
  const ids = running.flatMap(({ kind, key }) =>
    kind === RUN_JOB || kind === LANE_JOB ? key.split(':')[0] : [],
  );
  return [...new Set(ids as string[])].flatMap((id) => laneKeys(id));
}

export function enqueueLane(jobs: JobQueue, batch: Batch, payload: LaneJob): void {
  const { workspaceId, id, lane } = payload;
  jobs.enqueue(batch, { kind: LANE_JOB, workspaceId, key: laneKey(id, lane), payload });
}

/** Cancels the jobs of lanes. Where they still run, fences reject their writes. */
export function cancelLanes(jobs: JobQueue, batch: Batch, keys: readonly string[]): void {
  jobs.cancel(batch, { kind: LANE_JOB, key: keys });
}

/** Payload of the job of a share of a load window. */
export interface LoadShareJob extends EvaluationJob {
  plan: WindowPlan;
  target: LoadTarget;
  /** The index of the target in the plan, whose items are sent if the window sends items. */
  targetIndex: number;
  /** The index of the share, from 1; share 0 is sent by the worker that runs the evaluation. */
  share: number;
  of: number;
  /** The start of the window by the database's clock; absent until all shares are ready. */
  startAt?: number;
}

/**
 * The keys of the jobs of all shares of a window but the first. An evaluation sends one window at a time, so keys are
 * reused.
 */
export const loadShareKeys = (id: string, of: number = MAX_GENERATORS) =>
  Array.from({ length: of - 1 }, (_, i) => `${id}:${String(i + 1).padStart(2, '0')}`);

/** Enqueues all shares of a window but the first, or sets the start of shares that are already enqueued. */
export function enqueueLoadShares(jobs: JobQueue, batch: Batch, payload: Omit<LoadShareJob, 'share'>): void {
  const { workspaceId, id, of } = payload;
  for (const [i, key] of loadShareKeys(id, of).entries()) {
    const share: LoadShareJob = { ...payload, share: i + 1 };
    jobs.enqueue(batch, { kind: LOAD_SHARE_JOB, workspaceId, key, payload: share });
  }
}

/** Cancels the shares of an evaluation's window; their processes stop sending. */
export function cancelLoadShares(jobs: JobQueue, batch: Batch, id: string): void {
  jobs.cancel(batch, { kind: LOAD_SHARE_JOB, key: loadShareKeys(id) });
}

/** Cancels the jobs of other processes that belong to the run of an evaluation. */
export function cancelChildJobs(jobs: JobQueue, batch: Batch, id: string): void {
  cancelLanes(jobs, batch, laneKeys(id));
  cancelLoadShares(jobs, batch, id);
}

/** Cancels the jobs that run an evaluation. Where they still run, fences reject their writes. */
export function cancelRun(jobs: JobQueue, batch: Batch, id: string): void {
  jobs.cancel(batch, { kind: RUN_JOB, key: id });
  cancelChildJobs(jobs, batch, id);
}

/** Enqueues the eviction of responses that are too old to be shared, or above the limit of the workspace. */
export function enqueueCacheEviction(jobs: JobQueue, batch: Batch, workspaceId: string): void {
  jobs.enqueue(batch, { kind: CACHE_EVICTION_JOB, workspaceId, key: workspaceId, payload: { workspaceId } });
}
