/** The first ten characters of a day or an ISO 8601 time in UTC: `2026-12-11`, `2026-12-11T00:00:00Z`. */
const DAY = /^(20\d\d-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|\+00:00)?)?$/;

/** The day that a list states, `2026-12-11`; null for anything else, such as a month or a day that does not exist. */
export function readListedDay(value: unknown): string | null {
  const day = typeof value === 'string' ? DAY.exec(value)?.[1] : undefined;
  if (day === undefined) return null;
  const read = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(read.getTime()) || read.toISOString().slice(0, 10) !== day ? null : day;
}
