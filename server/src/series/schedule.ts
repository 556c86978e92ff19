import { Cron } from 'croner';
import { impossible } from '../kernel/errors.ts';
import type { Schedule } from './series-schemas.ts';

/** Throws 422 for an expression or a time zone that cannot be followed, saying what would be accepted. */
export function requireSchedule({ cron, time_zone }: Schedule): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone: time_zone ?? 'UTC' });
  } catch {
    throw impossible(
      '/schedule/time_zone',
      `${time_zone} is no time zone; take a name of the IANA database, such as Europe/Berlin or UTC.`,
    );
  }
  let next: Date | null;
  try {
    next = cronOf({ cron }).nextRun(new Date(0));
  } catch {
    throw impossible(
      '/schedule/cron',
      `"${cron}" cannot be read; take minute, hour, day of the month, month and day of the week, such as 0 6 * * 1 for Mondays at six.`,
    );
  }
  if (next === null) throw impossible('/schedule/cron', `"${cron}" names a day that never comes.`);
}

/**
 * When it is due next after a time, in ms since 1970; null where never. A time that a clock change leaves out is due when the
 * clock goes on; one that comes twice is due the first time, unless every hour is due as it passes.
 */
export function nextDue(schedule: Schedule, after: number): number | null {
  const cron = cronOf(schedule);
  const isHourly = /^\S+\s+\*/.test(schedule.cron.trim());
  let next = cron.nextRun(new Date(after));
  while (next !== null && !isHourly && wasShown(schedule, next.getTime())) next = cron.nextRun(next);
  return next?.getTime() ?? null;
}

const HALF_HOUR_MS = 1_800_000;
/** Clocks are set back by an hour, or by half of one. */
const SET_BACK = [1, 2];

/** Whether the clock showed the same time already, before it was set back. */
function wasShown({ time_zone = 'UTC' }: Schedule, time: number): boolean {
  const clock = new Intl.DateTimeFormat('en', {
    timeZone: time_zone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const shown = clock.format(time);
  return SET_BACK.some((halves) => clock.format(time - halves * HALF_HOUR_MS) === shown);
}

const cronOf = ({ cron, time_zone = 'UTC' }: Schedule) =>
  new Cron(cron, { timezone: time_zone, paused: true, mode: '5-part' });

/** The calendar month of a time, `2026-09`. */
export function monthOf(time: number, time_zone = 'UTC'): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: time_zone,
    year: 'numeric',
    month: '2-digit',
  }).formatToParts(time);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}`;
}
