import { type Expression, expressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { notFound } from '../../kernel/errors.ts';
import type { Batch, Database, WriteOutcome } from './contract.ts';
import type { Schema } from './schema.ts';

/** The result of `write` if the workspace was deleted before the batch committed. */
const WORKSPACE_GONE = 'workspace_gone';

/** A `WHERE` term: the workspace exists and is not deleted. Part of every read inside a workspace. */
export function workspaceIsLive(workspaceId: string): Expression<SqlBool> {
  const { exists, selectFrom } = expressionBuilder<Schema, never>();
  return exists(
    selectFrom('workspaces').select('id').where('id', '=', workspaceId).where('deleted_at', 'is', null),
  );
}

/** Undoes the batch unless the workspace is live until it commits. Part of every write inside a workspace. */
export function guardLiveWorkspace(batch: Batch, workspaceId: string): void {
  batch.add(lockShared(batch, liveWorkspace(batch, workspaceId)), { orElse: WORKSPACE_GONE });
}

/** `guardLiveWorkspace` for a batch that counts rows of the workspace: excludes other such batches until it commits. */
export function guardLiveWorkspaceExclusively(batch: Batch, workspaceId: string): void {
  const live = liveWorkspace(batch, workspaceId);
  batch.add(batch.capabilities.rowLocks ? live.forUpdate() : live, { orElse: WORKSPACE_GONE });
}

function liveWorkspace(batch: Batch, workspaceId: string) {
  return batch.query
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    .where('deleted_at', 'is', null);
}

/** Throws `not_found` unless the workspace is live. For reads whose empty result may have either reason. */
export async function requireLiveWorkspace(db: Database, workspaceId: string): Promise<void> {
  const found = await db.query
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!found) throw notFound('workspace', workspaceId);
}

/**
 * `FOR SHARE` if rows can be locked: a guard that reads a row (a live workspace) then holds until the batch has
 * committed, as on SQLite, where nothing else can write in between.
 */
export function lockShared<DB, TB extends keyof DB, O>(
  batch: Batch,
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return batch.capabilities.rowLocks ? query.forShare() : query;
}

/**
 * Excludes other batches that lock the same name until this one commits, in any process: a batch that counts rows and
 * adds one only below a limit is then correct even if others do so at the same moment. SQLite has one writer and needs
 * no lock; PostgreSQL uses a lock of the transaction, because rows that do not exist yet cannot be locked.
 */
export function lockName(batch: Batch, name: string): void {
  if (!batch.capabilities.rowLocks) return;
  const lock = sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
  batch.add(batch.query.selectNoFrom(lock.as('locked')));
}

/** A batch that was undone for a reason that its author named; the caller decides what it means. */
export class BatchUndone extends Error {
  override readonly name = 'BatchUndone';
  readonly why: string;
  constructor(why: string) {
    super(`The batch was undone: ${why}`);
    this.why = why;
  }
}

/** Throws unless the batch committed: `not_found` if its workspace is gone, otherwise `BatchUndone`. */
export function requireCommitted(outcome: WriteOutcome, workspaceId: string | null = null): void {
  if (outcome.committed) return;
  if (outcome.why === WORKSPACE_GONE && workspaceId !== null) throw notFound('workspace', workspaceId);
  throw new BatchUndone(outcome.why);
}
