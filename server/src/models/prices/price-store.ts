import { expressionBuilder, sql } from 'kysely';
import type { Batch, Database } from '../../platform/db/db.ts';
import { lockName } from '../../platform/db/live-workspace.ts';
import type { Row, Schema } from '../../platform/db/schema.ts';

export type PriceRow = Row<'catalog_prices'>;

/** Prices of these scopes in the order in which they were set: those in force at a time, those with these ids, or all. */
export function listPriceRows(
  db: Database,
  scopes: readonly string[],
  which: number | readonly string[] | null,
): Promise<PriceRow[]> {
  const all = db.query.selectFrom('catalog_prices').selectAll().where('workspace_id', 'in', scopes);
  const ordered = all.orderBy('id');
  if (which === null) return ordered.execute();
  if (typeof which !== 'number')
    return which.length === 0 ? Promise.resolve([]) : ordered.where('id', 'in', which).execute();
  return ordered
    .where('set_at', '<=', which)
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', which)]))
    .execute();
}

export function insertPrice(batch: Batch, row: PriceRow): void {
  batch.add(batch.query.insertInto('catalog_prices').values(row));
}

/**
 * Undoes the batch if a model has a price in force that is not among the known ones, and excludes other batches that
 * set prices until it commits.
 */
export function guardPricesOf(
  batch: Batch,
  { workspace_id, provider, model_id }: Pick<PriceRow, 'workspace_id' | 'provider' | 'model_id'>,
  known: readonly string[],
  orElse: string,
): void {
  lockName(batch, `prices of ${workspace_id}`);
  const { exists, not, selectFrom } = expressionBuilder<Schema, never>();
  const inForce = selectFrom('catalog_prices')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('provider', '=', provider)
    .where('model_id', '=', model_id)
    .where('ended_at', 'is', null);
  const unknown = known.length === 0 ? inForce : inForce.where('id', 'not in', known);
  batch.add(batch.query.selectNoFrom(sql<number>`1`.as('none')).where(not(exists(unknown))), { orElse });
}

/** Ends prices that are in force; with `orElse` the batch is undone if none of them is. */
export function endPrices(
  batch: Batch,
  scope: string,
  ids: readonly string[],
  set: { ended_by: string; ended_at: number },
  guard: { orElse?: string } = {},
): void {
  if (ids.length === 0) return;
  batch.add(
    batch.query
      .updateTable('catalog_prices')
      .set(set)
      .where('workspace_id', '=', scope)
      .where('id', 'in', ids)
      .where('ended_at', 'is', null),
    guard,
  );
}
