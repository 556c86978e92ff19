import type { Database } from './db.ts';

/** The ids among these that belong to revoked keys. */
export async function revokedKeys(db: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await db.query
    .selectFrom('api_keys')
    .select('id')
    .where('id', 'in', [...ids])
    .where('revoked_at', 'is not', null)
    .execute();
  return rows.map(({ id }) => id);
}
