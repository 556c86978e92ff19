import { sql } from 'kysely';
import type { Database } from '../../../platform/db/db.ts';
import type { EvaluationClaim } from './evaluation-store.ts';
import { selectSamples } from './sample-store.ts';

type EvaluationRef = Pick<EvaluationClaim, 'workspaceId' | 'id'>;

/** The columns by which samples are filtered, without their texts. */
export interface SampleCode {
  unit: number;
  /**
   * right, wrong, compared, failed, unscored, measured or interrupted; empty while the response waits for its grade.
   */
  outcome: string;
  score: number | null;
  latencyMs: number | null;
  /** Whether the published rule graded it differently. */
  referenceDiffers: boolean;
  /** The class of a failure, or why the sample is unscored. */
  reason: string;
}

const FIELD = '\u001f';
const RECORD = '\u001e';

/**
 * The codes of the units `from` … `to − 1` that have a row. They are read as one text: a million rows as separate
 * objects take the database's thread and this one three times as long.
 */
export async function readSampleCodes(
  db: Database,
  of: EvaluationRef,
  { from, to }: { from: number; to: number },
): Promise<SampleCode[]> {
  const separator = sql.lit(FIELD);
  const codes = sql<string | null>`string_agg(unit || ${separator} || coalesce(verdict, '') || ${separator}
    || coalesce(cast(score AS text), '') || ${separator} || coalesce(cast(latency_ms AS text), '') || ${separator}
    || CASE WHEN reference_grade <> score THEN '1' ELSE '' END || ${separator} || coalesce(reason, ''), ${sql.lit(RECORD)})`;
  const row = await selectSamples(db, of)
    .select(codes.as('codes'))
    .where('unit', '>=', from)
    .where('unit', '<', to)
    .executeTakeFirst();
  if (!row?.codes) return [];
  return row.codes.split(RECORD).map((record) => {
    const [unit, outcome = '', score = '', latency = '', differs = '', reason = ''] = record.split(FIELD);
    return {
      unit: Number(unit),
      outcome,
      score: score === '' ? null : Number(score),
      latencyMs: latency === '' ? null : Number(latency),
      referenceDiffers: differs === '1',
      reason,
    };
  });
}

/** Escapes wildcards of LIKE. */
const ESCAPE = '\\';

/** A LIKE pattern for texts that contain this text literally. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, (special) => ESCAPE + special)}%`;
}

/** The units of this range whose response contains the text, case-insensitive. */
export async function findUnitsWithText(
  db: Database,
  of: EvaluationRef,
  { from, to }: { from: number; to: number },
  text: string,
): Promise<number[]> {
  const rows = await selectSamples(db, of)
    .select('unit')
    .where('unit', '>=', from)
    .where('unit', '<', to)
    .where(sql<boolean>`lower(answer) LIKE lower(${containing(text)}) ESCAPE ${sql.lit(ESCAPE)}`)
    .execute();
  return rows.map(({ unit }) => unit);
}

/** The items of this range whose content contains the text as JSON writes it; the content includes the prompt. */
export async function findItemsWithText(
  db: Database,
  { workspaceId, id }: EvaluationRef,
  { benchmark, from, to }: { benchmark: number; from: number; to: number },
  text: string,
): Promise<number[]> {
  const rows = await db.longQuery
    .selectFrom('evaluation_items')
    .select('item')
    .where((eb) => eb.and({ workspace_id: workspaceId, evaluation_id: id, benchmark }))
    .where('item', '>=', from)
    .where('item', '<', to)
    .where(
      sql<boolean>`lower(content_json) LIKE lower(${containing(JSON.stringify(text).slice(1, -1))}) ESCAPE ${sql.lit(ESCAPE)}`,
    )
    .execute();
  return rows.map(({ item }) => item);
}

/** Number of characters of an item's JSON that are read to show the start of its prompt. */
export const ITEM_BEGINNING_LENGTH = 6000;

/** The first characters of the contents of these items, by item. */
export async function readItemBeginnings(
  db: Database,
  { workspaceId, id }: EvaluationRef,
  benchmark: number,
  items: readonly number[],
): Promise<Map<number, string>> {
  if (items.length === 0) return new Map();
  const rows = await db.query
    .selectFrom('evaluation_items')
    .select(['item', sql<string>`substr(content_json, 1, ${sql.lit(ITEM_BEGINNING_LENGTH)})`.as('beginning')])
    .where((eb) => eb.and({ workspace_id: workspaceId, evaluation_id: id, benchmark }))
    .where('item', 'in', items)
    .execute();
  return new Map(rows.map(({ item, beginning }) => [item, beginning]));
}
