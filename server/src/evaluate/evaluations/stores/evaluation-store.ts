import { notFound } from '../../../kernel/errors.ts';
import type { Batch, Database, WriteOutcome } from '../../../platform/db/db.ts';
import { lockShared, requireCommitted, workspaceIsLive } from '../../../platform/db/live-workspace.ts';
import { STALE_REVISION } from '../../../platform/db/revise.ts';
import type { NewRow, Row } from '../../../platform/db/schema.ts';
import { type Plan, parsePlan } from '../plan/plan.ts';
import type { Status } from '../schemas/evaluation-schemas.ts';
import type { Results } from '../schemas/result-schemas.ts';

export type EvaluationRow = Row<'evaluations'>;
/**
 * An evaluation without its plan, which may take megabytes and is read only where needed, and without the columns of
 * lanes.
 */
export type EvaluationHead = Omit<EvaluationRow, 'plan_json' | 'lane_budget'>;

const HEAD_COLUMNS = [
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
  'calls_under_way',
  'calls_cut_off',
  'run_facts_json',
  'revision',
  'created_at',
  'updated_at',
  'deleted_at',
] as const satisfies readonly (keyof EvaluationHead)[];

/** Whether an evaluation is queued or running. */
export const isUnderWay = ({ status }: Pick<EvaluationHead, 'status'>) =>
  status === 'queued' || status === 'running';

/** Outcome of a batch if the evaluation was cancelled, deleted or taken over by another worker. */
export const EVALUATION_FENCED = { orElse: 'fenced' } as const;
/** Outcome of a batch if the evaluation has another status than expected. */
export const WRONG_EVALUATION_STATUS = { orElse: 'wrong_state' } as const;
/** Outcome of a batch if the evaluation that it writes to was deleted. */
const EVALUATION_GONE = { orElse: 'evaluation_gone' } as const;

export function insertEvaluation(batch: Batch, row: NewRow<'evaluations'>): void {
  batch.add(batch.query.insertInto('evaluations').values(row));
}

/** Undoes the batch if the evaluation no longer exists; `requireEvaluationCommitted` then throws. */
export function guardEvaluation(batch: Batch, { workspace_id, id }: EvaluationHead): void {
  const there = batch.query
    .selectFrom('evaluations')
    .select('id')
    .where((eb) => eb.and({ workspace_id, id }))
    .where('deleted_at', 'is', null);
  batch.add(lockShared(batch, there), EVALUATION_GONE);
}

/**
 * Throws unless the batch committed: `not_found` if the evaluation that it guards, or its workspace, no longer
 * exists.
 */
export function requireEvaluationCommitted(
  { workspace_id, id }: EvaluationHead,
  outcome: WriteOutcome,
): void {
  if (!outcome.committed && outcome.why === EVALUATION_GONE.orElse) throw notFound('evaluation', id);
  requireCommitted(outcome, workspace_id);
}

/** Makes an evaluation visible whose items were written in several batches, with its complete plan. */
export function revealEvaluation(
  batch: Batch,
  { workspace_id, id, plan_json, warnings_json, results_json }: EvaluationRow,
): void {
  batch.add(
    batch.query
      .updateTable('evaluations')
      .set({ plan_json, warnings_json, results_json, deleted_at: null })
      .where((eb) => eb.and({ workspace_id, id })),
    STALE_REVISION,
  );
}

export function findEvaluation(
  db: Database,
  workspaceId: string,
  id: string,
): Promise<EvaluationHead | undefined> {
  return db.query
    .selectFrom('evaluations')
    .select(HEAD_COLUMNS)
    .where((eb) => eb.and({ workspace_id: workspaceId, id }))
    .where('deleted_at', 'is', null)
    .where(workspaceIsLive(workspaceId))
    .executeTakeFirst();
}

/** The plan of an evaluation; null if it was erased meanwhile. */
export async function readPlan(
  db: Database,
  { workspace_id, id }: Pick<EvaluationHead, 'workspace_id' | 'id'>,
): Promise<Plan | null> {
  const row = await db.query
    .selectFrom('evaluations')
    .select(['plan_json', 'run_facts_json'])
    .where((eb) => eb.and({ workspace_id, id }))
    .executeTakeFirst();
  return row ? parsePlan(row.plan_json, row.run_facts_json) : null;
}

/** Names, plans and results of the last completed evaluations, newest first. */
export function listLastCompleted(
  db: Database,
  workspaceId: string,
  limit: number,
): Promise<Pick<EvaluationRow, 'id' | 'name' | 'plan_json' | 'results_json'>[]> {
  return db.query
    .selectFrom('evaluations')
    .select(['id', 'name', 'plan_json', 'results_json'])
    .where((eb) => eb.and({ workspace_id: workspaceId, status: 'completed' }))
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Newest first, one more than `limit` if there are more. */
export function listEvaluations(
  db: Database,
  workspaceId: string,
  { limit, before, status }: { limit: number; before: string | null; status: string | null },
): Promise<EvaluationHead[]> {
  let query = db.query
    .selectFrom('evaluations')
    .select(HEAD_COLUMNS)
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

/** The evaluations of these workspaces that changed since `time`, newest change first. */
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

/** Stores a change by a user: name, description, or the deletion. Returns the row as written. */
export function updateEvaluation(batch: Batch, row: EvaluationHead, set: Partial<EvaluationRow>) {
  return batch.add(
    batch.query
      .updateTable('evaluations')
      .set({ ...set, revision: row.revision + 1 })
      .where((eb) => eb.and({ workspace_id: row.workspace_id, id: row.id, revision: row.revision }))
      .where('deleted_at', 'is', null)
      .returning(HEAD_COLUMNS),
    STALE_REVISION,
  );
}

/**
 * Changes the status, only from one of `from` and, if given, only with this `fence` (otherwise
 * `WRONG_EVALUATION_STATUS`, unless it may miss). Fences increase, so workers that run the evaluation stop. Returns
 * the row as written.
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
    .where((eb) => eb.and({ workspace_id: workspaceId, id }))
    .where('status', 'in', [...from])
    .where('deleted_at', 'is', null);
  const guarded = fence === undefined ? query : query.where('fence', '=', fence);
  const written = batch.add(guarded.returning(HEAD_COLUMNS), mayMiss ? {} : WRONG_EVALUATION_STATUS);
  fenceLanes(batch, workspaceId, id);
  return written;
}

/** Fences the lanes of an evaluation, so that workers that run them write nothing more. */
export function fenceLanes(batch: Batch, workspaceId: string, id: string): void {
  batch.add(
    batch.query
      .updateTable('evaluation_lanes')
      .set((eb) => ({ fence: eb('fence', '+', 1) }))
      .where((eb) => eb.and({ workspace_id: workspaceId, evaluation_id: id })),
  );
}

/** Claims an evaluation for a worker, with a new fence. Calls in progress of an earlier run count as interrupted. */
export function claimEvaluation(batch: Batch, workspaceId: string, id: string, now: number) {
  return batch.add(
    batch.query
      .updateTable('evaluations')
      .set((eb) => ({
        status: 'running',
        fence: eb('fence', '+', 1),
        calls_cut_off: eb('calls_cut_off', '+', eb.ref('calls_under_way')),
        calls_under_way: 0,
        started_at: eb.fn.coalesce('started_at', eb.val(now)),
        updated_at: now,
      }))
      .where((eb) => eb.and({ workspace_id: workspaceId, id }))
      .where('status', 'in', ['queued', 'running'])
      .where('deleted_at', 'is', null)
      .where(workspaceIsLive(workspaceId))
      .returning(['fence', 'round', 'calls_cut_off'])
      .returning(['work', 'stop_reason', 'plan_json', 'run_facts_json', 'progress_percent', 'created_at']),
    EVALUATION_FENCED,
  );
}

/**
 * Stores a change by the worker that holds the fence; other workers, and any worker after a cancellation, change
 * nothing.
 */
export function updateHeldEvaluation(batch: Batch, held: EvaluationClaim, set: Partial<EvaluationRow>): void {
  batch.add(
    batch.query
      .updateTable('evaluations')
      .set(set)
      .where((eb) =>
        eb.and({ workspace_id: held.workspaceId, id: held.id, fence: held.fence, status: 'running' }),
      )
      .where(workspaceIsLive(held.workspaceId)),
    EVALUATION_FENCED,
  );
}

/**
 * Records that the run of this worker has ended and how many calls it interrupted. Does nothing if another worker has
 * taken over or the evaluation runs again, because those calls are then already counted.
 */
export function releaseCallsUnderWay(batch: Batch, held: EvaluationClaim, cutOff: number): void {
  batch.add(
    batch.query
      .updateTable('evaluations')
      .set((eb) => ({ calls_under_way: 0, calls_cut_off: eb('calls_cut_off', '+', cutOff) }))
      .where((eb) => eb.and({ workspace_id: held.workspaceId, id: held.id }))
      .where(({ eb, and, or }) =>
        or([
          eb('fence', '=', held.fence),
          and([eb('fence', '=', held.fence + 1), eb('status', 'not in', ['queued', 'running'])]),
        ]),
      ),
  );
}

/** Adds calls that may have been charged without a response. */
export function addCutOffCalls(batch: Batch, held: EvaluationClaim, calls: number): void {
  batch.add(
    batch.query
      .updateTable('evaluations')
      .set((eb) => ({ calls_cut_off: eb('calls_cut_off', '+', calls) }))
      .where((eb) => eb.and({ workspace_id: held.workspaceId, id: held.id, fence: held.fence })),
    EVALUATION_FENCED,
  );
}

/**
 * Updates an evaluation that nobody runs; does nothing if it was resumed, deleted or updated since `row` was read.
 * The fence increases, so that of two processes that computed results from the same row, one starts again.
 */
export function updateStoppedEvaluation(batch: Batch, row: EvaluationHead, set: Partial<EvaluationRow>) {
  return batch.add(
    batch.query
      .updateTable('evaluations')
      .set({ ...set, fence: row.fence + 1 })
      .where((eb) =>
        eb.and({ workspace_id: row.workspace_id, id: row.id, fence: row.fence, status: row.status }),
      ),
  );
}

/** The claim of a worker on an evaluation. */
export interface EvaluationClaim {
  readonly workspaceId: string;
  readonly id: string;
  readonly fence: number;
  /** Failures of an earlier round count as pending. */
  readonly round: number;
  /** Maximum number of calls in progress when earlier runs were interrupted. */
  readonly cutOff: number;
  /** The status of an evaluation that nobody runs, for writing to it; absent while it runs. */
  readonly status?: 'cancelled' | 'completed';
}

/** The results stored when the evaluation ended or stopped; null if there are none. */
export function storedResults(row: Pick<EvaluationHead, 'results_json'>): Results | null {
  return row.results_json === null ? null : (JSON.parse(row.results_json) as Results);
}
