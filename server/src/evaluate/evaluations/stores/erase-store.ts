import type { Database } from '../../../platform/db/db.ts';
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

/** What there is of an evaluation, in the order in which it is erased. */
export const TABLES_OF_EVALUATION = [
  'evaluation_labels',
  'evaluation_judgements',
  'evaluation_turns',
  'evaluation_samples',
  'evaluation_items',
  'evaluation_batches',
  'evaluation_lanes',
] as const;
