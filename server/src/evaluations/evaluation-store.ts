import { sql } from 'kysely';
import { type Batch, type Database, lockShared } from '../db/db.ts';
import { workspaceIsLive } from '../db/live.ts';
import { STALE } from '../db/revise.ts';
import type { NewRow, Row } from '../db/schema.ts';
import type { Status } from './evaluation-schemas.ts';
import type { Plan } from './plan.ts';

export type EvaluationRow = Row<'evaluations'>;
/** An evaluation without its plan, which may weigh megabytes and is read only where it is followed. */
export type EvaluationHead = Omit<EvaluationRow, 'plan_json'>;
export type ItemRow = Row<'evaluation_items'>;

const HEAD = [
  'workspace_id',
  'id',
  'name',
  'description',
  'evaluation_type',
  'definition_json',
  'warnings_json',
  'status',
  'stop_reason',
  'progress_percent',
  'fence',
  'started_at',
  'completed_at',
  'error_message',
  'results_json',
  'work',
  'round',
  'run_facts_json',
  'revision',
  'created_at',
  'updated_at',
  'deleted_at',
] as const satisfies readonly (keyof EvaluationHead)[];

/** Whether an evaluation waits to run, or runs. */
export const isUnderWay = ({ status }: Pick<EvaluationHead, 'status'>) =>
  status === 'queued' || status === 'running';

/** What a batch answers when the evaluation was cancelled, deleted or taken over by another worker. */
export const FENCED = { orElse: 'fenced' } as const;
/** What a batch answers when the evaluation is not in the status the change starts from. */
export const WRONG_STATE = { orElse: 'wrong_state' } as const;

export function insertEvaluation(batch: Batch, row: NewRow<'evaluations'>): void {
  batch.add(batch.query.insertInto('evaluations').values(row));
}

export function insertItems(batch: Batch, rows: readonly ItemRow[]): void {
  for (const row of rows) batch.add(batch.query.insertInto('evaluation_items').values(row));
}

/** Undoes the batch when the evaluation is not there any more. */
export function guardEvaluation(batch: Batch, { workspace_id, id }: EvaluationHead): void {
  const there = batch.query
    .selectFrom('evaluations')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null);
  batch.add(lockShared(batch, there), STALE);
}

/** Copies the items `from` … `to − 1` of one benchmark to another evaluation of the workspace. */
export function copyItems(
  batch: Batch,
  source: EvaluationHead,
  id: string,
  { benchmark, from, to }: { benchmark: number; from: number; to: number },
): void {
  const columns = ['workspace_id', 'evaluation_id', 'benchmark', 'item', 'hash', 'content_json'] as const;
  batch.add(
    batch.query
      .insertInto('evaluation_items')
      .columns(columns)
      .expression((eb) =>
        eb
          .selectFrom('evaluation_items')
          .select((own) => [
            'workspace_id',
            sql<string>`${id}`.as('evaluation_id'),
            own.ref('benchmark').as('benchmark'),
            own.ref('item').as('item'),
            own.ref('hash').as('hash'),
            own.ref('content_json').as('content_json'),
          ])
          .where('workspace_id', '=', source.workspace_id)
          .where('evaluation_id', '=', source.id)
          .where('benchmark', '=', benchmark)
          .where('item', '>=', from)
          .where('item', '<', to),
      ),
  );
}

/** The hashes of the items of one benchmark, in order. */
export async function itemHashes(
  db: Database,
  { workspace_id, id }: EvaluationHead,
  benchmark: number,
): Promise<string[]> {
  const rows = await db.longQuery
    .selectFrom('evaluation_items')
    .select('hash')
    .where('workspace_id', '=', workspace_id)
    .where('evaluation_id', '=', id)
    .where('benchmark', '=', benchmark)
    .orderBy('item')
    .execute();
  return rows.map(({ hash }) => hash);
}

/** An evaluation whose items took several batches to write becomes visible. */
export function revealEvaluation(batch: Batch, workspaceId: string, id: string): void {
  batch.add(
    batch.query
      .updateTable('evaluations')
      .set({ deleted_at: null })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id),
    STALE,
  );
}

export function findEvaluation(
  db: Database,
  workspaceId: string,
  id: string,
): Promise<EvaluationHead | undefined> {
  return db.query
    .selectFrom('evaluations')
    .select(HEAD)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(workspaceIsLive(workspaceId))
    .executeTakeFirst();
}

/** The plan of an evaluation; null when it was erased meanwhile. */
export async function readPlan(
  db: Database,
  { workspace_id, id }: Pick<EvaluationHead, 'workspace_id' | 'id'>,
): Promise<Plan | null> {
  const row = await db.query
    .selectFrom('evaluations')
    .select('plan_json')
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? (JSON.parse(row.plan_json) as Plan) : null;
}

/** Plan and results of the evaluations that were completed last, newest first. */
export function lastCompleted(
  db: Database,
  workspaceId: string,
  limit: number,
): Promise<Pick<EvaluationRow, 'plan_json' | 'results_json'>[]> {
  return db.query
    .selectFrom('evaluations')
    .select(['plan_json', 'results_json'])
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'completed')
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Newest first, one more than `limit` when there are more. */
export function listEvaluations(
  db: Database,
  workspaceId: string,
  { limit, before, status }: { limit: number; before: string | null; status: string | null },
): Promise<EvaluationHead[]> {
  let query = db.query
    .selectFrom('evaluations')
    .select(HEAD)
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .where(workspaceIsLive(workspaceId));
  if (before !== null) query = query.where('id', '<', before);
  if (status !== null) query = query.where('status', '=', status);
  return query
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** What the evaluations of these workspaces that changed since `time` have come to, the newest change first. */
export function evaluationsChangedSince(
  db: Database,
  workspaceIds: readonly string[],
  time: number,
  limit: number,
): Promise<Pick<EvaluationRow, 'workspace_id' | 'id' | 'status' | 'progress_percent' | 'updated_at'>[]> {
  return db.query
    .selectFrom('evaluations')
    .select(['workspace_id', 'id', 'status', 'progress_percent', 'updated_at'])
    .where('workspace_id', 'in', [...workspaceIds])
    .where('updated_at', '>=', time)
    .where('deleted_at', 'is', null)
    .orderBy('updated_at', 'desc')
    .limit(limit)
    .execute();
}

/** A change by a user: name, description, or the tombstone. Answers the row as it was written. */
export function updateEvaluation(batch: Batch, row: EvaluationHead, set: Partial<EvaluationRow>) {
  return batch.add(
    batch.query
      .updateTable('evaluations')
      .set({ ...set, revision: row.revision + 1 })
      .where('workspace_id', '=', row.workspace_id)
      .where('id', '=', row.id)
      .where('revision', '=', row.revision)
      .where('deleted_at', 'is', null)
      .returning(HEAD),
    STALE,
  );
}

/**
 * A change of status from one of `from` only, and where `fence` is given since that only (`WRONG_STATE` otherwise,
 * unless it may miss). The fence grows, so a worker that runs the evaluation stops. Answers the row as it was written.
 */
export function changeStatus(
  batch: Batch,
  workspaceId: string,
  id: string,
  from: readonly Status[],
  set: Partial<EvaluationRow>,
  { mayMiss = false, fence }: { mayMiss?: boolean; fence?: number | undefined } = {},
) {
  const query = batch.query
    .updateTable('evaluations')
    .set((eb) => ({ ...set, fence: eb('fence', '+', 1) }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('status', 'in', [...from])
    .where('deleted_at', 'is', null);
  const guarded = fence === undefined ? query : query.where('fence', '=', fence);
  return batch.add(guarded.returning(HEAD), mayMiss ? {} : WRONG_STATE);
}

/** Takes an evaluation for a worker: the fence after it is the worker's own. */
export function claimEvaluation(batch: Batch, workspaceId: string, id: string, now: number) {
  return batch.add(
    batch.query
      .updateTable('evaluations')
      .set((eb) => ({
        status: 'running',
        fence: eb('fence', '+', 1),
        started_at: eb.fn.coalesce('started_at', eb.val(now)),
        updated_at: now,
      }))
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where('status', 'in', ['queued', 'running'])
      .where('deleted_at', 'is', null)
      .where(workspaceIsLive(workspaceId))
      .returning(['fence', 'round', 'work', 'stop_reason', 'plan_json', 'progress_percent']),
    FENCED,
  );
}

/** A change by the worker that holds the fence; no other worker's, and none after a cancellation. */
export function updateFenced(batch: Batch, held: Held, set: Partial<EvaluationRow>): void {
  batch.add(
    batch.query
      .updateTable('evaluations')
      .set(set)
      .where('workspace_id', '=', held.workspaceId)
      .where('id', '=', held.id)
      .where('fence', '=', held.fence)
      .where('status', '=', 'running'),
    FENCED,
  );
}

/** A change of an evaluation that nobody runs; none when it was resumed or deleted since `row` was read. */
export function updateStopped(batch: Batch, row: EvaluationHead, set: Partial<EvaluationRow>) {
  return batch.add(
    batch.query
      .updateTable('evaluations')
      .set(set)
      .where('workspace_id', '=', row.workspace_id)
      .where('id', '=', row.id)
      .where('fence', '=', row.fence)
      .where('status', '=', row.status),
  );
}

/** An evaluation as a worker holds it. */
export interface Held {
  readonly workspaceId: string;
  readonly id: string;
  readonly fence: number;
  /** Failures of an earlier round count as pending. */
  readonly round: number;
}

/** The items `from` … `to − 1` of one benchmark of the plan. */
export function readItems(
  db: Database,
  { workspaceId, id }: Pick<Held, 'workspaceId' | 'id'>,
  benchmark: number,
  from: number,
  to: number,
): Promise<Pick<ItemRow, 'item' | 'hash' | 'content_json'>[]> {
  return db.query
    .selectFrom('evaluation_items')
    .select(['item', 'hash', 'content_json'])
    .where('workspace_id', '=', workspaceId)
    .where('evaluation_id', '=', id)
    .where('benchmark', '=', benchmark)
    .where('item', '>=', from)
    .where('item', '<', to)
    .orderBy('item')
    .execute();
}

/** Tombstoned evaluations, made before `time`, whose rows are still there. */
export function deletedEvaluations(
  db: Database,
  time: number,
  limit: number,
): Promise<Pick<EvaluationRow, 'workspace_id' | 'id'>[]> {
  return db.query
    .selectFrom('evaluations')
    .select(['workspace_id', 'id'])
    .where('deleted_at', 'is not', null)
    .where('created_at', '<', time)
    .limit(limit)
    .execute();
}

/** The end of an evaluation whose items and samples are gone. */
export function eraseEvaluation(batch: Batch, workspaceId: string, id: string): void {
  batch.add(
    batch.query.deleteFrom('evaluations').where('workspace_id', '=', workspaceId).where('id', '=', id),
  );
}

/** Deletes up to `most` items and samples; answers how many. */
export async function eraseParts(
  db: Database,
  workspaceId: string,
  id: string,
  most: number,
): Promise<number> {
  const samples = await db.query
    .selectFrom('evaluation_samples')
    .select('unit')
    .where('workspace_id', '=', workspaceId)
    .where('evaluation_id', '=', id)
    .orderBy('unit')
    .limit(most)
    .execute();
  const items = await db.query
    .selectFrom('evaluation_items')
    .select(['benchmark', 'item'])
    .where('workspace_id', '=', workspaceId)
    .where('evaluation_id', '=', id)
    .orderBy('benchmark')
    .orderBy('item')
    .limit(most)
    .execute();
  const lastUnit = samples.at(-1);
  await db.write((batch) => {
    if (lastUnit) {
      batch.add(
        batch.query
          .deleteFrom('evaluation_labels')
          .where('workspace_id', '=', workspaceId)
          .where('evaluation_id', '=', id)
          .where('unit', '<=', lastUnit.unit),
      );
      batch.add(
        batch.query
          .deleteFrom('evaluation_judgements')
          .where('workspace_id', '=', workspaceId)
          .where('evaluation_id', '=', id)
          .where('unit', '<=', lastUnit.unit),
      );
      batch.add(
        batch.query
          .deleteFrom('evaluation_samples')
          .where('workspace_id', '=', workspaceId)
          .where('evaluation_id', '=', id)
          .where('unit', '<=', lastUnit.unit),
      );
    }
    for (const { benchmark, item } of items) {
      batch.add(
        batch.query
          .deleteFrom('evaluation_items')
          .where('workspace_id', '=', workspaceId)
          .where('evaluation_id', '=', id)
          .where('benchmark', '=', benchmark)
          .where('item', '=', item),
      );
    }
  });
  return samples.length + items.length;
}
