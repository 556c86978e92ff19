import type { Batch, Database } from '../../../platform/db/db.ts';
import { BatchUndone } from '../../../platform/db/live-workspace.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import type { PublishEvaluationEnd } from '../evaluation-events.ts';
import { cancelRun, enqueueBatchClosing, enqueueSummary } from '../evaluation-queue.ts';
import { countUnits, percentDone } from '../plan/plan.ts';
import type { Status } from '../schemas/evaluation-schemas.ts';
import { type EvaluationHead, type EvaluationRow, isUnderWay, readPlan } from '../stores/evaluation-store.ts';
import { countFinishedUnits } from '../stores/sample-store.ts';
import { requireEvaluation } from './stored-evaluation.ts';
import { type StatusOptions, writeStatus, wrongStateError } from './write-status.ts';

interface CancelOptions extends StatusOptions {
  jobs: JobQueue;
  noteEnd: PublishEvaluationEnd;
}

/**
 * Cancels an evaluation and returns its row. A cancelled evaluation is unchanged; one that is being rescored returns
 * to its earlier status. Throws `wrong_state` for one that has ended otherwise.
 */
export async function cancelEvaluation(
  options: CancelOptions,
  workspaceId: string,
  id: string,
): Promise<EvaluationHead> {
  const { db, clock, jobs, noteEnd } = options;
  for (;;) {
    const row = await requireEvaluation(db, workspaceId, id);
    if (row.status === 'cancelled') return row;
    if (!isUnderWay(row)) throw wrongStateError(row, 'only a queued or running one can be cancelled');
    try {
      return await writeStatus(options, row, {
        from: [row.status as Status],
        set: { ...cancelledColumns(row, clock.now()), ...(await progressBefore(db, row)) },
        alongside: (batch) => stopRun(batch, row),
        fence: row.fence,
      });
    } catch (error) {
      // The evaluation started or ended meanwhile, so its current state decides.
      if (!(error instanceof BatchUndone)) throw error;
    }
  }

  function stopRun(batch: Batch, { work }: EvaluationHead): void {
    cancelRun(jobs, batch, id);
    enqueueBatchClosing(jobs, batch, workspaceId, id);
    enqueueSummary(jobs, batch, workspaceId, id);
    // The end of an evaluation that is being rescored was published when it first ended.
    if (work === 'ask') noteEnd(batch, workspaceId, { id, status: 'cancelled' });
  }
}

/**
 * Columns of a cancelled evaluation; one that is being rescored gets its earlier status, derived from its other
 * columns.
 */
function cancelledColumns(
  { work, completed_at, error_message, stop_reason }: EvaluationHead,
  now: number,
): Partial<EvaluationRow> {
  if (work === 'ask') return { status: 'cancelled', stop_reason: 'user', completed_at: now };
  const wasCancelled = stop_reason === 'user' || stop_reason === 'budget';
  const status = error_message !== null ? 'failed' : wasCancelled ? 'cancelled' : 'completed';
  return { status, completed_at: completed_at ?? now };
}

/** The progress before rescoring, which has its own progress. */
async function progressBefore(db: Database, row: EvaluationHead): Promise<Partial<EvaluationRow>> {
  const plan = row.work === 'rescore' ? await readPlan(db, row) : null;
  if (plan === null) return {};
  const of = { workspaceId: row.workspace_id, id: row.id };
  return { progress_percent: percentDone(await countFinishedUnits(db, of, row.round), countUnits(plan)) };
}
