import { sql } from 'kysely';
import type { Batch, Database } from '../../platform/db/db.ts';
import { lockShared, workspaceIsLive } from '../../platform/db/live-workspace.ts';
import type { NewRow, Row } from '../../platform/db/schema.ts';
import type { ApprovalStatus } from './approval-schemas.ts';

/** With the name of the key that asked; null if it was no key. */
export type ApprovalRow = Row<'approvals'> & { key_name: string | null };

/** The outcome of a batch for an approval that was already decided or has expired. */
const NOT_PENDING = 'approval_not_pending';

export function insertApproval(batch: Batch, row: NewRow<'approvals'>): void {
  batch.add(batch.query.insertInto('approvals').values(row));
}

function readable(db: Database, workspaceId: string) {
  return db.query
    .selectFrom('approvals')
    .leftJoin('api_keys', 'api_keys.id', 'approvals.asked_by')
    .selectAll('approvals')
    .select('api_keys.name as key_name')
    .where('workspace_id', '=', workspaceId)
    .where(workspaceIsLive(workspaceId));
}

export function findApproval(
  db: Database,
  workspaceId: string,
  id: string,
): Promise<ApprovalRow | undefined> {
  return readable(db, workspaceId).where('approvals.id', '=', id).executeTakeFirst();
}

/** The name of a key; null for an actor that is no key. */
export async function findKeyName(db: Database, id: string): Promise<string | null> {
  const row = await db.query.selectFrom('api_keys').select('name').where('id', '=', id).executeTakeFirst();
  return row?.name ?? null;
}

/** Newest first, one more than `limit` if there are more. */
export function listApprovals(
  db: Database,
  workspaceId: string,
  page: { limit: number; before: string | null; status: ApprovalStatus | null; now: number },
): Promise<ApprovalRow[]> {
  const { limit, before, status, now } = page;
  let query = readable(db, workspaceId);
  if (before !== null) query = query.where('approvals.id', '<', before);
  if (status !== null) query = query.where('status', '=', status === 'expired' ? 'pending' : status);
  if (status === 'pending') query = query.where('expires_at', '>', now);
  if (status === 'expired') query = query.where('expires_at', '<=', now);
  return query
    .orderBy('approvals.id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** Undoes the batch if the workspace has at least `most` pending approvals. */
export function guardPendingLimit(
  batch: Batch,
  workspaceId: string,
  { now, most, orElse }: { now: number; most: number; orElse: string },
): void {
  const waiting = batch.query
    .selectFrom('approvals')
    .select(sql<number>`count(*)`.as('waiting'))
    .where((eb) => eb.and({ workspace_id: workspaceId, status: 'pending' }))
    .where('expires_at', '>', now);
  batch.add(batch.query.selectNoFrom(sql<number>`1`.as('room')).where(waiting, '<', most), { orElse });
}

/** Deletes approvals that expired or were declined before a time, at most `most` of each status. */
export function deleteOldApprovals(batch: Batch, workspaceId: string, until: number, most: number): void {
  for (const status of ['pending', 'declined', 'withdrawn']) {
    batch.add(
      batch.query
        .deleteFrom('approvals')
        .where('workspace_id', '=', workspaceId)
        .where('id', 'in', ({ selectFrom }) =>
          selectFrom('approvals as old')
            .select('old.id')
            .where((eb) => eb.and({ 'old.workspace_id': workspaceId, 'old.status': status }))
            .where('old.expires_at', '<=', until)
            .limit(most),
        ),
    );
  }
}

/** Columns written by a decision. */
export type DecisionColumns = Pick<Row<'approvals'>, 'status' | 'decided_by' | 'result_json'> & {
  decided_at: number;
};

/**
 * Decides a pending approval that has not expired; of several simultaneous batches one commits (`NOT_PENDING` undoes
 * the others).
 */
export function decideApproval(
  batch: Batch,
  { workspace_id, id, body_hash }: ApprovalRow,
  set: DecisionColumns,
): void {
  batch.add(
    batch.query
      .updateTable('approvals')
      .set(set)
      .where((eb) => eb.and({ workspace_id, id, status: 'pending', body_hash }))
      .where('expires_at', '>', set.decided_at),
    { orElse: NOT_PENDING },
  );
}

/** Undoes the batch if this key is revoked before it commits; an actor that is no key passes. */
export function guardKeyNotRevoked(batch: Batch, { asked_by, key_name }: ApprovalRow, orElse: string): void {
  if (key_name === null) return;
  const there = batch.query
    .selectFrom('api_keys')
    .select('id')
    .where('id', '=', asked_by)
    .where('revoked_at', 'is', null);
  batch.add(lockShared(batch, there), { orElse });
}
