import { type Job, type JobContext, RetryJobAfter } from '../../../platform/jobs/jobs.ts';
import { enqueueSummary } from '../evaluation-queue.ts';
import { KINDS } from '../kinds/registry.ts';
import { benchmarksOfKind, countUnits, type Plan, percentDone } from '../plan/plan.ts';
import { createHeartbeat, maxGapMs } from '../run/heartbeat.ts';
import { EvaluationFenced } from '../run/ledger.ts';
import { openRun } from '../run/run.ts';
import { hasBatchEndedSince, listEvaluationsWithBatches, listOpenBatches } from '../stores/batch-store.ts';
import {
  type EvaluationClaim,
  type EvaluationHead,
  findEvaluation,
  readPlan,
} from '../stores/evaluation-store.ts';
import { readCostUsd } from '../stores/paid-store.ts';
import { countFinishedUnits } from '../stores/sample-store.ts';
import { changeStoppedEvaluation } from './change-stopped.ts';
import { type LaneOptions, withPricesOf } from './lanes.ts';

/** Time limit for a provider to confirm the cancellation of a batch. */
const CANCEL_MS = 10_000;

/** Cancels the provider batches of a deleted evaluation. It tries once, because nothing needs their results. */
export async function cancelProviderBatches(
  { db, models, log }: LaneOptions,
  of: Pick<EvaluationClaim, 'workspaceId' | 'id'>,
  { signal, heartbeat }: Pick<JobContext, 'signal' | 'heartbeat'>,
): Promise<void> {
  const rows = await listOpenBatches(db, of);
  if (rows.length === 0) return;
  const plan = await readPlan(db, { workspace_id: of.workspaceId, id: of.id });
  for (const { remote_id, target } of rows) {
    const planned = plan?.targets[target];
    if (!planned || remote_id === null) continue;
    signal.throwIfAborted();
    heartbeat();
    try {
      const within = AbortSignal.any([signal, AbortSignal.timeout(CANCEL_MS)]);
      const failure = await models.resolveTarget(planned).batches?.cancel(remote_id, within);
      if (failure?.ok === false) throw new Error(failure.message);
    } catch (err) {
      log.warn({ err, evaluation: of.id, batch: remote_id }, 'a batch was not cancelled');
    }
  }
}

/** Cancels the batches of all evaluations in a deleted workspace, before its rows are deleted. */
export async function cancelAllProviderBatches(
  deps: LaneOptions,
  workspaceId: string,
  context: Pick<JobContext, 'signal' | 'heartbeat'>,
): Promise<void> {
  for (const id of await listEvaluationsWithBatches(deps.db, workspaceId))
    await cancelProviderBatches(deps, { workspaceId, id }, context);
}

interface ClosingOptions extends LaneOptions {
  /** Receives the final cost of an evaluation in USD. */
  paid(evaluation: Pick<EvaluationClaim, 'workspaceId' | 'id'> & { paidUsd: number }): Promise<void>;
}

/**
 * The job after the cancellation of an evaluation with batches: cancels them at their providers and stores finished
 * results, which were paid for. It repeats until none is open, then recomputes the results. If the evaluation
 * continues, its run takes over.
 */
export async function closeEvaluationBatches(
  options: ClosingOptions,
  { payload: { workspaceId, id } }: Job<Pick<EvaluationClaim, 'workspaceId' | 'id'>>,
  context: JobContext,
): Promise<void> {
  const { db, clock } = options;
  const of = { workspaceId, id };
  const row = await findEvaluation(db, workspaceId, id);
  const plan = row && (await readPlan(db, row));
  if (!row || !plan || row.status !== 'cancelled' || plan.methodology.delivery !== 'batch') return;
  if ((await listOpenBatches(db, of)).length > 0) {
    const waits = await closeOnce(await withPricesOf(options, row, plan), row, plan, context);
    if (waits !== null) throw new RetryJobAfter(Math.max(0, waits - clock.now()), 'batches are closing');
  }
  if (!(await hasBatchEndedSince(db, of, row.completed_at ?? 0))) return;
  const paidUsd = await readCostUsd(db, of);
  if (paidUsd !== null) await options.paid({ ...of, paidUsd });
  const progress_percent = percentDone(await countFinishedUnits(db, of, row.round), countUnits(plan));
  const set = { results_json: null, progress_percent, updated_at: clock.now() };
  await changeStoppedEvaluation(db, row, set, 'its batches were closed', (batch) =>
    enqueueSummary(options.jobs, batch, workspaceId, id),
  );
}

/** One pass over open batches. Returns when the next one is due; null if none is open. */
async function closeOnce(
  options: LaneOptions,
  { workspace_id: workspaceId, id, fence, round, calls_cut_off: cutOff }: EvaluationHead,
  plan: Plan,
  { signal, heartbeat: beat }: JobContext,
): Promise<number | null> {
  const held: EvaluationClaim = { workspaceId, id, fence, round, cutOff, status: 'cancelled' };
  const heartbeat = createHeartbeat(beat, maxGapMs(plan));
  const run = await openRun(options, held, plan, {
    signal,
    onActivity: heartbeat.active,
    onProgress() {},
  });
  try {
    for (const kind of KINDS) {
      const benchmarks = benchmarksOfKind(plan, kind.name).map(({ at }) => at);
      if (benchmarks.length > 0) await kind.closeBatches?.(run, benchmarks);
    }
    run.throwIfEnded();
  } catch (error) {
    // Its results were stored, or it continues: its current state decides.
    if (error instanceof EvaluationFenced)
      throw new RetryJobAfter(options.batchPollMs, 'the evaluation changed meanwhile');
    throw error;
  } finally {
    heartbeat.stop();
    await run.grading.stop();
  }
  return run.waits();
}
