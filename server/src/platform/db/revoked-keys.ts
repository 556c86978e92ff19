import type { Database } from './db.ts';

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
