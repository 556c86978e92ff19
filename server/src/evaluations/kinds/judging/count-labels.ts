import type { Database } from '../../../db/db.ts';
import { RetryAfter } from '../../../jobs/jobs.ts';
import type { Clock } from '../../../kernel/clock.ts';
import {
  type EvaluationHead,
  findEvaluation,
  readPlan,
  storedResults,
  updateStopped,
} from '../../stores/evaluation-store.ts';
import { measureJudging } from './aggregate.ts';
import { judgingReport, judgingWarnings } from './report.ts';

/** The end of a run counts labels too, but not those that come while it does. */
const AFTER_RUN_MS = 5000;
const AFTER_CHANGE_MS = 300;

/**
 * Calibrates the judges of an evaluation against the labels there are now; then `stored` is called. Throws `RetryAfter`
 * for one that runs, or that has changed meanwhile; one that was never judged is left alone.
 */
export async function countLabels(
  { db, clock, stored }: { db: Database; clock: Clock; stored: (row: EvaluationHead) => void },
  workspaceId: string,
  id: string,
): Promise<void> {
  const row = await findEvaluation(db, workspaceId, id);
  if (row?.status === 'running' || row?.status === 'queued')
    throw new RetryAfter(AFTER_RUN_MS, 'The evaluation runs; its labels are counted once it has ended.');
  const results = row && storedResults(row);
  const plan = row && (await readPlan(db, row));
  if (!row || !plan || !results?.judging) return;
  const facts = await measureJudging(db, { workspaceId, id }, plan);
  if (facts === null) return;
  const judging = { ...results.judging, ...(await judgingReport(plan, facts)) };
  const before = judgingWarnings(results.judging);
  const warnings = results.warnings.filter((warning) => !before.includes(warning));
  const results_json = JSON.stringify({
    ...results,
    judging,
    warnings: [...warnings, ...judgingWarnings(judging)],
  });
  let written: ReturnType<typeof updateStopped> | undefined;
  await db.write((batch) => {
    written = updateStopped(batch, row, { results_json, updated_at: clock.now() });
  });
  if (written?.changed !== 1)
    throw new RetryAfter(AFTER_CHANGE_MS, 'The evaluation has changed while its labels were counted.');
  stored(row);
}
