import { clampLimit } from '../../../kernel/page.ts';
import type { Item } from '../../../measure/benchmarks/benchmarks.ts';
import type { Database } from '../../../platform/db/db.ts';
import { targetPairs } from '../plan/target-pairs.ts';
import type { MatrixQuery, SampleMatrix } from '../schemas/sample-schemas.ts';
import type { EvaluationHead } from '../stores/evaluation-store.ts';
import { ITEM_BEGINNING_LENGTH, readItemBeginnings } from '../stores/sample-code-store.ts';
import { sampleId } from '../stores/sample-id.ts';
import { firstUnit, type ItemRow, type ItemRows, itemRowAt, rowOfUnit } from './item-rows.ts';
import { questionLine } from './question-of.ts';
import { matchesEveryRow, toRowFilter } from './row-filter.ts';
import type { RowViews } from './row-views.ts';
import { countRowsOfBlock, OUTCOME_LETTERS, PENDING_CODE, type ReadBlock } from './sample-codes.ts';

type MatrixRow = SampleMatrix['data'][number];

/** Maximum number of shown characters of a prompt. */
const MAX_OF_PROMPT = 200;

/** A page of the rows that pass a filter. Without a filter it is found directly. */
export async function readMatrix(
  db: Database,
  readBlock: ReadBlock,
  viewOf: RowViews,
  row: EvaluationHead,
  table: ItemRows,
  query: MatrixQuery,
): Promise<SampleMatrix> {
  const { plan, stretches } = table;
  const warnings: string[] = [];
  const limit = clampLimit(query.limit, warnings);
  const filter = toRowFilter(plan, query, warnings);
  const view = matchesEveryRow(filter) ? null : await viewOf(row, table, filter);
  const total = view ? view.rows.length : table.rows;
  const unit = firstUnit(table, filter.benchmark, query);
  const offset = Math.min(total, unit === null ? (query.offset ?? 0) : placeOf(unit));
  const end = Math.min(total, offset + limit);
  const shown = view
    ? view.rows.slice(offset, end)
    : Array.from({ length: end - offset }, (_, i) => offset + i);

  function placeOf(wanted: number): number {
    const at = rowOfUnit(table, wanted);
    return Math.max(0, (view ? firstAtLeast(view.rows, at) : at) - (query.before ?? 0));
  }

  const labels = plan.targets.map(({ label }) => label);
  return {
    targets: labels,
    pairs: stretches.some(({ isPairs }) => isPairs)
      ? targetPairs(labels.length).map(([a, b]) => [labels[a] as string, labels[b] as string])
      : [],
    total,
    rows: table.rows,
    looked_at: view ? view.lookedAt : table.rows,
    partial: view !== null && !view.isWhole,
    offset,
    data: await presentRows(
      db,
      readBlock,
      row,
      table,
      shown.map((one) => itemRowAt(table, one)),
    ),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** The index of the first number that is at least `wanted`, in ascending numbers. */
function firstAtLeast(numbers: readonly number[], wanted: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

async function presentRows(
  db: Database,
  readBlock: ReadBlock,
  evaluation: EvaluationHead,
  { plan }: ItemRows,
  shown: readonly ItemRow[],
): Promise<MatrixRow[]> {
  const of = { workspaceId: evaluation.workspace_id, id: evaluation.id };
  const prompts = new Map<number, Map<number, string>>();
  for (const [benchmark, rows] of Map.groupBy(shown, ({ stretch }) => stretch.itemsOf)) {
    const items = [...new Set(rows.map(({ item }) => item))];
    prompts.set(benchmark, await readItemBeginnings(db, of, benchmark, items));
  }
  const data: MatrixRow[] = [];
  for (const { row, stretch, item, epoch, firstUnit: unit } of shown) {
    const inside = row - stretch.firstRow;
    const from = inside - (inside % countRowsOfBlock(stretch));
    const block = await readBlock(evaluation, stretch, from);
    const at = (inside - from) * stretch.cells;
    const outcomes = block.outcomes.subarray(at, at + stretch.cells);
    const first = outcomes.findIndex((outcome) => outcome !== PENDING_CODE);
    data.push({
      benchmark: plan.benchmarks[stretch.benchmark]?.key ?? '',
      item,
      epoch,
      unit,
      sample_id: first === -1 ? null : sampleId(evaluation.id, unit + first),
      prompt: shownOfPrompt(prompts.get(stretch.itemsOf)?.get(item) ?? ''),
      outcomes: Array.from(outcomes, (outcome) => OUTCOME_LETTERS[outcome]).join(''),
      scores: Array.from(block.scores.subarray(at, at + stretch.cells), (score) =>
        Number.isNaN(score) ? null : score,
      ),
    });
  }
  return data;
}

/** The last message, or the first text of a long item, of which no more was read. */
function shownOfPrompt(json: string): string {
  const text = json.length < ITEM_BEGINNING_LENGTH ? lastMessage(json) : cutText(json);
  return questionLine(text, MAX_OF_PROMPT);
}

function lastMessage(json: string): string {
  return json === '' ? '' : ((JSON.parse(json) as Item).input.at(-1)?.content ?? '');
}

function cutText(json: string): string {
  const [, raw = ''] = /"content":"((?:[^"\\]|\\u[\da-f]{4}|\\[^u])*)/i.exec(json) ?? [];
  return JSON.parse(`"${raw}"`) as string;
}
