import type { Clock } from '../../../kernel/clock.ts';
import type { Database } from '../../../platform/db/db.ts';
import { RetryJobAfter } from '../../../platform/jobs/jobs.ts';
import { KINDS } from '../kinds/registry.ts';
import { type EvaluationHead, findEvaluation, readPlan, storedResults } from '../stores/evaluation-store.ts';
import { changeStoppedEvaluation } from './change-stopped.ts';

/** The end of a run counts labels too, but not those added during it. */
const AFTER_RUN_MS = 5000;

/**
 * Updates the results of an evaluation with all current labels, then calls `stored`. Throws `RetryJobAfter` if the
 * evaluation is running or has changed. An evaluation whose kinds use no labels is unchanged.
 */
export async function recountLabels(
  { db, clock, stored }: { db: Database; clock: Clock; stored: (row: EvaluationHead) => void },
  workspaceId: string,
  id: string,
): Promise<void> {
  const row = await findEvaluation(db, workspaceId, id);
  if (row?.status === 'running' || row?.status === 'queued')
    throw new RetryJobAfter(AFTER_RUN_MS, 'The evaluation is running; its labels are counted when it ends.');
  const before = row && storedResults(row);
  const plan = row && (await readPlan(db, row));
  if (!row || !plan || !before) return;
  let results = before;
  for (const kind of KINDS)
    results = (await kind.recount?.(db, { workspaceId, id }, plan, results)) ?? results;
  if (results === before) return;
  const set = { results_json: JSON.stringify(results), updated_at: clock.now() };
  await changeStoppedEvaluation(db, row, set, 'its labels were counted');
  stored(row);
}
