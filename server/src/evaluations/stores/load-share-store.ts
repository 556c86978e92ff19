import { sql } from 'kysely';
import type { Batch, Database } from '../../db/db.ts';
import type { NewRow, Row } from '../../db/schema.ts';
import { type Held, updateFenced } from './evaluation-store.ts';

export type ShareRow = Row<'load_shares'>;

/** One share of a window, and who sends it. */
export interface ShareKey {
  workspaceId: string;
  /** The evaluation. */
  id: string;
  windowId: string;
  share: number;
}

/** What a sender says of its share. */
export type ShareSaid = Partial<
  Pick<
    ShareRow,
    | 'state'
    | 'clock_offset_ms'
    | 'clock_uncertainty_ms'
    | 'contaminated'
    | 'spent_json'
    | 'record_json'
    | 'problem'
  >
>;

/** The shares of a window for others than the one who leads it; those of an earlier one are gone. */
export function insertShares(
  batch: Batch,
  { time }: Pick<Database, 'time'>,
  held: Held,
  window: string,
  of: number,
): void {
  updateFenced(batch, held, { status: 'running' });
  deleteShares(batch, held, null);
  for (let share = 1; share < of; share++) {
    const row: Omit<NewRow<'load_shares'>, 'seen_at'> = {
      workspace_id: held.workspaceId,
      evaluation_id: held.id,
      share,
      window_id: window,
      evaluation_fence: held.fence,
      state: 'waiting',
      owner: null,
      start_at: null,
      clock_offset_ms: null,
      clock_uncertainty_ms: null,
      contaminated: 0,
      spent_json: null,
      record_json: null,
      problem: null,
    };
    batch.add(batch.query.insertInto('load_shares').values({ ...row, seen_at: time }));
  }
}

/** Of one window, or of any that the evaluation has sent. */
export function deleteShares(
  batch: Batch,
  { workspaceId, id }: Pick<Held, 'workspaceId' | 'id'>,
  windowId: string | null,
): void {
  const all = batch.query
    .deleteFrom('load_shares')
    .where('workspace_id', '=', workspaceId)
    .where('evaluation_id', '=', id);
  batch.add(windowId === null ? all : all.where('window_id', '=', windowId));
}

/** Takes a share that nobody has taken; false where it is another's, or its window is over. */
export async function joinShare(db: Database, key: ShareKey, owner: string): Promise<boolean> {
  const outcome = await db.write((batch) => {
    const set = { state: 'joined', owner, seen_at: db.time };
    batch.add(updateShares(batch, key).set(set).where('state', '=', 'waiting'), { orElse: 'taken' });
  });
  return outcome.committed;
}

/** A share whose sender has ended without a word: it is never sent. */
export async function failLostShare(db: Database, key: ShareKey, problem: string): Promise<void> {
  await db.write((batch) => {
    const lost = updateShares(batch, key).where('state', 'in', ['joined', 'ready']);
    batch.add(lost.set({ state: 'failed', problem }));
  });
}

/**
 * Says something of a share, and that its sender is there. Answers when the window begins, null while that is open;
 * 'over' once the window is, its evaluation was taken away, or the share was.
 */
export async function sayOfShare(
  db: Database,
  key: ShareKey,
  owner: string,
  said: ShareSaid,
): Promise<number | null | 'over'> {
  let written: { rows: { start_at: number | null }[] } | undefined;
  await db.write((batch) => {
    const goesOn = batch.query
      .selectFrom('evaluations')
      .select('id')
      .where('workspace_id', '=', key.workspaceId)
      .where('id', '=', key.id)
      .where('status', '=', 'running')
      .where('fence', '=', sql<number>`load_shares.evaluation_fence`);
    written = batch.add(
      updateShares(batch, key)
        .set({ ...said, seen_at: db.time })
        .where('owner', '=', owner)
        .where('state', '<>', 'failed')
        .where(({ exists }) => exists(goesOn))
        .returning('start_at'),
    );
  });
  return written?.rows[0] === undefined ? 'over' : written.rows[0].start_at;
}

function updateShares(batch: Batch, { workspaceId, id, windowId, share }: ShareKey) {
  return batch.query
    .updateTable('load_shares')
    .where('workspace_id', '=', workspaceId)
    .where('evaluation_id', '=', id)
    .where('window_id', '=', windowId)
    .where('share', '=', share);
}

/** Lets a window begin after `inMs` by the database's clock; answers that time. */
export async function startShares(db: Database, held: Held, window: string, inMs: number): Promise<number> {
  let written: { rows: { start_at: number | null }[] } | undefined;
  await db.write((batch) => {
    written = batch.add(
      batch.query
        .updateTable('load_shares')
        // A subquery is worked out once: all rows have the same time.
        .set({ start_at: sql<number>`(SELECT ${db.time} + ${inMs})` })
        .where('workspace_id', '=', held.workspaceId)
        .where('evaluation_id', '=', held.id)
        .where('window_id', '=', window)
        .returning('start_at'),
    );
  });
  const startAt = written?.rows[0]?.start_at;
  if (startAt == null) throw new Error('A window of load has no shares that could begin.');
  return startAt;
}

/** A share as the one who leads the window sees it. */
export type SeenShare = Omit<ShareRow, 'record_json'> & {
  /** How long ago its sender said that it is there. */
  silentMs: number;
};

export function readShares(db: Database, held: Held, window: string): Promise<SeenShare[]> {
  return sharesOf(db, held, window)
    .select([
      'workspace_id',
      'evaluation_id',
      'share',
      'window_id',
      'evaluation_fence',
      'state',
      'owner',
      'start_at',
      'clock_offset_ms',
      'clock_uncertainty_ms',
      'contaminated',
      'spent_json',
      'problem',
      'seen_at',
      sql<number>`${db.time} - seen_at`.as('silentMs'),
    ])
    .execute();
}

/** What each sender keeps of its requests, in the order of shares. */
export async function readShareRecords(db: Database, held: Held, window: string): Promise<(string | null)[]> {
  const rows = await sharesOf(db, held, window).select('record_json').execute();
  return rows.map(({ record_json }) => record_json);
}

function sharesOf(db: Database, held: Held, window: string) {
  return db.longQuery
    .selectFrom('load_shares')
    .where('workspace_id', '=', held.workspaceId)
    .where('evaluation_id', '=', held.id)
    .where('window_id', '=', window)
    .orderBy('share');
}
