import type { Batch, Database } from '../../../platform/db/db.ts';
import { preparedInserts } from '../../../platform/db/row-sets.ts';
import type { Row } from '../../../platform/db/schema.ts';
import type { EvaluationClaim } from './evaluation-store.ts';

export type TurnRow = Row<'evaluation_turns'>;
export type NewTurn = Omit<TurnRow, 'workspace_id' | 'evaluation_id'>;

type EvaluationRef = Pick<EvaluationClaim, 'workspaceId' | 'id'>;

const COLUMNS = [
  'workspace_id',
  'evaluation_id',
  'unit',
  'beginning',
  'ordinal',
  'kind',
  'step_json',
  'input_tokens',
  'output_tokens',
  'cost',
  'latency_ms',
  'created_at',
] as const;

const KEY = ['workspace_id', 'evaluation_id', 'unit', 'beginning', 'ordinal'] as const;

/** Writing a step again changes nothing, because it may be unknown whether the first write was committed. */
const addTurns = preparedInserts('evaluation_turns', COLUMNS, (insert) =>
  insert.onConflict((conflict) => conflict.columns(KEY).doNothing()),
);

/** Stores different steps. */
export function insertTurns(
  batch: Batch,
  { workspaceId, id }: EvaluationRef,
  turns: readonly NewTurn[],
): void {
  addTurns(
    batch,
    turns.map((turn) => ({ workspace_id: workspaceId, evaluation_id: id, ...turn })),
  );
}

function turnsOf(db: Database, { workspaceId, id }: EvaluationRef) {
  return db.longQuery
    .selectFrom('evaluation_turns')
    .where((eb) => eb.and({ workspace_id: workspaceId, evaluation_id: id }));
}

/** Every step of a unit, of all its attempts, in order. */
export function readTurns(db: Database, of: EvaluationRef, unit: number): Promise<TurnRow[]> {
  return turnsOf(db, of)
    .selectAll()
    .where('unit', '=', unit)
    .orderBy('beginning')
    .orderBy('ordinal')
    .execute();
}

export interface TurnSums {
  unit: number;
  beginning: number;
  kind: string;
  steps: number;
  /** Known cost in 10⁻¹² USD, and the number of steps it covers. */
  cost: number | null;
  priced: number;
  latency_ms: number | null;
}

/** Sums of the steps of each kind, by unit and attempt, for the units from `from` to `to` inclusive. */
export async function sumTurns(
  db: Database,
  of: EvaluationRef,
  from: number,
  to: number,
): Promise<TurnSums[]> {
  const rows = await turnsOf(db, of)
    .select(({ fn }) => [
      'unit',
      'beginning',
      'kind',
      fn.countAll<number>().as('steps'),
      fn.sum<number | null>('cost').as('cost'),
      fn.count<number>('cost').as('priced'),
      fn.sum<number | null>('latency_ms').as('latency_ms'),
    ])
    .where('unit', '>=', from)
    .where('unit', '<=', to)
    .groupBy(['unit', 'beginning', 'kind'])
    .orderBy('unit')
    .orderBy('beginning')
    .execute();
  const known = (value: number | null) => (value === null ? null : Number(value));
  return rows.map((row) => ({
    ...row,
    steps: Number(row.steps),
    priced: Number(row.priced),
    cost: known(row.cost),
    latency_ms: known(row.latency_ms),
  }));
}
