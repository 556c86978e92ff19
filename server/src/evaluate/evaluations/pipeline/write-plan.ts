import { newId } from '../../../kernel/ids.ts';
import type { Batch, Database } from '../../../platform/db/db.ts';
import { guardLiveWorkspace, requireCommitted } from '../../../platform/db/live-workspace.ts';
import type { Plan } from '../plan/plan.ts';
import { isAboutRepeating } from '../results/graded-by.ts';
import type { NewEvaluation } from '../schemas/evaluation-schemas.ts';
import {
  type EvaluationHead,
  type EvaluationRow,
  guardEvaluation,
  insertEvaluation,
  requireEvaluationCommitted,
  revealEvaluation,
} from '../stores/evaluation-store.ts';
import { copyItems, type ItemRow, insertItems } from '../stores/item-store.ts';
import { completePlan, type PlacedItem } from './complete-plan.ts';
import type { DefinedEvaluation } from './define.ts';
import type { PlannedVolume } from './estimate.ts';
import { toDefinition } from './to-response.ts';

/** Maximum items in one batch, so that none blocks the writer for more than about 20 ms. */
const MAX_ITEMS = 500;
const MAX_CHARACTERS = 1_000_000;

/** Additions to the batch that makes an evaluation visible, and to the one that abandons it. */
export interface BatchAdditions {
  /** Checks the complete plan before that, and may throw. */
  check?(plan: Plan): void;
  finish(batch: Batch, row: EvaluationRow): void;
  abandon(batch: Batch, row: EvaluationRow): void;
}

/**
 * Writes an evaluation with its items as they are sampled, and returns its row. An evaluation with many items stays
 * hidden as deleted until all are written; if the process is killed before, the eraser removes it.
 */
export async function writeNewEvaluation(
  db: Database,
  draft: EvaluationRow,
  defined: DefinedEvaluation,
  { check, finish, abandon }: BatchAdditions,
): Promise<EvaluationRow> {
  const { workspace_id: workspaceId } = draft;
  const { items, complete } = completePlan(defined);
  const waiting = createItemBuffer(draft);
  let hidden = false;

  /** Writes waiting items, the first time together with the hidden row. */
  async function writeNextItems(): Promise<void> {
    const rows = waiting.take();
    const outcome = await db.write((batch) => {
      if (!hidden) {
        guardLiveWorkspace(batch, workspaceId);
        insertEvaluation(batch, { ...draft, deleted_at: draft.created_at });
      }
      insertItems(batch, rows);
    });
    requireCommitted(outcome, workspaceId);
    hidden = true;
  }

  async function writeRest(): Promise<EvaluationRow> {
    const completed = await complete();
    check?.(completed.plan);
    const row = { ...draft, ...planColumns(completed) };
    const rows = waiting.take();
    const outcome = await db.write((batch) => {
      guardLiveWorkspace(batch, workspaceId);
      if (hidden) revealEvaluation(batch, row);
      else insertEvaluation(batch, row);
      insertItems(batch, rows);
      finish(batch, row);
    });
    requireCommitted(outcome, workspaceId);
    return row;
  }

  try {
    for await (const item of items()) {
      if (waiting.isFull()) await writeNextItems();
      waiting.add(item);
    }
    return await writeRest();
  } catch (error) {
    // If this cannot be written either, the next start cleans up.
    if (hidden) await db.write((batch) => abandon(batch, draft)).catch(() => {});
    throw error;
  }
}

/** Rows of items that wait to be written. */
export function createItemBuffer({ workspace_id, id }: EvaluationRow) {
  let rows: ItemRow[] = [];
  let characters = 0;
  return {
    add({ benchmark, index, item }: PlacedItem): void {
      const content_json = JSON.stringify(item);
      rows.push({ workspace_id, evaluation_id: id, benchmark, item: index, hash: item.id, content_json });
      characters += content_json.length;
    },
    isFull: () => rows.length >= MAX_ITEMS || characters >= MAX_CHARACTERS,
    take(): ItemRow[] {
      const taken = rows;
      rows = [];
      characters = 0;
      return taken;
    },
  };
}

/** The columns of a plan. */
function planColumns({ plan, warnings }: Pick<PlannedVolume, 'plan' | 'warnings'>) {
  return { plan_json: JSON.stringify(plan), warnings_json: JSON.stringify(warnings) };
}

/** The row of a new evaluation: queued, with the part of the plan that is known. */
export function newEvaluationRow(
  workspaceId: string,
  input: NewEvaluation,
  { plan, evaluationType, warnings }: DefinedEvaluation,
  now: number,
): EvaluationRow {
  return {
    workspace_id: workspaceId,
    name: input.name,
    description: input.description ?? null,
    evaluation_type: evaluationType,
    definition_json: JSON.stringify(toDefinition(input)),
    ...planColumns({ plan, warnings }),
    ...queuedRow(now),
  };
}

/** The row of an evaluation that repeats another one with this plan; `warnings` are those of the repetition. */
export function repeatedEvaluationRow(
  from: EvaluationHead,
  { preflight: _, ...plan }: Plan,
  { now, warnings }: { now: number; warnings: readonly string[] },
): EvaluationRow {
  const planned = (JSON.parse(from.warnings_json) as string[]).filter((one) => !isAboutRepeating(one));
  return {
    ...from,
    ...queuedRow(now),
    name: againName(from.name),
    warnings_json: JSON.stringify([...planned, ...warnings]),
    plan_json: JSON.stringify(plan),
  };
}

const REPEATED_NAME = / \(again(?: (\d+))?\)$/;
const MAX_NAME = 200;

/** `Name (again)`, then `Name (again 2)`, because equal names cannot be told apart in a list. */
function againName(name: string): string {
  const earlier = REPEATED_NAME.exec(name);
  const times = earlier === null ? 1 : Number(earlier[1] ?? 1) + 1;
  const suffix = times === 1 ? ' (again)' : ` (again ${times})`;
  const own = earlier === null ? name : name.slice(0, earlier.index);
  return own.slice(0, MAX_NAME - suffix.length).toWellFormed() + suffix;
}

/** Columns of a queued evaluation. */
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
    calls_under_way: 0,
    calls_cut_off: 0,
    run_facts_json: null,
    lane_budget: null,
    revision: 1,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
}

/** Number of items copied in one batch, so that none blocks the writer for more than about 20 ms. */
const COPIED_AT_ONCE = 1000;

/**
 * Writes a new evaluation with the items of another one. It stays hidden until all are written, as in
 * `writeNewEvaluation`.
 */
export async function copyEvaluation(
  db: Database,
  from: EvaluationHead,
  row: EvaluationRow,
  plan: Plan,
  { finish, abandon }: BatchAdditions,
): Promise<void> {
  const { workspace_id: workspaceId } = row;
  const first = await db.write((batch) => {
    guardLiveWorkspace(batch, workspaceId);
    insertEvaluation(batch, { ...row, deleted_at: row.created_at });
  });
  requireCommitted(first, workspaceId);
  try {
    await copyRest(db, from, row, plan, finish);
  } catch (error) {
    await db.write((batch) => abandon(batch, row)).catch(() => {});
    throw error;
  }
}

async function copyRest(
  db: Database,
  from: EvaluationHead,
  row: EvaluationRow,
  plan: Plan,
  finish: BatchAdditions['finish'],
): Promise<void> {
  const { workspace_id: workspaceId, id } = row;
  for (const [benchmark, { items }] of plan.benchmarks.entries()) {
    for (let item = 0; item < items; item += COPIED_AT_ONCE) {
      await db.write((batch) =>
        copyItems(batch, from, id, { benchmark, from: item, to: item + COPIED_AT_ONCE }),
      );
    }
  }
  const last = await db.write((batch) => {
    guardLiveWorkspace(batch, workspaceId);
    guardEvaluation(batch, from);
    revealEvaluation(batch, row);
    finish(batch, row);
  });
  requireEvaluationCommitted(from, last);
}
