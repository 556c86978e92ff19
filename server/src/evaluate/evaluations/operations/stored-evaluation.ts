import { notFound } from '../../../kernel/errors.ts';
import type { Database } from '../../../platform/db/db.ts';
import { requireLiveWorkspace } from '../../../platform/db/live-workspace.ts';
import type { Plan } from '../plan/plan.ts';
import { type EvaluationHead, findEvaluation, readPlan } from '../stores/evaluation-store.ts';

/** The row of an evaluation. Throws `not_found`. */
export async function requireEvaluation(
  db: Database,
  workspaceId: string,
  id: string,
): Promise<EvaluationHead> {
  const row = await findEvaluation(db, workspaceId, id);
  if (row) return row;
  await requireLiveWorkspace(db, workspaceId);
  throw notFound('evaluation', id);
}

/** The plan of an evaluation. Throws `not_found` if the evaluation was erased meanwhile. */
export async function requirePlan(db: Database, row: EvaluationHead): Promise<Plan> {
  const plan = await readPlan(db, row);
  if (plan === null) throw notFound('evaluation', row.id);
  return plan;
}

/** The row as a committed batch wrote it; reading it again might return a later state. */
export function writtenRow(written: { rows: EvaluationHead[] } | undefined): EvaluationHead {
  const row = written?.rows[0];
  if (!row) throw new Error('A batch was committed without the row that it guards.');
  return row;
}
