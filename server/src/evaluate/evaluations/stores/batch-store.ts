import { sql } from 'kysely';
import type { Batch, Database } from '../../../platform/db/db.ts';
import type { Row } from '../../../platform/db/schema.ts';
import type { EvaluationClaim } from './evaluation-store.ts';
import { guardEvaluationClaim } from './sample-store.ts';

export type BatchRow = Row<'evaluation_batches'>;
export type RemoteState = 'planned' | 'exhausted' | 'sending' | 'submitted' | 'cancelling' | 'ended';
type EvaluationRef = Pick<EvaluationClaim, 'workspaceId' | 'id'>;

const ofEvaluation = ({ workspaceId, id }: EvaluationRef) =>
  sql<boolean>`workspace_id = ${workspaceId} AND evaluation_id = ${id}`;

/** The open batches, oldest first. */
export function listOpenBatches(db: Database, of: EvaluationRef): Promise<BatchRow[]> {
  return db.query
    .selectFrom('evaluation_batches')
    .selectAll()
    .where(ofEvaluation(of))
    .where('state', '<>', 'ended')
    .orderBy('id')
    .execute();
}

/** The evaluations of a workspace that have open batches. */
export async function listEvaluationsWithBatches(db: Database, workspaceId: string): Promise<string[]> {
  const rows = await db.query
    .selectFrom('evaluation_batches')
    .select('evaluation_id')
    .distinct()
    .where('workspace_id', '=', workspaceId)
    .where('state', '<>', 'ended')
    .execute();
  return rows.map(({ evaluation_id }) => evaluation_id);
}

/** Whether a batch has ended since a time, in ms since 1970. */
export async function hasBatchEndedSince(db: Database, of: EvaluationRef, since: number): Promise<boolean> {
  const row = await db.query
    .selectFrom('evaluation_batches')
    .select('id')
    .where(ofEvaluation(of))
    .where('ended_at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** All batches of an evaluation without their units, the newest first. */
export function listBatches(
  db: Database,
  of: EvaluationRef,
  limit: number,
): Promise<Omit<BatchRow, 'units_json'>[]> {
  return db.query
    .selectFrom('evaluation_batches')
    .select(['workspace_id', 'evaluation_id', 'id', 'target', 'round', 'attempt', 'state', 'remote_id'])
    .select(['requests', 'most_cost', 'sends', 'looks', 'done', 'problem', 'due_at', 'expires_at'])
    .select(['created_at', 'sent_at', 'ended_at'])
    .where(ofEvaluation(of))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Adds batches while the worker holds the evaluation. */
export function insertBatches(batch: Batch, held: EvaluationClaim, rows: readonly BatchRow[]): void {
  guardEvaluationClaim(batch, held);
  for (const row of rows) batch.add(batch.query.insertInto('evaluation_batches').values(row));
}

/** Updates a batch while the worker holds the evaluation. */
export function updateBatch(batch: Batch, held: EvaluationClaim, id: string, set: Partial<BatchRow>): void {
  guardEvaluationClaim(batch, held);
  batch.add(
    batch.query.updateTable('evaluation_batches').set(set).where(ofEvaluation(held)).where('id', '=', id),
  );
}
