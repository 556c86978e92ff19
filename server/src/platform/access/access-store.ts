import type { Batch, Database } from '../db/db.ts';
import type { NewRow, Row } from '../db/schema.ts';

export type KeyRow = Row<'api_keys'>;

export function insertKey(batch: Batch, row: NewRow<'api_keys'>, onDuplicate?: string): void {
  batch.add(batch.query.insertInto('api_keys').values(row), onDuplicate === undefined ? {} : { onDuplicate });
}

export function revokeKey(batch: Batch, id: string, now: number): void {
  batch.add(
    batch.query
      .updateTable('api_keys')
      .set({ revoked_at: now })
      .where('id', '=', id)
      .where('revoked_at', 'is', null),
    { orElse: 'no_key' },
  );
  batch.add(batch.query.deleteFrom('sessions').where('key_id', '=', id));
}

/** Newest first, without revoked keys. Returns one more than `limit` if there are more. */
export function listKeys(db: Database, limit: number, before: string | null): Promise<KeyRow[]> {
  let query = db.query.selectFrom('api_keys').selectAll().where('revoked_at', 'is', null);
  if (before !== null) query = query.where('id', '<', before);
  return query
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** A key that is not revoked, by its id or the hash of its secret. */
export function findKey(db: Database, by: 'id' | 'hash', value: string): Promise<KeyRow | undefined> {
  return db.query
    .selectFrom('api_keys')
    .selectAll()
    .where(by, '=', value)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
}

/** The ids that belong to existing workspaces. */
export async function findLiveWorkspaces(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.query
    .selectFrom('workspaces')
    .select('id')
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export function findKeyBySession(
  db: Database,
  sessionHash: string,
  now: number,
): Promise<KeyRow | undefined> {
  return db.query
    .selectFrom('sessions')
    .innerJoin('api_keys', 'api_keys.id', 'sessions.key_id')
    .selectAll('api_keys')
    .where('sessions.hash', '=', sessionHash)
    .where('sessions.expires_at', '>', now)
    .where('api_keys.revoked_at', 'is', null)
    .executeTakeFirst();
}

/** Whether a key was ever created, including revoked ones: revoking the last key must not open the service. */
export async function hasEverHadKey(db: Database): Promise<boolean> {
  return (await db.query.selectFrom('api_keys').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export function insertSession(batch: Batch, row: NewRow<'sessions'>): void {
  batch.add(batch.query.deleteFrom('sessions').where('expires_at', '<=', row.created_at));
  batch.add(batch.query.insertInto('sessions').values(row));
}

export function deleteSession(batch: Batch, hash: string): void {
  batch.add(batch.query.deleteFrom('sessions').where('hash', '=', hash));
}

export interface IdempotencyScope {
  workspace_id: string;
  actor_id: string;
  route: string;
  key: string;
}

/** Stores a response, replacing one with the same scope that was stored before `expired`. */
export function insertIdempotent(
  batch: Batch,
  row: NewRow<'idempotency_keys'>,
  expired: number,
  onDuplicate: string,
): void {
  batch.add(
    batch.query
      .deleteFrom('idempotency_keys')
      .where((eb) =>
        eb.and({ workspace_id: row.workspace_id, actor_id: row.actor_id, route: row.route, key: row.key }),
      )
      .where('created_at', '<', expired),
  );
  batch.add(batch.query.insertInto('idempotency_keys').values(row), { onDuplicate });
}

export function findIdempotent(
  db: Database,
  scope: IdempotencyScope,
): Promise<Row<'idempotency_keys'> | undefined> {
  return db.query
    .selectFrom('idempotency_keys')
    .selectAll()
    .where((eb) =>
      eb.and({
        workspace_id: scope.workspace_id,
        actor_id: scope.actor_id,
        route: scope.route,
        key: scope.key,
      }),
    )
    .executeTakeFirst();
}

/** Deletes responses that were stored before `time`, at most `most` at once; returns their number. */
export async function deleteIdempotentBefore(db: Database, time: number, most: number): Promise<number> {
  const old = await db.query
    .selectFrom('idempotency_keys')
    .select(['workspace_id', 'actor_id', 'route', 'key'])
    .where('created_at', '<', time)
    .orderBy('created_at')
    .limit(most)
    .execute();
  await db.write((batch) => {
    for (const row of old) {
      batch.add(
        batch.query
          .deleteFrom('idempotency_keys')
          .where((eb) =>
            eb.and({
              workspace_id: row.workspace_id,
              actor_id: row.actor_id,
              route: row.route,
              key: row.key,
            }),
          )
          .where('created_at', '<', time),
      );
    }
  });
  return old.length;
}
