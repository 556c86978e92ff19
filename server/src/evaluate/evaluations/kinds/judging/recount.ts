import type { Database } from '../../../../platform/db/db.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Results } from '../../schemas/result-schemas.ts';
import type { EvaluationKey } from '../kind.ts';
import { measureJudging } from './aggregate.ts';
import { judgingReport, judgingWarnings } from './report.ts';

/** Calibrates the judges with the current labels; null if nothing was judged. */
export async function recalibrateJudges(
  db: Database,
  of: EvaluationKey,
  plan: Plan,
  results: Results,
): Promise<Results | null> {
  if (!results.judging) return null;
  const measured = await measureJudging(db, of, plan);
  if (measured === null) return null;
  const judging = { ...results.judging, ...(await judgingReport(plan, measured)) };
  const before = judgingWarnings(results.judging);
  const warnings = results.warnings.filter((warning) => !before.includes(warning));
  return { ...results, judging, warnings: [...warnings, ...judgingWarnings(judging)] };
}
