import type { Batch, Database } from '../db/db.ts';
import { STALE } from '../db/revise.ts';
import type { Row } from '../db/schema.ts';
import type { Held } from './evaluation-store.ts';

export type LabelRow = Row<'evaluation_labels'>;

/** Adds a label while its evaluation is there. */
export function insertLabel(batch: Batch, row: LabelRow): void {
  batch.add(
    batch.query
      .selectFrom('evaluations')
      .select('id')
      .where('workspace_id', '=', row.workspace_id)
      .where('id', '=', row.evaluation_id)
      .where('deleted_at', 'is', null),
    STALE,
  );
  batch.add(batch.query.insertInto('evaluation_labels').values(row));
}

/** The labels of one sample, oldest first, at most `limit`. */
export function labelsOfSample(
  db: Database,
  { workspaceId, id }: Pick<Held, 'workspaceId' | 'id'>,
  unit: number,
  limit: number,
): Promise<LabelRow[]> {
  return db.query
    .selectFrom('evaluation_labels')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('evaluation_id', '=', id)
    .where('unit', '=', unit)
    .orderBy('id')
    .limit(limit)
    .execute();
}
