import { sql } from 'kysely';
import type { Batch } from '../../platform/db/db.ts';
import { lockName } from '../../platform/db/live-workspace.ts';
import type { NewRow } from '../../platform/db/schema.ts';

/** Adds a call; undoes the batch if the actor's stored calls have cost at least `mostUsd` (null = no limit). */
export function insertAnswerCost(batch: Batch, row: NewRow<'answer_costs'>, mostUsd: number | null): void {
  const spent = batch.query
    .selectFrom('answer_costs')
    .select(sql<number>`coalesce(sum(cost_usd), 0)`.as('usd'))
    .where('actor_id', '=', row.actor_id);
  if (mostUsd !== null) {
    // Without the lock, two simultaneous calls would each miss the other's cost.
    lockName(batch, `answer_costs ${row.actor_id}`);
    const room = batch.query.selectNoFrom(sql<number>`1`.as('room')).where(spent, '<', mostUsd);
    batch.add(room, { orElse: 'spent' });
  }
  batch.add(batch.query.insertInto('answer_costs').values(row));
}

export function updateAnswerCost(batch: Batch, id: string, cost_usd: number): void {
  batch.add(batch.query.updateTable('answer_costs').set({ cost_usd }).where('id', '=', id));
}

/** Deletes calls that began before a time. */
export function deleteAnswerCosts(batch: Batch, until: number): void {
  batch.add(batch.query.deleteFrom('answer_costs').where('at', '<=', until));
}
