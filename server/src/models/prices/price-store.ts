import type { Batch, Database } from '../../platform/db/db.ts';
import type { Row } from '../../platform/db/schema.ts';

export type PriceRow = Row<'catalog_prices'>;

/** Prices of these scopes in the order in which they were set: those in force at a time, or null for all. */
export function listPriceRows(
  db: Database,
  scopes: readonly string[],
  at: number | null,
): Promise<PriceRow[]> {
  const all = db.query.selectFrom('catalog_prices').selectAll().where('workspace_id', 'in', scopes);
  const inForce =
    at === null
      ? all
      : all
          .where('set_at', '<=', at)
          .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', at)]));
  return inForce.orderBy('id').execute();
}

export function insertPrice(batch: Batch, row: PriceRow): void {
  batch.add(batch.query.insertInto('catalog_prices').values(row));
}

/** Ends prices that are in force. */
export function endPrices(
  batch: Batch,
  scope: string,
  ids: readonly string[],
  set: { ended_by: string; ended_at: number },
): void {
  if (ids.length === 0) return;
  batch.add(
    batch.query
      .updateTable('catalog_prices')
      .set(set)
      .where('workspace_id', '=', scope)
      .where('id', 'in', ids)
      .where('ended_at', 'is', null),
  );
}
