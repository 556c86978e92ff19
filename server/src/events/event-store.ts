import type { Database } from '../db/db.ts';

/** Milliseconds since 1970 by the database's clock. */
export async function databaseTime(db: Database): Promise<number> {
  const row = await db.query.selectNoFrom(db.time.as('now')).executeTakeFirstOrThrow();
  return row.now;
}

/** Those of these workspaces that are deleted. */
export async function deletedWorkspaces(db: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await db.query
    .selectFrom('workspaces')
    .select('id')
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .execute();
  const live = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !live.has(id));
}

/** Those of these keys that are revoked. */
export async function revokedKeys(db: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await db.query
    .selectFrom('api_keys')
    .select('id')
    .where('id', 'in', [...ids])
    .where('revoked_at', 'is not', null)
    .execute();
  return rows.map(({ id }) => id);
}
