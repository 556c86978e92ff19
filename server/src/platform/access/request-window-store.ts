import { sql } from 'kysely';
import type { Database } from '../db/db.ts';

/** The number of requests that all processes together have leased of a key's minute, including this block. */
export interface LeasedRequests {
  leased: number;
  /** Database time at which the minute ends; it identifies the minute. */
  endsAt: number;
  leftMs: number;
}

const WINDOW_MS = 60_000;

/** Leases a block of a key's requests in one statement. If the minute has ended, a new one begins. */
export async function leaseRequests(db: Database, actorId: string, block: number): Promise<LeasedRequests> {
  let answer: { rows: { leased: number; ends_at: number; left_ms: number }[] } | undefined;
  await db.write((batch) => {
    // The time is read once, as the end of a minute that would begin now.
    const isOver = sql<boolean>`request_windows.ends_at <= excluded.ends_at - ${WINDOW_MS}`;
    // Later than a minute can end: the database's clock was set back.
    const isImpossible = sql<boolean>`request_windows.ends_at > excluded.ends_at`;
    const renewed = sql<boolean>`${isOver} OR ${isImpossible}`;
    answer = batch.add(
      batch.query
        .insertInto('request_windows')
        .values({ actor_id: actorId, ends_at: sql<number>`${db.time} + ${WINDOW_MS}`, leased: block })
        .onConflict((conflict) =>
          conflict.column('actor_id').doUpdateSet({
            leased: sql<number>`CASE WHEN ${renewed} THEN excluded.leased ELSE request_windows.leased + excluded.leased END`,
            ends_at: sql<number>`CASE WHEN ${renewed} THEN excluded.ends_at ELSE request_windows.ends_at END`,
          }),
        )
        .returning(['leased', 'ends_at', sql<number>`ends_at - ${db.time}`.as('left_ms')]),
    );
  });
  const { leased, ends_at, left_ms } = (answer as NonNullable<typeof answer>).rows[0] as {
    leased: number;
    ends_at: number;
    left_ms: number;
  };
  return { leased, endsAt: ends_at, leftMs: left_ms };
}

/** Deletes minutes that ended before a time, so that unused keys leave no rows. */
export async function deleteRequestWindows(db: Database, endedBeforeMs: number): Promise<void> {
  await db.write((batch) =>
    batch.add(
      batch.query
        .deleteFrom('request_windows')
        .where('ends_at', '<', sql<number>`${db.time} - ${endedBeforeMs}`),
    ),
  );
}
