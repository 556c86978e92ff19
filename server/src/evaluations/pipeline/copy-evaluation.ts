import type { Batch, Database } from '../../db/db.ts';
import { guardLiveWorkspace, requireCommitted } from '../../db/live-workspace.ts';
import type { Plan } from '../plan/plan.ts';
import {
  type EvaluationHead,
  type EvaluationRow,
  guardEvaluation,
  insertEvaluation,
  requireBelow,
  revealEvaluation,
} from '../stores/evaluation-store.ts';
import { copyItems } from '../stores/item-store.ts';

/** Items copied in one batch: no batch holds the writer for more than some 20 ms. */
const AT_ONCE = 1000;

/**
 * Writes a new evaluation with the items of another one. It stays hidden until all are there, like any that is made
 * (`writeNewEvaluation`); `finish` adds to the batch that makes it visible.
 */
export async function copyEvaluation(
  db: Database,
  from: EvaluationHead,
  row: EvaluationRow,
  plan: Plan,
  finish: (batch: Batch) => void,
): Promise<void> {
  const { workspace_id: workspaceId, id } = row;
  const first = await db.write((batch) => {
    guardLiveWorkspace(batch, workspaceId);
    insertEvaluation(batch, { ...row, deleted_at: row.created_at });
  });
  requireCommitted(first, workspaceId);
  for (const [benchmark, { items }] of plan.benchmarks.entries()) {
    for (let item = 0; item < items; item += AT_ONCE) {
      await db.write((batch) => copyItems(batch, from, id, { benchmark, from: item, to: item + AT_ONCE }));
    }
  }
  const last = await db.write((batch) => {
    guardLiveWorkspace(batch, workspaceId);
    guardEvaluation(batch, from);
    revealEvaluation(batch, row);
    finish(batch);
  });
  requireBelow(from, last);
}
