import type { Batch, Database } from '../../platform/db/db.ts';
import { workspaceIsLive } from '../../platform/db/live-workspace.ts';
import type { NewRow, Row } from '../../platform/db/schema.ts';

export type SeriesRow = Row<'series'>;
export type LookRow = Row<'series_looks'>;

/** The outcome of a batch if a run is already in progress, or another process was first. */
export const SERIES_MOVED_ON = 'series_moved';

/** The series, for a job; undefined if it or its workspace no longer exists. */
export function findSeries(db: Database, workspaceId: string, id: string): Promise<SeriesRow | undefined> {
  return db.query
    .selectFrom('series')
    .selectAll()
    .where((eb) => eb.and({ workspace_id: workspaceId, id }))
    .where(workspaceIsLive(workspaceId))
    .executeTakeFirst();
}

/**
 * Updates a series without a new revision, for changes not made by a user. Undoes the batch (`SERIES_MOVED_ON`) if
 * `running` or `next_due_at` changed since they were read.
 */
export function advanceSeries(
  batch: Batch,
  { workspace_id, id, running, next_due_at }: SeriesRow,
  set: Partial<SeriesRow>,
): void {
  batch.add(
    batch.query
      .updateTable('series')
      .set(set)
      .where((eb) => eb.and({ workspace_id, id }))
      .where('running', 'is not distinct from', running)
      .where('next_due_at', 'is not distinct from', next_due_at),
    { orElse: SERIES_MOVED_ON },
  );
}

export function insertLook(batch: Batch, row: NewRow<'series_looks'>): void {
  batch.add(batch.query.insertInto('series_looks').values(row));
}

export function updateLook(
  batch: Batch,
  { workspace_id, series_id, id }: Pick<LookRow, 'workspace_id' | 'series_id' | 'id'>,
  set: Partial<LookRow>,
): void {
  batch.add(
    batch.query
      .updateTable('series_looks')
      .set(set)
      .where((eb) => eb.and({ workspace_id, series_id, id })),
  );
}

/** Stores the cost of a run before its evaluation is erased; a higher stored cost is kept. */
export async function storeCostOfLook(
  db: Database,
  { workspaceId, id, paidUsd }: { workspaceId: string; id: string; paidUsd: number },
): Promise<void> {
  await db.write((batch) =>
    batch.add(
      batch.query
        .updateTable('series_looks')
        .set({ cost_usd: paidUsd })
        .where((eb) => eb.and({ workspace_id: workspaceId, evaluation_id: id }))
        .where(({ eb, or }) => or([eb('cost_usd', 'is', null), eb('cost_usd', '<', paidUsd)])),
    ),
  );
}

/** Ends a run that gave no interim analysis, so that the next one may start. */
export function endRunWithoutLook(
  batch: Batch,
  look: Pick<LookRow, 'workspace_id' | 'series_id' | 'id'>,
  reason: string,
  ended_at: number,
): void {
  batch.add(
    batch.query
      .updateTable('series')
      .set({ running: null })
      .where((eb) => eb.and({ workspace_id: look.workspace_id, id: look.series_id, running: look.id })),
  );
  updateLook(batch, look, { state: 'failed', reason, ended_at });
}

/** Newest first. */
export function listNewestLooks(
  db: Database,
  { workspace_id, id }: Pick<SeriesRow, 'workspace_id' | 'id'>,
  limit: number,
  state?: LookRow['state'],
): Promise<LookRow[]> {
  let query = db.query
    .selectFrom('series_looks')
    .selectAll()
    .where((eb) => eb.and({ workspace_id, series_id: id }));
  if (state !== undefined) query = query.where('state', '=', state);
  return query.orderBy('id', 'desc').limit(limit).execute();
}

export function findLook(
  db: Database,
  { workspace_id, id }: Pick<SeriesRow, 'workspace_id' | 'id'>,
  look: string,
): Promise<LookRow | undefined> {
  return db.query
    .selectFrom('series_looks')
    .selectAll()
    .where((eb) => eb.and({ workspace_id, series_id: id, id: look }))
    .executeTakeFirst();
}

/** Start times of runs since a time, and their costs. */
export function readCostsSince(
  db: Database,
  { workspace_id, id }: Pick<SeriesRow, 'workspace_id' | 'id'>,
  since: number,
): Promise<Pick<LookRow, 'created_at' | 'cost_usd'>[]> {
  return db.query
    .selectFrom('series_looks')
    .select(['created_at', 'cost_usd'])
    .where((eb) => eb.and({ workspace_id, series_id: id }))
    .where('created_at', '>=', since)
    .where('cost_usd', 'is not', null)
    .execute();
}

export function deleteLooks(
  batch: Batch,
  { workspace_id, id }: Pick<SeriesRow, 'workspace_id' | 'id'>,
): void {
  batch.add(batch.query.deleteFrom('series_looks').where((eb) => eb.and({ workspace_id, series_id: id })));
}
