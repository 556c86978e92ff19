import type { Batch, Database } from '../../../platform/db/db.ts';
import type { Row } from '../../../platform/db/schema.ts';
import type { EvaluationClaim } from './evaluation-store.ts';

export type LabelRow = Row<'evaluation_labels'>;

export function insertLabel(batch: Batch, row: LabelRow): void {
  batch.add(batch.query.insertInto('evaluation_labels').values(row));
}

/** The labels of one sample, oldest first, at most `limit`. */
export function readLabelsOfSample(
  db: Database,
  { workspaceId, id }: Pick<EvaluationClaim, 'workspaceId' | 'id'>,
  unit: number,
  limit: number,
): Promise<LabelRow[]> {
  return db.query
    .selectFrom('evaluation_labels')
    .selectAll()
    .where((eb) => eb.and({ workspace_id: workspaceId, evaluation_id: id, unit }))
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The mean of the labels of a response for one criterion, by `<unit>:<criterion>`. */
export async function readLabelMeans(
  db: Database,
  { workspaceId, id }: Pick<EvaluationClaim, 'workspaceId' | 'id'>,
): Promise<Map<string, number>> {
  const rows = await db.longQuery
    .selectFrom('evaluation_labels')
    .select(({ fn }) => ['unit', 'criterion', fn.avg<number>('score').as('score')])
    .where((eb) => eb.and({ workspace_id: workspaceId, evaluation_id: id }))
    .groupBy(['unit', 'criterion'])
    .execute();
  return new Map(rows.map(({ unit, criterion, score }) => [`${unit}:${criterion}`, Number(score)]));
}
