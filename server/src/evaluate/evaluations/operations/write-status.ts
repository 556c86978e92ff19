import type { Clock } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Batch, Database } from '../../../platform/db/db.ts';
import { guardLiveWorkspace, requireCommitted } from '../../../platform/db/live-workspace.ts';
import type { PublishEvaluation } from '../evaluation-events.ts';
import { toEvaluation } from '../pipeline/to-response.ts';
import type { Status } from '../schemas/evaluation-schemas.ts';
import { changeStatus, type EvaluationHead, type EvaluationRow } from '../stores/evaluation-store.ts';
import { writtenRow } from './stored-evaluation.ts';

export interface StatusOptions {
  db: Database;
  clock: Clock;
  changed: PublishEvaluation;
}

interface StatusChange {
  /** Statuses from which the change is allowed. */
  from: readonly Status[];
  set: Partial<EvaluationRow>;
  /** Adds to the batch. */
  alongside: (batch: Batch) => void;
  /** If given, the fence must still be this one. */
  fence?: number;
}

/**
 * Changes the status of an evaluation and returns its row. Throws `BatchUndone` if the status has changed meanwhile.
 */
export async function writeStatus(
  { db, clock, changed }: StatusOptions,
  { workspace_id: workspaceId, id }: Pick<EvaluationHead, 'workspace_id' | 'id'>,
  { from, set, alongside, fence }: StatusChange,
): Promise<EvaluationHead> {
  let written: ReturnType<typeof changeStatus> | undefined;
  const outcome = await db.write((batch) => {
    guardLiveWorkspace(batch, workspaceId);
    const changes = { ...set, updated_at: clock.now() };
    written = changeStatus(batch, workspaceId, id, from, changes, { fence });
    alongside(batch);
  });
  requireCommitted(outcome, workspaceId);
  const row = writtenRow(written);
  changed(workspaceId, toEvaluation(row, null));
  return row;
}

/** The error of an operation that the status does not allow. `why` completes the sentence. */
export function wrongStateError({ status }: EvaluationHead, why: string): AppError {
  return new AppError('wrong_state', `The evaluation is ${status}; ${why}.`);
}
