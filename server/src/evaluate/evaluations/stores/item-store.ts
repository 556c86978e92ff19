import { sql } from 'kysely';
import type { Batch, Database } from '../../../platform/db/db.ts';
import { preparedInserts } from '../../../platform/db/row-sets.ts';
import type { Row } from '../../../platform/db/schema.ts';
import type { EvaluationClaim, EvaluationHead } from './evaluation-store.ts';

export type ItemRow = Row<'evaluation_items'>;

const COLUMNS = ['workspace_id', 'evaluation_id', 'benchmark', 'item', 'hash', 'content_json'] as const;

/** Adds items, which must have different indexes. */
export const insertItems: (batch: Batch, rows: readonly ItemRow[]) => void = preparedInserts(
  'evaluation_items',
  COLUMNS,
);

/** Copies the items `from` … `to − 1` of one benchmark to another evaluation of the workspace. */
export function copyItems(
  batch: Batch,
  source: EvaluationHead,
  id: string,
  { benchmark, from, to }: { benchmark: number; from: number; to: number },
): void {
  batch.add(
    batch.query
      .insertInto('evaluation_items')
      .columns(COLUMNS)
      .expression((eb) =>
        eb
          .selectFrom('evaluation_items')
          .select((own) => [
            'workspace_id',
            sql<string>`${id}`.as('evaluation_id'),
            own.ref('benchmark').as('benchmark'),
            own.ref('item').as('item'),
            own.ref('hash').as('hash'),
            own.ref('content_json').as('content_json'),
          ])
          .where((eb) => eb.and({ workspace_id: source.workspace_id, evaluation_id: source.id, benchmark }))
          .where('item', '>=', from)
          .where('item', '<', to),
      ),
  );
}

/** The hashes of the items of one benchmark, in order. */
export async function readItemHashes(
  db: Database,
  { workspace_id, id }: Pick<EvaluationHead, 'workspace_id' | 'id'>,
  benchmark: number,
): Promise<string[]> {
  const rows = await db.longQuery
    .selectFrom('evaluation_items')
    .select('hash')
    .where((eb) => eb.and({ workspace_id, evaluation_id: id, benchmark }))
    .orderBy('item')
    .execute();
  return rows.map(({ hash }) => hash);
}

/** The items `from` … `to − 1` of one benchmark of the plan. */
export function readItems(
  db: Database,
  { workspaceId, id }: Pick<EvaluationClaim, 'workspaceId' | 'id'>,
  benchmark: number,
  from: number,
  to: number,
): Promise<Pick<ItemRow, 'item' | 'hash' | 'content_json'>[]> {
  return db.query
    .selectFrom('evaluation_items')
    .select(['item', 'hash', 'content_json'])
    .where((eb) => eb.and({ workspace_id: workspaceId, evaluation_id: id, benchmark }))
    .where('item', '>=', from)
    .where('item', '<', to)
    .orderBy('item')
    .execute();
}
