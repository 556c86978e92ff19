import { type Job, type JobContext, RetryAfter } from '../../jobs/jobs.ts';
import { enqueueSummary } from '../evaluation-queue.ts';
import { KINDS } from '../kinds/registry.ts';
import { benchmarksOf } from '../plan/plan.ts';
import { createHeartbeat, longestSilenceMs } from '../run/heartbeat.ts';
import { Fenced } from '../run/ledger.ts';
import { openRun } from '../run/run.ts';
import { openBatches } from '../stores/batch-store.ts';
import { findEvaluation, type Held, readPlan } from '../stores/evaluation-store.ts';
import type { LaneOptions } from './lanes.ts';

/** Cancels what a deleted evaluation has at providers, once and as far as that can be done: nothing more is wanted of it. */
export async function cancelRemote(
  { db, models, log }: LaneOptions,
  of: Pick<Held, 'workspaceId' | 'id'>,
  signal: AbortSignal,
): Promise<void> {
  const rows = await openBatches(db, of);
  if (rows.length === 0) return;
  const plan = await readPlan(db, { workspace_id: of.workspaceId, id: of.id });
  for (const { remote_id, target } of rows) {
    const planned = plan?.targets[target];
    if (!planned || remote_id === null) continue;
    try {
      await models.resolveTarget(planned).batches?.cancel(remote_id, signal);
    } catch (err) {
      log.warn({ err, evaluation: of.id, batch: remote_id }, 'a batch was not cancelled');
    }
  }
}

/**
 * The job that follows the cancellation of an evaluation with batches: they are cancelled at their providers, and what
 * is done of them is taken, for it was paid for. Comes back until none is left; where the evaluation goes on, its run
 * follows them.
 */
export async function closeEvaluationBatches(
  options: LaneOptions,
  { payload: { workspaceId, id } }: Job<Pick<Held, 'workspaceId' | 'id'>>,
  { signal, heartbeat: beat }: JobContext,
): Promise<void> {
  const of = { workspaceId, id };
  const row = await findEvaluation(options.db, workspaceId, id);
  const plan = row && (await readPlan(options.db, row));
  if (!row || !plan || row.status !== 'cancelled') return;
  if ((await openBatches(options.db, of)).length === 0) return;
  const { fence, round } = row;
  const held: Held = { ...of, fence, round, cutOff: row.calls_cut_off, status: 'cancelled' };
  const heartbeat = createHeartbeat(beat, longestSilenceMs(plan));
  const run = await openRun(options, held, plan, {
    signal,
    onActivity: heartbeat.active,
    onProgress() {},
  });
  try {
    for (const kind of KINDS) {
      const benchmarks = benchmarksOf(plan, kind.name).map(({ at }) => at);
      if (benchmarks.length > 0) await kind.closeBatches?.(run, benchmarks);
    }
    run.throwIfEnded();
  } catch (error) {
    // Its results were stored, or it goes on: what it is now decides.
    if (error instanceof Fenced)
      throw new RetryAfter(options.batchPollMs, 'the evaluation changed meanwhile');
    throw error;
  } finally {
    heartbeat.stop();
    await run.grading.stop();
  }
  const waits = run.waits();
  if (waits !== null) throw new RetryAfter(Math.max(0, waits - options.clock.now()), 'batches are closing');
  await options.db.write((batch) => enqueueSummary(options.jobs, batch, workspaceId, id));
}
