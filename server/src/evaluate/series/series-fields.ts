import { toTimestamp, toTimestampOrNull } from '../../kernel/clock.ts';
import type { NewEvaluation } from '../evaluations/evaluations.ts';
import { FALSE_ALARMS, type Monitor } from './monitors.ts';
import { monthOf } from './schedule.ts';
import type { Look, Schedule, Series, SeriesMargins } from './series-schemas.ts';
import { costsSince, type LookRow, newestLooks, type SeriesRow } from './series-store.ts';

export const evaluationOf = ({ evaluation_json }: SeriesRow) => JSON.parse(evaluation_json) as NewEvaluation;
export const marginsOf = ({ margins_json }: SeriesRow) => JSON.parse(margins_json) as SeriesMargins;
export const scheduleOf = ({ schedule_json }: Pick<SeriesRow, 'schedule_json'>) =>
  schedule_json === null ? null : (JSON.parse(schedule_json) as Schedule);
export const monitorsOf = ({ monitors_json }: SeriesRow) =>
  monitors_json === null ? null : (JSON.parse(monitors_json) as Monitor[]);

/** What a look shows, as it is kept. */
export type Shown = Pick<Look, 'findings' | 'alarms' | 'changes'>;

const NOTHING: Shown = { findings: [], alarms: [], changes: [] };

export const shownOf = ({ shown_json }: Pick<LookRow, 'shown_json'>) =>
  shown_json === null ? NOTHING : (JSON.parse(shown_json) as Shown);

export function toLook(row: LookRow): Look {
  return {
    id: row.id,
    number: row.number,
    state: row.state as Look['state'],
    reason: row.reason,
    due_at: toTimestampOrNull(row.due_at),
    evaluation_id: row.evaluation_id,
    cost_usd: row.cost_usd,
    ...shownOf(row),
    created_at: toTimestamp(row.created_at),
    ended_at: toTimestampOrNull(row.ended_at),
  };
}

/** Longer than any month. */
const MONTH_MS = 32 * 24 * 3_600_000;

/** What the runs that began in the calendar month of `now` have cost. USD. */
export async function spentInMonth(
  db: Parameters<typeof costsSince>[0],
  row: SeriesRow,
  now: number,
): Promise<number> {
  const zone = scheduleOf(row)?.time_zone;
  const month = monthOf(now, zone);
  const all = await costsSince(db, row, now - MONTH_MS);
  const own = all.filter(({ created_at }) => monthOf(created_at, zone) === month);
  return own.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0);
}

export async function toSeries(
  db: Parameters<typeof costsSince>[0],
  row: SeriesRow,
  now: number,
): Promise<Series> {
  const [last] = await newestLooks(db, row, 1);
  const level = monitorsOf(row)?.[0]?.level ?? FALSE_ALARMS;
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    name: row.name,
    description: row.description,
    evaluation: evaluationOf(row),
    schedule: scheduleOf(row),
    items: row.items as Series['items'],
    missed: row.missed as Series['missed'],
    max_cost_usd_per_month: row.max_cost_usd_per_month,
    margins: marginsOf(row),
    status: row.status as Series['status'],
    next_due_at: toTimestampOrNull(row.next_due_at),
    running: row.running,
    reference: row.reference,
    spent_usd: await spentInMonth(db, row, now),
    level,
    last_look: last ? toLook(last) : null,
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}
