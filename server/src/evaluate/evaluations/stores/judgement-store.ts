import { sql } from 'kysely';
import type { Batch, Database } from '../../../platform/db/db.ts';
import { preparedInserts } from '../../../platform/db/row-sets.ts';
import type { Row } from '../../../platform/db/schema.ts';
import type { EvaluationClaim } from './evaluation-store.ts';

export type JudgementRow = Row<'evaluation_judgements'>;
export type Judgement = Omit<JudgementRow, 'workspace_id' | 'evaluation_id'>;

type EvaluationRef = Pick<EvaluationClaim, 'workspaceId' | 'id'>;

const KEY = ['workspace_id', 'evaluation_id', 'unit', 'judge', 'swapped'] as const;
const JUDGEMENT_COLUMNS = [
  'state',
  'said_json',
  'reason',
  'message',
  'returned_model',
  'input_tokens',
  'output_tokens',
  'cost',
  'latency_ms',
  'attempts',
  'created_at',
] as const;

/** A judgement is never replaced, except a failed one by a retry. */
const addJudgements = preparedInserts('evaluation_judgements', [...KEY, ...JUDGEMENT_COLUMNS], (insert) =>
  insert.onConflict((conflict) =>
    conflict
      .columns(KEY)
      .doUpdateSet((eb) => Object.fromEntries(JUDGEMENT_COLUMNS.map((c) => [c, eb.ref(`excluded.${c}`)])))
      .where('evaluation_judgements.state', '=', sql.lit('failed')),
  ),
);

/** Stores judgements, which must differ in judge, unit or order. */
export function insertJudgements(
  batch: Batch,
  { workspaceId, id }: EvaluationRef,
  judgements: readonly Judgement[],
): void {
  addJudgements(
    batch,
    judgements.map((judgement) => ({ workspace_id: workspaceId, evaluation_id: id, ...judgement })),
  );
}

function judgementsOf(db: Database, { workspaceId, id }: EvaluationRef) {
  return db.longQuery
    .selectFrom('evaluation_judgements')
    .where((eb) => eb.and({ workspace_id: workspaceId, evaluation_id: id }));
}

/** The judgements of these units. */
export function readJudgements(
  db: Database,
  of: EvaluationRef,
  units: readonly number[],
): Promise<JudgementRow[]> {
  return judgementsOf(db, of)
    .selectAll()
    .where('unit', 'in', units)
    .orderBy('unit')
    .orderBy('judge')
    .orderBy('swapped')
    .execute();
}

export type JudgementPage = Pick<
  JudgementRow,
  'unit' | 'judge' | 'swapped' | 'state' | 'said_json' | 'cost'
>[];

/** The judgements of the units after `after`, at most `limit` rows: whole units, except possibly the last. */
export function readJudgementPage(
  db: Database,
  of: EvaluationRef,
  after: { unit: number; judge: number; swapped: number },
  limit: number,
): Promise<JudgementPage> {
  const { unit, judge, swapped } = after;
  return judgementsOf(db, of)
    .select(['unit', 'judge', 'swapped', 'state', 'said_json', 'cost'])
    .where((eb) =>
      eb.or([
        eb('unit', '>', unit),
        eb.and([eb('unit', '=', unit), eb('judge', '>', judge)]),
        eb.and([eb('unit', '=', unit), eb('judge', '=', judge), eb('swapped', '>', swapped)]),
      ]),
    )
    .orderBy('unit')
    .orderBy('judge')
    .orderBy('swapped')
    .limit(limit)
    .execute();
}

/** Reasons of failed judgements by judge, with their number and one message, most frequent first. */
export async function readJudgementFailures(
  db: Database,
  of: EvaluationRef,
): Promise<{ judge: number; reason: string; message: string; judgements: number }[]> {
  const rows = await judgementsOf(db, of)
    .select(({ fn }) => [
      'judge',
      'reason',
      fn.min('message').as('message'),
      fn.countAll<number>().as('judgements'),
    ])
    .where('state', '=', 'failed')
    .groupBy(['judge', 'reason'])
    .orderBy('judge')
    .orderBy('reason')
    .execute();
  return rows
    .map(({ judge, reason, message, judgements }) => ({
      judge,
      reason: reason ?? 'unknown',
      message: message ?? '',
      judgements: Number(judgements),
    }))
    .sort((a, b) => b.judgements - a.judgements);
}

/** Cost of the calls to judges in 10⁻¹² USD, and the number of judgements it covers. */
export async function sumJudgeCosts(
  db: Database,
  of: EvaluationRef,
): Promise<{ spent: number; calls: number }> {
  const row = await judgementsOf(db, of)
    .select(({ fn }) => [fn.sum<number | null>('cost').as('spent'), fn.count<number>('cost').as('calls')])
    .executeTakeFirstOrThrow();
  return { spent: Number(row.spent ?? 0), calls: Number(row.calls) };
}

/** Number of judgements by judge and by the model name that the server returned. */
export async function readJudgeModels(
  db: Database,
  of: EvaluationRef,
): Promise<Map<number, Record<string, number>>> {
  const rows = await judgementsOf(db, of)
    .select(({ fn }) => ['judge', 'returned_model', fn.countAll<number>().as('n')])
    .where('state', '=', 'graded')
    .groupBy(['judge', 'returned_model'])
    .orderBy('judge')
    .execute();
  const named = Map.groupBy(rows, ({ judge }) => judge);
  return new Map(
    [...named].map(([judge, own]) => [
      judge,
      Object.fromEntries(own.map(({ returned_model, n }) => [returned_model ?? '', Number(n)])),
    ]),
  );
}
