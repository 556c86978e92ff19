import { toTimestamp, toTimestampOrNull } from '../../kernel/clock.ts';
import type { NewEvaluation } from '../evaluations/evaluations.ts';
import { FALSE_ALARM_PROBABILITY, type Monitor } from './monitors.ts';
import { monthOf } from './schedule.ts';
import type { Look, Schedule, Series, SeriesMargins } from './series-schemas.ts';
import { type LookRow, listNewestLooks, readCostsSince, type SeriesRow } from './series-store.ts';

export const storedEvaluation = ({ evaluation_json }: SeriesRow) =>
  JSON.parse(evaluation_json) as NewEvaluation;
export const storedMargins = ({ margins_json }: SeriesRow) => JSON.parse(margins_json) as SeriesMargins;
export const storedSchedule = ({ schedule_json }: Pick<SeriesRow, 'schedule_json'>) =>
  schedule_json === null ? null : (JSON.parse(schedule_json) as Schedule);
export const storedMonitors = ({ monitors_json }: SeriesRow) =>
  monitors_json === null ? null : (JSON.parse(monitors_json) as Monitor[]);

/** The stored findings of an interim analysis. */
export type StoredFindings = Pick<Look, 'findings' | 'alarms' | 'changes'>;

const NOTHING: StoredFindings = { findings: [], alarms: [], changes: [] };

export const storedFindings = ({ shown_json }: Pick<LookRow, 'shown_json'>) =>
  shown_json === null ? NOTHING : (JSON.parse(shown_json) as StoredFindings);

export function toLookResponse(row: LookRow): Look {
  return {
    id: row.id,
    number: row.number,
    state: row.state as Look['state'],
    reason: row.reason,
    due_at: toTimestampOrNull(row.due_at),
    evaluation_id: row.evaluation_id,
    cost_usd: row.cost_usd,
    ...storedFindings(row),
    created_at: toTimestamp(row.created_at),
    ended_at: toTimestampOrNull(row.ended_at),
  };
}

/** Longer than any month. */
const MONTH_MS = 32 * 24 * 3_600_000;

/** The cost in USD of runs that began in the calendar month of `now`. */
export async function spentInMonth(
  db: Parameters<typeof readCostsSince>[0],
  row: SeriesRow,
  now: number,
): Promise<number> {
  const zone = storedSchedule(row)?.time_zone;
  const month = monthOf(now, zone);
  const all = await readCostsSince(db, row, now - MONTH_MS);
  const own = all.filter(({ created_at }) => monthOf(created_at, zone) === month);
  return own.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0);
}

export async function toSeries(
  db: Parameters<typeof readCostsSince>[0],
  row: SeriesRow,
  now: number,
): Promise<Series> {
  const [last] = await listNewestLooks(db, row, 1);
  const level = storedMonitors(row)?.[0]?.level ?? FALSE_ALARM_PROBABILITY;
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    name: row.name,
    description: row.description,
    evaluation: storedEvaluation(row),
    schedule: storedSchedule(row),
    items: row.items as Series['items'],
    missed: row.missed as Series['missed'],
    max_cost_usd_per_month: row.max_cost_usd_per_month,
    margins: storedMargins(row),
    status: row.status as Series['status'],
    next_due_at: toTimestampOrNull(row.next_due_at),
    running: row.running,
    reference: row.reference,
    spent_usd: await spentInMonth(db, row, now),
    level,
    last_look: last ? toLookResponse(last) : null,
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}
