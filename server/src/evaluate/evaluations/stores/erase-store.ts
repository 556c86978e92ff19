import type { Database } from '../../../platform/db/db.ts';
import type { EvaluationRow } from './evaluation-store.ts';

/** Evaluations marked as deleted before `time` whose rows still exist. */
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

/** The tables of an evaluation, in the order in which they are erased. */
export const TABLES_OF_EVALUATION = [
  'evaluation_labels',
  'evaluation_judgements',
  'evaluation_turns',
  'evaluation_samples',
  'evaluation_items',
  'evaluation_batches',
  'evaluation_lanes',
] as const;
