import { toTimestamp } from '../../../kernel/clock.ts';
import { toUsdNumber } from '../../../kernel/money.ts';
import { clampLimit, invalidCursor, type Page } from '../../../kernel/page.ts';
import type { Item } from '../../../measure/benchmarks/benchmarks.ts';
import {
  type Details,
  type GradedBy,
  isLenient,
  isPartDetail,
  partGrades,
  storedLenientScore,
} from '../../../measure/graders/graders.ts';
import type { FailureNote } from '../../../models/models.ts';
import type { Database } from '../../../platform/db/db.ts';
import { kindOf } from '../kinds/registry.ts';
import type { PlannedBenchmark } from '../kinds/shapes.ts';
import { gradedBenchmark, type Plan } from '../plan/plan.ts';
import type { Outcome, Sample, SampleQuery } from '../schemas/sample-schemas.ts';
import type { EvaluationHead } from '../stores/evaluation-store.ts';
import { createItemReader } from '../stores/item-reader.ts';
import { readJudgements } from '../stores/judgement-store.ts';
import { sampleId } from '../stores/sample-id.ts';
import { readSamples } from '../stores/sample-page-store.ts';
import { parseAnswerParts, type SampleRow, whyUnanswered } from '../stores/sample-store.ts';
import { firstUnit, type ItemRows } from './item-rows.ts';
import { toRowFilter } from './row-filter.ts';
import type { ReadBlock } from './sample-codes.ts';
import { findUnits } from './sample-filter.ts';

/**
 * Maximum bytes of texts in a page; it contains at least one sample, however long. Concurrent requests hold one page
 * each.
 */
const PAGE_BYTES = 2 * 1024 * 1024;

/** A page of samples in plan order: the samples of one item are consecutive, target by target. */
export async function listSamples(
  db: Database,
  readBlock: ReadBlock,
  row: EvaluationHead,
  table: ItemRows,
  query: SampleQuery,
): Promise<Page<Sample>> {
  const { plan } = table;
  const warnings: string[] = [];
  const limit = clampLimit(query.limit, warnings);
  const filter = toRowFilter(plan, query, warnings);
  const after = Math.max(afterCursor(query.cursor), (firstUnit(table, filter.benchmark, query) ?? 0) - 1);
  const found = await findUnits(db, readBlock, row, table, filter, after, limit);
  const data = await presentSamples(db, row, plan, firstFittingUnits(found.units));
  const next = data.length < found.units.length ? (data.at(-1)?.unit ?? null) : found.next;
  return {
    data,
    next_cursor: next === null ? null : toCursor(next),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** The samples of these units, as many of the first as fit one page; at least one. */
export async function presentSamples(
  db: Database,
  row: EvaluationHead,
  plan: Plan,
  shown: readonly number[],
): Promise<Sample[]> {
  if (shown.length === 0) return [];
  const of = { workspaceId: row.workspace_id, id: row.id };
  const rows = await readSamples(db, of, shown);
  const judged = plan.judges ? await readJudgements(db, of, shown) : [];
  const judgementsOf = Map.groupBy(judged, ({ unit }) => unit);
  const itemOf = createItemReader(db, of);
  const data: Sample[] = [];
  let characters = 0;
  for (const sample of rows) {
    const judgements = judgementsOf.get(sample.unit) ?? [];
    const benchmark = plan.benchmarks[sample.benchmark] as PlannedBenchmark;
    const item = await itemOf(gradedBenchmark(benchmark) ?? sample.benchmark, sample.item);
    const context = { db, row: sample, plan, item, judgements };
    const shown = { ...toSample(sample, plan, item), ...(await kindOf(benchmark).present?.(context)) };
    data.push(shown);
    characters += textsOf(shown).reduce((sum, text) => sum + text.length, 0);
    if (characters > PAGE_BYTES) break;
  }
  return data;
}

/** Texts whose size is not part of a sample's row. */
function textsOf({ input, pair, transcript }: Sample): string[] {
  const said = transcript === undefined ? '' : JSON.stringify(transcript);
  return [...input.map(({ content }) => content), pair?.answer_a ?? '', pair?.answer_b ?? '', said];
}

/** The first units whose texts fit one page; at least one. */
function firstFittingUnits(units: readonly { unit: number; bytes: number }[]): number[] {
  let bytes = 0;
  const end = units.findIndex((one, i) => {
    bytes += one.bytes;
    return i > 0 && bytes > PAGE_BYTES;
  });
  return (end === -1 ? units : units.slice(0, end)).map(({ unit }) => unit);
}

function toCursor(unit: number): string {
  return Buffer.from(`u${unit}`).toString('base64url');
}

function afterCursor(cursor: string | undefined): number {
  if (cursor === undefined) return -1;
  const match = /^u(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (!match || toCursor(Number(match[1])) !== cursor) throw invalidCursor();
  return Number(match[1]);
}

const withoutMessage = ({ message: _, ...failure }: FailureNote) => failure;

/** A sample as in the API, without the fields that only its kind adds. */
function toSample(row: SampleRow, plan: Plan, item: Item): Sample {
  const why = whyUnanswered(row, row.answer_parts_json);
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
    ...(item.tools && {
      tools: item.tools.map(({ name, description }) => ({ name, description })),
    }),
    answer: row.answer,
    reasoning: row.reasoning,
    ...parseAnswerParts(row),
    extracted: row.extracted,
    extraction: row.extraction,
    ...(row.reference_grade !== null && { reference_grade: row.reference_grade }),
    ...(row.details_json !== null && figuresOf(row.details_json)),
    ...partsOfGrade(row, item),
    ...(row.graded_by_json !== null && { graded_by: JSON.parse(row.graded_by_json) as GradedBy }),
    reason: row.reason,
    message: row.message ?? (row.state === 'unscored' ? (why?.message ?? null) : null),
    ...(why && { failure: withoutMessage(why) }),
    finish_reason: row.finish_reason,
    returned_model: row.returned_model,
    input_tokens: row.input_tokens,
    output_tokens: row.output_tokens,
    ...(row.cached_tokens !== null && { cached_tokens: row.cached_tokens }),
    cost_usd: row.cost === null ? null : toUsdNumber(BigInt(row.cost)),
    latency_ms: row.latency_ms,
    attempts: row.attempts,
    answer_of: row.answer_of,
    created_at: toTimestamp(row.created_at),
  };
}

/** The grades of the parts of a composite grader. */
function partsOfGrade({ details_json }: SampleRow, { grader, expected }: Item): Pick<Sample, 'parts'> {
  if (details_json === null) return {};
  const parts = partGrades(grader, expected, JSON.parse(details_json) as Details);
  return parts.length === 0 ? {} : { parts };
}

/** A figure that is a share becomes one number; lenient readings are no figures of the grader. */
function figuresOf(kept: string): Pick<Sample, 'details' | 'lenient_score'> {
  const all = JSON.parse(kept) as Details;
  const lenient = storedLenientScore(all);
  const entries = Object.entries(all).filter(([name]) => !isLenient(name) && !isPartDetail(name));
  const details = Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'number' ? value : value[0] / value[1]]),
  );
  return {
    ...(entries.length > 0 && { details }),
    ...(lenient !== null && { lenient_score: lenient }),
  };
}
