import { sql } from 'kysely';
import type { Batch } from '../db/db.ts';
import type { NewRow } from '../db/schema.ts';

/** Adds a call; undoes the batch where the actor's calls that are kept have cost `mostUsd` or more (null = no limit). */
export function insertCost(
  batch: Batch,
  { id, actor_id, at, cost_usd }: NewRow<'answer_costs'>,
  mostUsd: number | null,
): void {
  const row = batch.query.selectNoFrom([
    sql<string>`${id}`.as('id'),
    sql<string>`${actor_id}`.as('actor_id'),
    // PostgreSQL takes what is selected and has no column for text.
    sql<number>`cast(${at} as bigint)`.as('at'),
    sql<number>`cast(${cost_usd} as double precision)`.as('cost_usd'),
  ]);
  const spent = batch.query
    .selectFrom('answer_costs')
    .select(sql<number>`coalesce(sum(cost_usd), 0)`.as('usd'))
    .where('actor_id', '=', actor_id);
  batch.add(
    batch.query
      .insertInto('answer_costs')
      .columns(['id', 'actor_id', 'at', 'cost_usd'])
      .expression(mostUsd === null ? row : row.where(spent, '<', mostUsd)),
    { orElse: 'spent' },
  );
}

export function setCost(batch: Batch, id: string, cost_usd: number): void {
  batch.add(batch.query.updateTable('answer_costs').set({ cost_usd }).where('id', '=', id));
}

/** Deletes the calls that began until then. */
export function forgetCosts(batch: Batch, until: number): void {
  batch.add(batch.query.deleteFrom('answer_costs').where('at', '<=', until));
}
