import { type Page, pageRequest, toPage } from '../../../kernel/page.ts';
import type { Database } from '../../../platform/db/db.ts';
import { requireLiveWorkspace } from '../../../platform/db/live-workspace.ts';
import { toEvaluation } from '../pipeline/to-response.ts';
import {
  EVALUATION_STATUSES,
  type Evaluation,
  type EvaluationQuery,
  type Status,
} from '../schemas/evaluation-schemas.ts';
import { listEvaluations } from '../stores/evaluation-store.ts';

/** A page of the evaluations of a workspace, newest first. An unknown status matches none, with a warning. */
export async function listEvaluationPage(
  db: Database,
  workspaceId: string,
  query: EvaluationQuery,
): Promise<Page<Evaluation>> {
  const warnings: string[] = [];
  const page = pageRequest(query, warnings);
  const status = query.status ?? null;
  if (status !== null && !EVALUATION_STATUSES.includes(status as Status)) {
    warnings.push(`No evaluation has the status "${status}"; known: ${EVALUATION_STATUSES.join(', ')}.`);
  }
  const rows = await listEvaluations(db, workspaceId, { ...page, status });
  if (rows.length === 0) await requireLiveWorkspace(db, workspaceId);
  const show = query.results === 'summary' ? summarized : (one: Evaluation) => one;
  return toPage(rows, page, (row) => show(toEvaluation(row)), warnings);
}

/** An evaluation as a list shows it: its results may weigh hundreds of kilobytes, and its inline items megabytes. */
function summarized({ results, ...evaluation }: Evaluation): Evaluation {
  const short = { ...evaluation, custom_eval: null, results: null };
  if (results === null) return short;
  const verdict = (results.verdict ?? []).map(({ scenario_label, answer }) => ({
    scenario_label,
    ...(answer !== undefined && { answer }),
  }));
  const { overall_summary, provisional, cost, datasets } = results;
  return {
    ...short,
    result_summary: {
      overall_summary,
      provisional,
      cost_usd: cost.usd,
      verdict,
      ...(datasets && { dataset_versions: datasets.map(({ version }) => version) }),
    },
  };
}
