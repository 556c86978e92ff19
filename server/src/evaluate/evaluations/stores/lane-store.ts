import { sql } from 'kysely';
import type { Batch, Database, Slot } from '../../../platform/db/db.ts';
import { workspaceIsLive } from '../../../platform/db/live-workspace.ts';
import type { NewRow, Row } from '../../../platform/db/schema.ts';
import { EVALUATION_FENCED, type EvaluationClaim, updateHeldEvaluation } from './evaluation-store.ts';

// Lock order: transactions that write both tables write the evaluation's row first, then those of lanes.

export type LaneRow = Row<'evaluation_lanes'>;
type EvaluationRef = Pick<EvaluationClaim, 'workspaceId' | 'id'>;

/** The claim of a worker on a lane. */
export interface LaneClaim extends EvaluationClaim {
  readonly lane: Pick<LaneRow, 'lane' | 'of_lanes' | 'fence' | 'leased' | 'spent' | 'paid_calls'>;
}

/** Progress of a lane: finished units, spending in 10⁻¹² USD, and its number of calls. */
export type LaneTally = Pick<LaneRow, 'done' | 'spent' | 'paid_calls'>;

const ofEvaluation = ({ workspaceId, id }: EvaluationRef) =>
  sql<boolean>`workspace_id = ${workspaceId} AND evaluation_id = ${id}`;

/** The lanes of an evaluation, in their order. */
export function readLanes(db: Database, of: EvaluationRef): Promise<LaneRow[]> {
  return db.query
    .selectFrom('evaluation_lanes')
    .selectAll()
    .where(ofEvaluation(of))
    .orderBy('lane')
    .execute();
}

/** How often the lanes of one division are claimed, and how often one run divides, at most. */
const MAX_CLAIMS = 100;
const MAX_DIVISIONS = 100;

/**
 * Divides an evaluation into lanes with equal shares of the budget; null = no limit. A worker of the previous version
 * would take more from `lane_budget`, and finds it empty. No fence of an earlier division of the evaluation occurs
 * again: a worker that still holds a lane of it must not write into the new lane of the same number.
 *
 * @param division 0 for the first one of this run, then 1, 2, …
 */
export function insertLanes(
  batch: Batch,
  held: EvaluationClaim,
  lanes: readonly Pick<LaneRow, 'done'>[],
  budget: number | null,
  division: number,
): void {
  updateHeldEvaluation(batch, held, { status: 'running', lane_budget: null });
  const leased = Math.floor((budget ?? 0) / lanes.length);
  const fence = (held.fence * MAX_DIVISIONS + division) * MAX_CLAIMS;
  const rows = lanes.map(
    ({ done }, lane): NewRow<'evaluation_lanes'> => ({
      workspace_id: held.workspaceId,
      evaluation_id: held.id,
      lane,
      of_lanes: lanes.length,
      evaluation_fence: held.fence,
      fence,
      ended: 0,
      closing: 0,
      done,
      calls_under_way: 0,
      calls_cut_off: 0,
      leased,
      spent: 0,
      paid_calls: 0,
    }),
  );
  batch.add(batch.query.insertInto('evaluation_lanes').values(rows));
}

/**
 * Follows the claim of an evaluation: keeps the open lanes of the previous run and removes the others. Calls in
 * progress of removed lanes count as interrupted; returns their total number.
 */
export function adoptLanes(batch: Batch, of: EvaluationRef): Slot<{ calls_cut_off: number }> {
  const fence = batch.query
    .selectFrom('evaluations')
    .select('fence')
    .where((eb) => eb.and({ workspace_id: of.workspaceId, id: of.id }));
  batch.add(
    batch.query
      .updateTable('evaluation_lanes')
      .set({ evaluation_fence: fence })
      .where(ofEvaluation(of))
      .where(sql<number>`evaluation_fence + 1`, '=', fence),
  );
  const gone = batch.query
    .selectFrom('evaluation_lanes')
    .select(sql<number>`coalesce(sum(calls_cut_off + calls_under_way), 0)`.as('calls'))
    .where(ofEvaluation(of))
    .where('evaluation_fence', '<>', fence);
  const written = batch.add(
    batch.query
      .updateTable('evaluations')
      .set((eb) => ({ calls_cut_off: eb('calls_cut_off', '+', gone) }))
      .where((eb) => eb.and({ workspace_id: of.workspaceId, id: of.id }))
      .returning('calls_cut_off'),
  );
  batch.add(
    batch.query.deleteFrom('evaluation_lanes').where(ofEvaluation(of)).where('evaluation_fence', '<>', fence),
  );
  return written;
}

/** Closes these lanes: no worker that holds one starts another unit. */
export function closeLanes(batch: Batch, of: EvaluationRef): void {
  batch.add(
    batch.query
      .updateTable('evaluation_lanes')
      .set({ closing: 1 })
      .where(ofEvaluation(of))
      .where('ended', '=', 0),
  );
}

/**
 * Claims a lane for a worker, with a new fence. A run takes its own lane only while it holds the evaluation, which
 * `fence` proves: another worker may have taken over both.
 */
export function claimLane(batch: Batch, of: EvaluationRef & { fence?: number }, lane: number) {
  const claimed = batch.add(
    batch.query
      .updateTable('evaluation_lanes')
      .set((eb) => ({
        fence: eb('fence', '+', 1),
        calls_cut_off: eb('calls_cut_off', '+', eb.ref('calls_under_way')),
        calls_under_way: 0,
      }))
      .where(ofEvaluation(of))
      .where((eb) => eb.and({ lane, ended: 0, closing: 0 }))
      .where((eb) => eb.and(of.fence === undefined ? {} : { evaluation_fence: of.fence }))
      .returningAll(),
    EVALUATION_FENCED,
  );
  guardEvaluationOf(batch, of, lane);
  return claimed;
}

/**
 * Updates a lane that the worker holds, while the evaluation runs. It reads the evaluation's row without locking it:
 * a lock would delay a cancellation, which fences the rows of lanes instead. Returns whether the lane is closing.
 */
export function updateLane(
  batch: Batch,
  held: LaneClaim,
  set: Partial<LaneTally & Pick<LaneRow, 'ended' | 'calls_under_way'>>,
): Slot<Pick<LaneRow, 'closing'>> {
  const written = batch.add(
    batch.query
      .updateTable('evaluation_lanes')
      .set(set)
      .where(ofEvaluation(held))
      .where((eb) => eb.and({ lane: held.lane.lane, fence: held.lane.fence }))
      .returning('closing'),
    EVALUATION_FENCED,
  );
  guardEvaluationOf(batch, held, held.lane.lane);
  return written;
}

/** A separate statement, which sees what was committed while the previous one waited for the lane's row. */
function guardEvaluationOf(batch: Batch, of: EvaluationRef, lane: number): void {
  const fence = batch.query
    .selectFrom('evaluation_lanes')
    .select('evaluation_fence')
    .where(ofEvaluation(of))
    .where('lane', '=', lane);
  batch.add(
    batch.query
      .selectFrom('evaluations')
      .select('id')
      .where((eb) => eb.and({ workspace_id: of.workspaceId, id: of.id, fence, status: 'running' }))
      .where(workspaceIsLive(of.workspaceId)),
    EVALUATION_FENCED,
  );
}

/** Like `releaseCallsUnderWay`, for a lane. */
export function releaseCallsOfLane(batch: Batch, held: LaneClaim, cutOff: number): void {
  const { fence } = held.lane;
  const goesOn = batch.query
    .selectFrom('evaluations')
    .select('fence')
    .where((eb) => eb.and({ workspace_id: held.workspaceId, id: held.id }));
  batch.add(
    batch.query
      .updateTable('evaluation_lanes')
      .set((eb) => ({ calls_under_way: 0, calls_cut_off: eb('calls_cut_off', '+', cutOff) }))
      .where(ofEvaluation(held))
      .where('lane', '=', held.lane.lane)
      .where(({ eb, and, or }) =>
        or([
          eb('fence', '=', fence),
          and([eb('fence', '=', fence + 1), eb('evaluation_fence', '<>', goesOn)]),
        ]),
      ),
  );
}

/** Ends these lanes, including those that another worker holds; calls in progress count as interrupted. */
export function endLanes(batch: Batch, of: EvaluationRef, lanes: readonly number[]): void {
  batch.add(
    batch.query
      .updateTable('evaluation_lanes')
      .set((eb) => ({
        ended: 1,
        fence: eb('fence', '+', 1),
        calls_cut_off: eb('calls_cut_off', '+', eb.ref('calls_under_way')),
        calls_under_way: 0,
      }))
      .where(ofEvaluation(of))
      .where('lane', 'in', [...lanes])
      .where('ended', '=', 0),
  );
}

/** Merges the lanes into one run again; `cutOff` is the number of interrupted calls of all of them. */
export function joinLanes(batch: Batch, held: EvaluationClaim, cutOff: number): void {
  updateHeldEvaluation(batch, held, { calls_cut_off: cutOff });
  batch.add(batch.query.deleteFrom('evaluation_lanes').where(ofEvaluation(held)));
}

/** Number of interrupted calls of lanes, and of calls that may be in progress. */
export interface CallsOfLanes {
  cutOff: number;
  underWay: number;
}

export async function callsOfLanes(db: Database, of: EvaluationRef): Promise<CallsOfLanes> {
  const rows = await readLanes(db, of);
  return {
    cutOff: rows.reduce((sum, row) => sum + row.calls_cut_off, 0),
    underWay: rows.reduce((sum, row) => sum + row.calls_under_way, 0),
  };
}
