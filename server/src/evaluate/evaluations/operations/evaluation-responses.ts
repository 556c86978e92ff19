import type { Database } from '../../../platform/db/db.ts';
import type { Revised } from '../../../platform/db/revise.ts';
import { lacksResults, provisionalResults } from '../pipeline/partial-results.ts';
import { createResultsCache } from '../pipeline/results-cache.ts';
import { toEvaluation } from '../pipeline/to-response.ts';
import type { FactsAt, References } from '../plan/references.ts';
import type { Evaluation } from '../schemas/evaluation-schemas.ts';
import type { EvaluationHead } from '../stores/evaluation-store.ts';

export type EvaluationResponses = ReturnType<typeof createEvaluationResponses>;

interface ResponsesOptions {
  db: Database;
  factsAt: FactsAt;
  references: Omit<References, 'models' | 'facts'>;
}

const TOO_LARGE =
  'This evaluation has too many units (including load requests) for results while it runs; see progress_percent.';

/** Evaluations as the API returns them. Results of a running evaluation are provisional and never stored. */
export function createEvaluationResponses({ db, factsAt, references }: ResponsesOptions) {
  const measured = createResultsCache((row) => provisionalResults(db, { ...references, factsAt }, row));

  async function toResponse(row: EvaluationHead): Promise<Evaluation> {
    if (!lacksResults(row)) return toEvaluation(row);
    const results = await measured(row);
    const evaluation = toEvaluation(row, results);
    if (results !== null) return evaluation;
    return { ...evaluation, warnings: [...(evaluation.warnings ?? []), TOO_LARGE] };
  }

  return {
    toResponse,

    /** The response to a committed change: without results if they cannot be read now. */
    async toWrittenResponse(row: EvaluationHead): Promise<Revised<Evaluation>> {
      const resource = await toResponse(row).catch(() => toEvaluation(row));
      return { resource, revision: row.revision };
    },
  };
}
