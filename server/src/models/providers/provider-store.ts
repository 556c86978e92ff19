import type { Batch, Database } from '../../platform/db/db.ts';
import { STALE_REVISION } from '../../platform/db/revise.ts';
import type { Row } from '../../platform/db/schema.ts';

export type ProviderRow = Row<'model_providers'>;

/** All providers, by name. */
export function listProviderRows(db: Database): Promise<ProviderRow[]> {
  return db.query.selectFrom('model_providers').selectAll().orderBy('name').execute();
}

export function findProviderRow(db: Database, name: string): Promise<ProviderRow | undefined> {
  return db.query.selectFrom('model_providers').selectAll().where('name', '=', name).executeTakeFirst();
}

export function insertProvider(batch: Batch, row: ProviderRow, onDuplicate: string): void {
  batch.add(batch.query.insertInto('model_providers').values(row), { onDuplicate });
}

/**
 * Sets columns of the row in its known revision and increments the revision; `STALE_REVISION` if another change was
 * first.
 */
export function updateProvider(
  batch: Batch,
  { id, revision }: ProviderRow,
  set: Partial<Omit<ProviderRow, 'id' | 'name' | 'revision'>>,
): void {
  const statement = batch.query
    .updateTable('model_providers')
    .set({ ...set, revision: revision + 1 })
    .where((eb) => eb.and({ id, revision }));
  batch.add(statement, STALE_REVISION);
}

/** Sets the wrapped data key of the row in its known revision. The API shows no change, so the revision stays. */
export function rewrapProvider(
  batch: Batch,
  { id, wrapped_key: before }: ProviderRow,
  set: Pick<ProviderRow, 'wrapped_by' | 'wrapped_key'>,
): void {
  const statement = batch.query
    .updateTable('model_providers')
    .set(set)
    .where((eb) => eb.and({ id, wrapped_key: before }));
  batch.add(statement, STALE_REVISION);
}

export function deleteProvider(batch: Batch, { id, revision }: ProviderRow): void {
  const statement = batch.query.deleteFrom('model_providers').where((eb) => eb.and({ id, revision }));
  batch.add(statement, STALE_REVISION);
}
