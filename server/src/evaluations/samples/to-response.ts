import type { Item } from '../../benchmarks/benchmarks.ts';
import { toTimestamp } from '../../kernel/clock.ts';
import { toUsdNumber } from '../../kernel/money.ts';
import type { Plan } from '../plan/plan.ts';
import type { Outcome, Sample } from '../schemas/sample-schemas.ts';
import { sampleId } from '../stores/sample-id.ts';
import type { SampleRow } from '../stores/sample-store.ts';

/** A unit as people see it, but for what only its kind knows. */
export function toSample(row: SampleRow, plan: Plan, item: Item): Sample {
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
