import type { Batch, Database } from '../../../platform/db/db.ts';
import type { EvaluationRow } from './evaluation-store.ts';

/** Tombstoned evaluations, made before `time`, whose rows are still there. */
export function listDeletedEvaluations(
  db: Database,
  time: number,
  limit: number,
): Promise<Pick<EvaluationRow, 'workspace_id' | 'id'>[]> {
  return db.query
    .selectFrom('evaluations')
    .select(['workspace_id', 'id'])
    .where('deleted_at', 'is not', null)
    .where('created_at', '<', time)
    .limit(limit)
    .execute();
}

/** The end of an evaluation whose items and samples are gone. */
export function eraseEvaluation(batch: Batch, workspaceId: string, id: string): void {
  for (const table of ['evaluation_batches', 'evaluation_lanes'] as const)
    batch.add(
      batch.query.deleteFrom(table).where('workspace_id', '=', workspaceId).where('evaluation_id', '=', id),
    );
  batch.add(
    batch.query.deleteFrom('evaluations').where('workspace_id', '=', workspaceId).where('id', '=', id),
  );
}

const TABLES_OF_UNITS = [
  'evaluation_labels',
  'evaluation_judgements',
  'evaluation_turns',
  'evaluation_samples',
] as const;

/** Deletes up to `most` items and samples, with all that is said of these samples; answers how many. */
export async function eraseItemsAndSamples(
  db: Database,
  workspaceId: string,
  id: string,
  most: number,
): Promise<number> {
  const samples = await db.query
    .selectFrom('evaluation_samples')
    .select('unit')
    .where((eb) => eb.and({ workspace_id: workspaceId, evaluation_id: id }))
    .orderBy('unit')
    .limit(most)
    .execute();
  const items = await db.query
    .selectFrom('evaluation_items')
    .select(['benchmark', 'item'])
    .where((eb) => eb.and({ workspace_id: workspaceId, evaluation_id: id }))
    .orderBy('benchmark')
    .orderBy('item')
    .limit(most)
    .execute();
  const lastUnit = samples.at(-1)?.unit;
  const lastItem = items.at(-1);
  await db.write((batch) => {
    if (lastUnit !== undefined) eraseUnits(batch, workspaceId, id, lastUnit);
    if (lastItem !== undefined) eraseItems(batch, workspaceId, id, lastItem);
  });
  return samples.length + items.length;
}

/** Deletes the rows of units up to the last one inclusive. */
function eraseUnits(batch: Batch, workspaceId: string, id: string, last: number): void {
  for (const table of TABLES_OF_UNITS) {
    batch.add(
      batch.query
        .deleteFrom(table)
        .where((eb) => eb.and({ workspace_id: workspaceId, evaluation_id: id }))
        .where('unit', '<=', last),
    );
  }
}

/** Deletes the items up to, and with, the last. */
function eraseItems(
  batch: Batch,
  workspaceId: string,
  id: string,
  last: { benchmark: number; item: number },
): void {
  batch.add(
    batch.query
      .deleteFrom('evaluation_items')
      .where((eb) => eb.and({ workspace_id: workspaceId, evaluation_id: id }))
      .where(({ eb, and, or }) =>
        or([
          eb('benchmark', '<', last.benchmark),
          and([eb('benchmark', '=', last.benchmark), eb('item', '<=', last.item)]),
        ]),
      ),
  );
}
