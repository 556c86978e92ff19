import { Cron } from 'croner';
import { impossibleField } from '../../kernel/errors.ts';
import type { Schedule } from './series-schemas.ts';

const VALUE = { number: '\\d{1,2}', month: '(?:\\d{1,2}|[a-z]{3})', weekday: '(?:\\d|[a-z]{3})' };
/** `*`, a number, a range, either of these with a step, or several with commas. */
const field = (value: string) => {
  const part = `(?:(?:\\*|${value}-${value})(?:/\\d{1,2})?|${value})`;
  return `${part}(?:,${part})*`;
};
/** The five fields, and none of what the library reads beside them: nicknames, dates, seconds, last and nearest days. */
const FIVE_FIELDS = new RegExp(
  `^${[VALUE.number, VALUE.number, VALUE.number, VALUE.month, VALUE.weekday].map(field).join(' +')}$`,
  'i',
);
/** 29 February is at most this far away (1896 to 1904, 2096 to 2104). */
const YEARS_AHEAD = 8;
const YEAR_MS = 366 * 24 * 3_600_000;

/** Throws 422 for an expression or a time zone that cannot be followed from now on, saying what would be accepted. */
export function requireSchedule(schedule: Schedule, now: number): void {
  const { cron, time_zone = 'UTC' } = schedule;
  if (!isTimeZone(time_zone))
    throw impossibleField(
      '/schedule/time_zone',
      `${time_zone} is no time zone; take a name of the IANA database, such as Europe/Berlin or UTC.`,
    );
  const next = nextRead(schedule, now);
  if (next === undefined)
    throw impossibleField(
      '/schedule/cron',
      `"${cron}" cannot be read; take five fields with spaces between them: minute (0-59), hour (0-23), day of the month (1-31), month (1-12), day of the week (0-7, Sunday is 0 and 7), such as 0 6 * * 1 for Mondays at six. Each is *, a number, a range such as 1-5, a step such as */15, or several of them with commas.`,
    );
  if (next === null || next > now + YEARS_AHEAD * YEAR_MS)
    throw impossibleField(
      '/schedule/cron',
      `"${cron}" names a day that never comes: it must come within ${YEARS_AHEAD} years, such as 0 0 28 2 * for each 28 February.`,
    );
}

/** The database's names, not offsets such as +02:00, which know of no clock change. */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return !/^[+-]/.test(name);
  } catch {
    return false;
  }
}

/** When it is due next; undefined where it is not five fields with numbers that fit. */
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
 * When it is due next after a time, in ms since 1970; null where never. A time that a clock change leaves out is due when the
 * clock goes on; one that comes twice is due the first time. Where the hour is `*`, every hour is due as it passes.
 */
export function nextDueTime({ cron, time_zone = 'UTC' }: Schedule, after: number): number | null {
  if (/^\S+\s+\*\s/.test(cron.trim()))
    return cronOf(cron, time_zone).nextRun(new Date(after))?.getTime() ?? null;
  // Found by what the clock shows, as if it were never changed, and then put into time.
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

/** The wall-clock time of a zone, as the UTC time that shows the same. */
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

/** The first time at which the clock shows `shown` or more. */
function firstAt(clock: WallClock, shown: number): number {
  const ahead = [-DAY_MS, DAY_MS].map((by) => clock(shown + by) - (shown + by));
  let time = shown - Math.max(...ahead);
  while (clock(time) < shown) time += MINUTE_MS;
  return time;
}

/** The calendar month of a time, `2026-09`. */
export function monthOf(time: number, time_zone = 'UTC'): string {
  return new Date(clockOf(time_zone)(time)).toISOString().slice(0, 7);
}
