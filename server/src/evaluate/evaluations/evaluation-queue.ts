import type { LoadTarget, WindowPlan } from '../../measure/traffic/traffic.ts';
import type { Batch } from '../../platform/db/db.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import { MOST_GENERATORS } from './schemas/evaluation-schemas.ts';

// The kinds of jobs that evaluations have. `evaluation-jobs.ts` defines what they do.

export const RUN = 'evaluation.run';
export const LANE = 'evaluation.lane';
export const LOAD_SHARE = 'evaluation.load-share';
export const SUMMARISE = 'evaluation.summarise';
export const COUNT = 'evaluation.count-labels';
export const ERASE = 'evaluation.erase';
export const CLOSE_BATCHES = 'evaluation.close-batches';
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

/** Of one evaluation: more than this many workers gain little where one limit of an account is shared by all. */
export const MOST_LANES = 8;

/** What the job of a lane carries. */
export interface LaneJob extends EvaluationJob {
  lane: number;
}

const laneKey = (id: string, lane: number) => `${id}:${lane}`;

/** The keys of the jobs that an evaluation's lanes can have; the first lane belongs to the job that runs it. */
export function laneKeys(id: string, lanes: number = MOST_LANES): string[] {
  return Array.from({ length: lanes - 1 }, (_, i) => laneKey(id, i + 1));
}

/** The lanes of the evaluations that a process asks already, by the jobs that it runs: these are for others. */
export function lanesForOthers(running: readonly { kind: string; key: string }[]): string[] {
  const ids = running.flatMap(({ kind, key }) => (kind === RUN || kind === LANE ? key.split(':')[0] : []));
  return [...new Set(ids as string[])].flatMap((id) => laneKeys(id));
}

export function enqueueLane(jobs: JobQueue, batch: Batch, payload: LaneJob): void {
  const { workspaceId, id, lane } = payload;
  jobs.enqueue(batch, { kind: LANE, workspaceId, key: laneKey(id, lane), payload });
}

/** Takes back the jobs of lanes; wherever they run, their fences refuse their writes. */
export function cancelLanes(jobs: JobQueue, batch: Batch, keys: readonly string[]): void {
  jobs.cancel(batch, { kind: LANE, key: keys });
}

/** What the job of a share of a window of load carries. */
export interface LoadShareJob extends EvaluationJob {
  plan: WindowPlan;
  target: LoadTarget;
  /** Its place in the plan, whose items are sent where the window says so. */
  targetIndex: number;
  /** From 1: the first share is sent by the worker that runs the evaluation. */
  share: number;
  of: number;
  /** When the window begins, by the database's clock; absent until all are ready. */
  startAt?: number;
}

/** The keys of the jobs of all shares of a window but the first; an evaluation sends one window at a time. */
export const shareKeys = (id: string, of: number = MOST_GENERATORS) =>
  Array.from({ length: of - 1 }, (_, i) => `${id}:${String(i + 1).padStart(2, '0')}`);

/** Asks for all shares of a window but the first, or tells those that were asked for when it begins. */
export function enqueueLoadShares(jobs: JobQueue, batch: Batch, payload: Omit<LoadShareJob, 'share'>): void {
  const { workspaceId, id, of } = payload;
  for (const [i, key] of shareKeys(id, of).entries()) {
    const share: LoadShareJob = { ...payload, share: i + 1 };
    jobs.enqueue(batch, { kind: LOAD_SHARE, workspaceId, key, payload: share });
  }
}

/** Takes back the shares of an evaluation's window; what is sent of them ends. */
export function cancelLoadShares(jobs: JobQueue, batch: Batch, id: string): void {
  jobs.cancel(batch, { kind: LOAD_SHARE, key: shareKeys(id) });
}

/** Takes back what other processes do for the run of an evaluation. */
export function cancelChildren(jobs: JobQueue, batch: Batch, id: string): void {
  cancelLanes(jobs, batch, laneKeys(id));
  cancelLoadShares(jobs, batch, id);
}

/** Takes back the jobs that run an evaluation; wherever they run, the fences refuse their writes. */
export function cancelRun(jobs: JobQueue, batch: Batch, id: string): void {
  jobs.cancel(batch, { kind: RUN, key: id });
  cancelChildren(jobs, batch, id);
}

/** Keeps the results of what was measured before an evaluation was stopped. */
export function enqueueSummary(jobs: JobQueue, batch: Batch, workspaceId: string, id: string): void {
  const payload = { workspaceId, id } satisfies EvaluationJob;
  jobs.enqueue(batch, { kind: SUMMARISE, workspaceId, key: id, payload });
}

/** Cancels what batches of a cancelled evaluation still do at their providers, and takes what is done of them. */
export function enqueueClosing(jobs: JobQueue, batch: Batch, workspaceId: string, id: string): void {
  const payload = { workspaceId, id } satisfies EvaluationJob;
  jobs.enqueue(batch, { kind: CLOSE_BATCHES, workspaceId, key: id, payload });
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
