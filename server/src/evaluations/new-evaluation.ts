import type { Batch, Database } from '../db/db.ts';
import { guardLiveWorkspace, requireCommitted } from '../db/live.ts';
import { newId } from '../kernel/ids.ts';
import type { Item } from './benchmarks/benchmarks.ts';
import type { Defined } from './define.ts';
import type { NewEvaluation } from './evaluation-schemas.ts';
import {
  type EvaluationHead,
  type EvaluationRow,
  type ItemRow,
  insertEvaluation,
  insertItems,
  revealEvaluation,
} from './evaluation-store.ts';
import type { Plan } from './plan.ts';
import { definitionOf } from './present.ts';

/** Items written in one batch: no batch holds the writer for more than some 20 ms. */
const ITEMS_PER_BATCH = 500;

/**
 * Writes an evaluation with its items; `finish` adds to the batch that makes it visible. With many items it stays hidden
 * behind a tombstone until all are there; a kill in between leaves it to the eraser.
 */
export async function writeNewEvaluation(
  db: Database,
  row: EvaluationRow,
  items: readonly Item[][],
  finish: (batch: Batch) => void,
): Promise<void> {
  const { workspace_id: workspaceId, id } = row;
  const batches = itemBatches(items);
  const few = batches.length <= 1;
  const first = await db.write((batch) => {
    guardLiveWorkspace(batch, workspaceId);
    insertEvaluation(batch, few ? row : { ...row, deleted_at: row.created_at });
    insertItems(batch, itemRows(row, batches[0] ?? []));
    if (few) finish(batch);
  });
  requireCommitted(first, workspaceId);
  if (few) return;
  for (const some of batches.slice(1)) {
    requireCommitted(await db.write((batch) => insertItems(batch, itemRows(row, some))));
  }
  const last = await db.write((batch) => {
    guardLiveWorkspace(batch, workspaceId);
    revealEvaluation(batch, workspaceId, id);
    finish(batch);
  });
  requireCommitted(last, workspaceId);
}

/** The row of an evaluation as it begins: queued. */
export function newEvaluationRow(
  workspaceId: string,
  input: NewEvaluation,
  { plan, evaluationType, warnings }: Defined,
  now: number,
): EvaluationRow {
  return {
    workspace_id: workspaceId,
    name: input.name,
    description: input.description ?? null,
    evaluation_type: evaluationType,
    definition_json: JSON.stringify(definitionOf(input)),
    plan_json: JSON.stringify(plan),
    warnings_json: JSON.stringify(warnings),
    ...queuedRow(now),
  };
}

/** The row of an evaluation that does again what another one did, by this plan. */
export function repeatedRow(from: EvaluationHead, plan: Plan, now: number): EvaluationRow {
  return {
    ...from,
    ...queuedRow(now),
    plan_json: JSON.stringify(plan),
  };
}

/** What every evaluation begins with. */
function queuedRow(now: number) {
  return {
    id: newId(now),
    status: 'queued',
    stop_reason: null,
    progress_percent: 0,
    fence: 0,
    started_at: null,
    completed_at: null,
    error_message: null,
    results_json: null,
    work: 'ask',
    round: 0,
    run_facts_json: null,
    revision: 1,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
}

type Placed = { benchmark: number; item: number; content: Item };

function itemBatches(items: readonly Item[][]): Placed[][] {
  const placed = items.flatMap((list, benchmark) =>
    list.map((content, item) => ({ benchmark, item, content })),
  );
  const batches: Placed[][] = [];
  for (let from = 0; from < placed.length; from += ITEMS_PER_BATCH) {
    batches.push(placed.slice(from, from + ITEMS_PER_BATCH));
  }
  return batches;
}

/** Texts are made batch by batch, so that a hundred thousand items do not hold the process at once. */
function itemRows({ workspace_id, id }: EvaluationRow, placed: readonly Placed[]): ItemRow[] {
  return placed.map(({ benchmark, item, content }) => ({
    workspace_id,
    evaluation_id: id,
    benchmark,
    item,
    hash: content.id,
    content_json: JSON.stringify(content),
  }));
}
