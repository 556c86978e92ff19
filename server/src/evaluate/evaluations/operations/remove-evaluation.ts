import type { Clock } from '../../../kernel/clock.ts';
import type { Database } from '../../../platform/db/db.ts';
import { reviseRow } from '../../../platform/db/revise.ts';
import type { TellEvent } from '../../../platform/events/events.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import { cancelRun, enqueueErase } from '../evaluation-queue.ts';
import type { Status } from '../schemas/evaluation-schemas.ts';
import { type EvaluationHead, fenceLanes, updateEvaluation } from '../stores/evaluation-store.ts';
import { requireEvaluation } from './stored-evaluation.ts';

interface RemoveOptions {
  db: Database;
  clock: Clock;
  jobs: JobQueue;
  tell: TellEvent;
}

/** Deletes an evaluation and ends its run. Its rows are erased by a job. */
export async function removeEvaluation(
  { db, clock, jobs, tell }: RemoveOptions,
  workspaceId: string,
  id: string,
  expected: readonly number[] | null,
): Promise<void> {
  await reviseRow(db, {
    workspaceId,
    read: () => requireEvaluation(db, workspaceId, id),
    expected,
    write(batch, row) {
      const changes = { deleted_at: clock.now(), fence: row.fence + 1, status: statusAfterRemoval(row) };
      updateEvaluation(batch, row, changes);
      fenceLanes(batch, workspaceId, id);
      cancelRun(jobs, batch, id);
      enqueueErase(jobs, batch, workspaceId, id);
      tell(batch, workspaceId, { type: 'evaluation.deleted', id, data: {} });
    },
  });
}

function statusAfterRemoval({ status }: EvaluationHead): Status {
  return status === 'queued' || status === 'running' ? 'cancelled' : (status as Status);
}
