import { toTimestamp, toTimestampOrNull } from '../../../kernel/clock.ts';
import { CURRENT_GRADER_VERSIONS } from '../kinds/registry.ts';
import type { Preflight } from '../plan/preflight.ts';
import { graderChangeWarnings } from '../results/graded-by.ts';
import type { Evaluation, EvaluationPatch, NewEvaluation } from '../schemas/evaluation-schemas.ts';
import type { Results } from '../schemas/result-schemas.ts';
import { type EvaluationHead, isUnderWay, storedResults } from '../stores/evaluation-store.ts';
import { presentPreflight } from './present-preflight.ts';

/** The definition as it was given: omitted collections are empty, and members that were null are absent. */
export type Definition = Pick<Evaluation, 'targets' | 'benchmarks' | 'custom_eval' | 'methodology'>;

export function toDefinition(input: NewEvaluation): Definition {
  return {
    targets: input.targets,
    benchmarks: (input.benchmarks ?? []).map(
      (choice) =>
        Object.fromEntries(
          Object.entries(choice).filter(([, value]) => value !== null),
        ) as Definition['benchmarks'][number],
    ),
    custom_eval: input.custom_eval ?? null,
    methodology: input.methodology ?? {},
  };
}

/**
 * The evaluation resource; `results` are stored or provisional ones. While it is being rescored, its row still has
 * the earlier end, which is not shown.
 */
export function toEvaluation(row: EvaluationHead, results: Results | null = resultsOf(row)): Evaluation {
  const warnings = [
    ...(JSON.parse(row.warnings_json) as string[]),
    ...(results === null || isUnderWay(row) ? [] : graderChangeWarnings(results, CURRENT_GRADER_VERSIONS)),
  ];
  const ended = isUnderWay(row) ? null : row;
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    name: row.name,
    description: row.description,
    evaluation_type: row.evaluation_type,
    ...(JSON.parse(row.definition_json) as Definition),
    status: row.status as Evaluation['status'],
    progress_percent: row.progress_percent,
    started_at: toTimestampOrNull(row.started_at),
    completed_at: toTimestampOrNull(ended?.completed_at ?? null),
    error_message: ended?.error_message ?? null,
    results,
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
    ...(row.stop_reason !== null && {
      stop_reason: row.stop_reason as NonNullable<Evaluation['stop_reason']>,
    }),
    ...preflightIn(row),
    ...(warnings.length > 0 && { warnings }),
  };
}

function preflightIn({ run_facts_json: json }: EvaluationHead): Pick<Evaluation, 'preflight'> {
  const facts = json === null ? null : (JSON.parse(json) as { preflight?: Preflight });
  return facts?.preflight ? { preflight: presentPreflight(facts.preflight) } : {};
}

function resultsOf(row: EvaluationHead): Results | null {
  return isUnderWay(row) ? null : storedResults(row);
}

const DEFINING_FIELDS = ['targets', 'benchmarks', 'custom_eval', 'methodology'] as const;

/** Defining fields that a PATCH changes; they are ignored. */
export function ignoredFields(row: EvaluationHead, patch: EvaluationPatch): string[] {
  const stored = JSON.parse(row.definition_json) as Record<string, unknown>;
  return DEFINING_FIELDS.filter(
    (field) => patch[field] !== undefined && !sameJson(patch[field], stored[field]),
  );
}

function sameJson(a: unknown, b: unknown): boolean {
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return a === b;
  const [left, right] = [Object.entries(a), Object.entries(b)];
  return (
    left.length === right.length &&
    left.every(([key, value]) => sameJson(value, (b as Record<string, unknown>)[key]))
  );
}
