import type { Item } from '../../benchmarks/benchmarks.ts';
import { toTimestamp, toTimestampOrNull } from '../../kernel/clock.ts';
import { toUsdNumber } from '../../kernel/money.ts';
import { sampleCriteria } from '../kinds/judging/present.ts';
import type { Plan } from '../plan/plan.ts';
import type { Evaluation, NewEvaluation } from '../schemas/evaluation-schemas.ts';
import type { Results } from '../schemas/result-schemas.ts';
import type { Outcome, Sample } from '../schemas/sample-schemas.ts';
import { type EvaluationHead, isUnderWay } from '../stores/evaluation-store.ts';
import type { JudgementRow } from '../stores/judgement-store.ts';
import { sampleId } from '../stores/sample-id.ts';
import type { SampleRow } from '../stores/sample-store.ts';

/** The definition as it was given: collections that were left out are empty, members that were null are not there. */
export type Definition = Pick<Evaluation, 'targets' | 'benchmarks' | 'custom_eval' | 'methodology'>;

export function definitionOf(input: NewEvaluation): Definition {
  return {
    targets: input.targets,
    benchmarks: (input.benchmarks ?? []).map(({ benchmark_type, subset, num_samples, trace }) => ({
      benchmark_type,
      ...(subset != null && { subset }),
      ...(num_samples != null && { num_samples }),
      ...(trace != null && { trace }),
    })),
    custom_eval: input.custom_eval ?? null,
    methodology: input.methodology ?? {},
  };
}

/**
 * The resource; `results` are those stored, or provisional ones made for the moment. While it is graded again its row
 * still says how it had ended, which is not shown.
 */
export function toEvaluation(row: EvaluationHead, results: Results | null = resultsOf(row)): Evaluation {
  const warnings = JSON.parse(row.warnings_json) as string[];
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
    ...(warnings.length > 0 && { warnings }),
  };
}

function resultsOf(row: EvaluationHead): Results | null {
  return isUnderWay(row) ? null : storedResults(row);
}

export function storedResults(row: Pick<EvaluationHead, 'results_json'>): Results | null {
  return row.results_json === null ? null : (JSON.parse(row.results_json) as Results);
}

export function toSample(
  row: SampleRow,
  plan: Plan,
  item: Item,
  judgements: readonly JudgementRow[] = [],
): Sample {
  return {
    id: sampleId(row.evaluation_id, row.unit),
    unit: row.unit,
    target_label: plan.targets[row.target]?.label ?? '',
    benchmark: plan.benchmarks[row.benchmark]?.key ?? '',
    item: row.item,
    item_hash: item.id,
    epoch: row.epoch,
    outcome: row.state as Outcome,
    score: row.score,
    input: item.input,
    expected: item.expected,
    grader: item.grader.type,
    ...sampleCriteria(row, plan, judgements),
    answer: row.answer,
    reasoning: row.reasoning,
    extracted: row.extracted,
    extraction: row.extraction,
    reason: row.reason,
    message: row.message,
    finish_reason: row.finish_reason,
    returned_model: row.returned_model,
    input_tokens: row.input_tokens,
    output_tokens: row.output_tokens,
    cost_usd: row.cost === null ? null : toUsdNumber(BigInt(row.cost)),
    latency_ms: row.latency_ms,
    attempts: row.attempts,
    answer_of: row.answer_of,
    created_at: toTimestamp(row.created_at),
  };
}
