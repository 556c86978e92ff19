import type { Batch, Database } from '../db/db.ts';
import { workspaceIsLive } from '../db/live.ts';
import type { NewRow, Row } from '../db/schema.ts';
import { FENCED, type Held } from './evaluation-store.ts';

export type SampleRow = Row<'evaluation_samples'>;
export type NewSample = Omit<NewRow<'evaluation_samples'>, 'workspace_id' | 'evaluation_id'>;

/**
 * Writes what became of units, all or nothing, and only while the worker holds the evaluation and its workspace is
 * there. A unit that has a row keeps it: a committed answer is never replaced.
 */
export function insertSamples(batch: Batch, held: Held, samples: readonly NewSample[]): void {
  const guard = batch.query
    .selectFrom('evaluations')
    .select('id')
    .where('workspace_id', '=', held.workspaceId)
    .where('id', '=', held.id)
    .where('fence', '=', held.fence)
    .where('status', '=', 'running')
    .where(workspaceIsLive(held.workspaceId));
  // FOR SHARE holds off a cancellation until the batch has committed; SQLite has one writer anyway.
  batch.add(batch.capabilities.rowLocks ? guard.forShare() : guard, FENCED);
  const owner = { workspace_id: held.workspaceId, evaluation_id: held.id };
  for (const sample of samples) {
    batch.add(
      batch.query
        .insertInto('evaluation_samples')
        .values({ ...owner, ...sample })
        .onConflict((c) => c.columns(['workspace_id', 'evaluation_id', 'unit']).doNothing()),
    );
  }
}

type Of = Pick<Held, 'workspaceId' | 'id'>;

function samplesOf(db: Database, { workspaceId, id }: Of) {
  return db.longQuery
    .selectFrom('evaluation_samples')
    .where('workspace_id', '=', workspaceId)
    .where('evaluation_id', '=', id);
}

const MEASURED = [
  'unit',
  'state',
  'score',
  'extraction',
  'reason',
  'finish_reason',
  'input_tokens',
  'output_tokens',
  'cost',
  'latency_ms',
] as const;
/** A sample without its texts: what aggregation needs. */
export type Measured = Pick<SampleRow, (typeof MEASURED)[number]>;

/** The samples after unit `after`, in order, at most `limit`, without their texts. */
export function readMeasured(db: Database, of: Of, after: number, limit: number): Promise<Measured[]> {
  return samplesOf(db, of).select(MEASURED).where('unit', '>', after).orderBy('unit').limit(limit).execute();
}

export interface SampleFilter {
  target: number | null;
  benchmark: number | null;
  outcome: string | null;
  /** With how many targets an item is asked; null = whether they disagree does not matter. */
  disagreeAmong: number | null;
}

/** Whole samples after unit `after`, in order, one more than `limit` when there are more. */
export function readSamples(
  db: Database,
  of: Of,
  filter: SampleFilter,
  after: number,
  limit: number,
): Promise<SampleRow[]> {
  let query = samplesOf(db, of).selectAll().where('unit', '>', after);
  if (filter.target !== null) query = query.where('target', '=', filter.target);
  if (filter.benchmark !== null) query = query.where('benchmark', '=', filter.benchmark);
  if (filter.outcome === 'right') query = query.where('score', '=', 1);
  else if (filter.outcome === 'wrong') query = query.where('state', '=', 'scored').where('score', '<', 1);
  else if (filter.outcome !== null) query = query.where('state', '=', filter.outcome);
  const among = filter.disagreeAmong;
  if (among !== null) {
    // The targets of one item and epoch are neighbours: unit − target is the first of them.
    query = query.where(({ exists, selectFrom, eb }) =>
      exists(
        selectFrom('evaluation_samples as other')
          .select('other.unit')
          .where('other.workspace_id', '=', of.workspaceId)
          .where('other.evaluation_id', '=', of.id)
          .where('other.unit', '>=', eb('evaluation_samples.unit', '-', eb.ref('evaluation_samples.target')))
          .where(
            'other.unit',
            '<',
            eb(eb('evaluation_samples.unit', '-', eb.ref('evaluation_samples.target')), '+', among),
          )
          .whereRef('other.score', '<>', 'evaluation_samples.score'),
      ),
    );
  }
  return query
    .orderBy('unit')
    .limit(limit + 1)
    .execute();
}
