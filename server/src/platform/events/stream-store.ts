import { sql } from 'kysely';
import type { Database } from '../db/db.ts';
import { lockName } from '../db/live-workspace.ts';

/** The lease of an open stream, after which it no longer counts unless renewed. */
export const STREAM_LEASE_MS = 30_000;

const FULL = 'full';
const RENEWED_AT_ONCE = 500;

const inLease = (db: Database) => sql<number>`${db.time} + ${STREAM_LEASE_MS}`;

/** Adds an open stream of a key unless it already has `perKey`. Returns whether it was added. */
export async function addStream(
  db: Database,
  stream: { id: string; actorId: string; owner: string },
  perKey: number,
): Promise<boolean> {
  const { id, actorId, owner } = stream;
  const outcome = await db.write((batch) => {
    const { query } = batch;
    lockName(batch, `streams ${actorId}`);
    batch.add(
      query.deleteFrom('open_streams').where('actor_id', '=', actorId).where('ends_at', '<=', db.time),
    );
    const row = query
      .selectNoFrom([
        sql<string>`${id}`.as('id'),
        sql<string>`${actorId}`.as('actor_id'),
        sql<string>`${owner}`.as('owner'),
        inLease(db).as('ends_at'),
      ])
      .where(
        ({ selectFrom }) =>
          selectFrom('open_streams')
            .where('actor_id', '=', actorId)
            .select(({ fn }) => fn.countAll<number>().as('open')),
        '<',
        perKey,
      );
    const columns = ['id', 'actor_id', 'owner', 'ends_at'] as const;
    batch.add(query.insertInto('open_streams').columns(columns).expression(row), { orElse: FULL });
  });
  return outcome.committed;
}

/** Renews the leases of these streams. A stream whose lease had expired counts again. */
export async function renewStreams(
  db: Database,
  owner: string,
  streams: readonly { id: string; actorId: string }[],
): Promise<void> {
  for (let from = 0; from < streams.length; from += RENEWED_AT_ONCE)
    await db.write((batch) => {
      const ends_at = inLease(db);
      const rows = streams
        .slice(from, from + RENEWED_AT_ONCE)
        .map(({ id, actorId }) => ({ id, actor_id: actorId, owner, ends_at }));
      batch.add(
        batch.query
          .insertInto('open_streams')
          .values(rows)
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ ends_at })),
      );
    });
}

/** Deletes one stream, or all streams of a process. */
export async function deleteStreams(db: Database, which: { id: string } | { owner: string }): Promise<void> {
  await db.write((batch) => {
    const streams = batch.query.deleteFrom('open_streams');
    batch.add('id' in which ? streams.where('id', '=', which.id) : streams.where('owner', '=', which.owner));
  });
}

/**
 * Deletes streams whose lease has expired; otherwise those of a killed process would remain if the key opens no other.
 */
export async function deleteLostStreams(db: Database): Promise<void> {
  await db.write((batch) => {
    batch.add(batch.query.deleteFrom('open_streams').where('ends_at', '<=', db.time));
  });
}
