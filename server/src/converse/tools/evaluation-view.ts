import { type Static, Type } from 'typebox';
import { Evaluation } from '../../evaluate/evaluations/schemas/evaluation-schemas.ts';
import { Results } from '../../evaluate/evaluations/schemas/result-schemas.ts';
import { Nullable, Warnings } from '../../platform/http/schemas.ts';

const SUMMARY_FIELDS = [
  'id',
  'name',
  'description',
  'targets',
  'benchmarks',
  'status',
  'progress_percent',
  'started_at',
  'completed_at',
  'error_message',
  'stop_reason',
  'created_at',
] as const;

const summary = {
  answer: Nullable(
    Type.String({
      description: 'The result in at most five sentences; null before anything was measured.',
    }),
  ),
  provisional: Type.Boolean({
    description: 'Whether measurements are still missing. Provisional results have no winner.',
  }),
};

/** An evaluation in a list: with its answer, without measurements. */
export const EvaluationSummary = Type.Object({
  ...Type.Pick(Evaluation, SUMMARY_FIELDS).properties,
  ...summary,
});
export type EvaluationSummary = Static<typeof EvaluationSummary>;

const FIGURE_FIELDS = [
  'verdict',
  'requirements',
  'intervals',
  'comparisons',
  'target_results',
  'coverage',
  'cost',
] as const;

/** An evaluation with its answer, verdicts and figures. */
export const EvaluationReport = Type.Object({
  ...EvaluationSummary.properties,
  ...Type.Partial(Type.Pick(Results, FIGURE_FIELDS)).properties,
  warnings: Warnings,
});
export type EvaluationReport = Static<typeof EvaluationReport>;

export function toSummary(evaluation: Evaluation): EvaluationSummary {
  const head = Object.fromEntries(
    SUMMARY_FIELDS.filter((name) => evaluation[name] !== undefined).map((name) => [name, evaluation[name]]),
  );
  const { results } = evaluation;
  return {
    ...(head as Pick<Evaluation, (typeof SUMMARY_FIELDS)[number]>),
    answer: results?.overall_summary || null,
    provisional: results?.provisional ?? false,
  };
}

/** Comparisons that only describe the run are omitted, as in lists of results. */
export function toReport(evaluation: Evaluation): EvaluationReport {
  const { results } = evaluation;
  const warnings = [...(evaluation.warnings ?? []), ...(results?.warnings ?? [])];
  const figures = results
    ? {
        ...(results.verdict && { verdict: results.verdict }),
        ...(results.requirements && { requirements: results.requirements }),
        intervals: results.intervals,
        comparisons: results.comparisons.filter(({ reason }) => reason !== 'describes_the_run'),
        target_results: results.target_results,
        coverage: results.coverage,
        cost: results.cost,
      }
    : {};
  return { ...toSummary(evaluation), ...figures, ...(warnings.length > 0 && { warnings }) };
}
