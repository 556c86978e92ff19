import { Cron } from 'croner';
import { impossibleField } from '../../kernel/errors.ts';
import type { Schedule } from './series-schemas.ts';

const VALUE = { number: '\\d{1,2}', month: '(?:\\d{1,2}|[a-z]{3})', weekday: '(?:\\d|[a-z]{3})' };
/** `*`, a number, a range, either of these with a step, or several with commas. */
const field = (value: string) => {
  const part = `(?:(?:\\*|${value}-${value})(?:/\\d{1,2})?|${value})`;
  return `${part}(?:,${part})*`;
};
/** Accepts only the five fields. The library also accepts nicknames, dates, seconds, and last and nearest days. */
const FIVE_FIELDS = new RegExp(
  `^${[VALUE.number, VALUE.number, VALUE.number, VALUE.month, VALUE.weekday].map(field).join(' +')}$`,
  'i',
);
/** The longest distance to a 29 February (1896 to 1904, 2096 to 2104). */
const YEARS_AHEAD = 8;
const YEAR_MS = 366 * 24 * 3_600_000;

/**
 * Throws 422 for an invalid expression, one that is never due, or an unknown time zone, and says what is accepted.
 */
export function requireSchedule(schedule: Schedule, now: number): void {
  const { cron, time_zone = 'UTC' } = schedule;
  if (!isTimeZone(time_zone))
    throw impossibleField(
      '/schedule/time_zone',
      `${time_zone} is not a time zone; use a name of the IANA database, such as Europe/Berlin or UTC.`,
    );
  const next = nextRead(schedule, now);
  if (next === undefined)
    throw impossibleField(
      '/schedule/cron',
      `"${cron}" cannot be read; use five fields separated by spaces: minute (0-59), hour (0-23), day of the month (1-31), month (1-12), day of the week (0-7, Sunday is 0 and 7), such as 0 6 * * 1 for Mondays at 06:00. Each is *, a number, a range such as 1-5, a step such as */15, or several of them with commas.`,
    );
  if (next === null || next > now + YEARS_AHEAD * YEAR_MS)
    throw impossibleField(
      '/schedule/cron',
      `"${cron}" is never due: it must be due within ${YEARS_AHEAD} years, such as 0 0 28 2 * for each 28 February.`,
    );
}

/** Only names of the IANA database, because offsets such as +02:00 have no clock changes. */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return !/^[+-]/.test(name);
  } catch {
    return false;
  }
}

/** The next due time; undefined if the expression is not five valid fields. */
function nextRead(schedule: Schedule, now: number): number | null | undefined {
  if (!FIVE_FIELDS.test(schedule.cron)) return undefined;
  try {
    return nextDueTime(schedule, now);
  } catch {
    return undefined;
  }
}

const cronOf = (cron: string, timezone = 'UTC') => new Cron(cron, { timezone, paused: true, mode: '5-part' });

/**
 * The next due time after a time, in ms since 1970; null if never. A due time that a clock change skips is due at the
 * change; one that occurs twice is due the first time. If the hour is `*`, every actual hour is due.
 */
export function nextDueTime({ cron, time_zone = 'UTC' }: Schedule, after: number): number | null {
  if (/^\S+\s+\*\s/.test(cron.trim()))
    return cronOf(cron, time_zone).nextRun(new Date(after))?.getTime() ?? null;
  // Computed on the wall clock without clock changes, and then converted to a time.
  const clock = clockOf(time_zone);
  const shown = cronOf(cron);
  let next = shown.nextRun(new Date(clock(after)));
  while (next !== null) {
    const due = firstAt(clock, next.getTime());
    if (due > after) return due;
    next = shown.nextRun(next);
  }
  return null;
}

/** The wall-clock time of a zone, as the UTC time with the same digits. */
type WallClock = (time: number) => number;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

function clockOf(timeZone: string): WallClock {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  return (time) => {
    const parts = new Map<string, number>(
      format.formatToParts(time).map(({ type, value }) => [type, Number(value)]),
    );
    const [year = 0, month = 1, day, hour, minute] = ['year', 'month', 'day', 'hour', 'minute'].map((type) =>
      parts.get(type),
    );
    return Date.UTC(year, month - 1, day, hour, minute);
  };
}

/** The first time at which the wall clock shows at least `shown`. */
function firstAt(clock: WallClock, shown: number): number {
  const ahead = [-DAY_MS, DAY_MS].map((by) => clock(shown + by) - (shown + by));
  let time = shown - Math.max(...ahead);
  while (clock(time) < shown) time += MINUTE_MS;
  return time;
}

/** The calendar month of a time, such as `2026-09`. */
export function monthOf(time: number, time_zone = 'UTC'): string {
  return new Date(clockOf(time_zone)(time)).toISOString().slice(0, 7);
}
