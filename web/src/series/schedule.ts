/** Times at which a series runs, by name; `cron` is any expression. */
export const RHYTHMS = {
  none: 'On demand',
  daily: 'Every day',
  weekdays: 'Monday to Friday',
  weekly: 'Every Monday',
  monthly: 'First day of each month',
  cron: 'Cron expression',
} as const;
export type Rhythm = keyof typeof RHYTHMS;

/** The days of each rhythm, as the last three fields of a cron expression. */
const DAYS: Readonly<Partial<Record<Rhythm, string>>> = {
  daily: '* * *',
  weekdays: '* * 1-5',
  weekly: '* * 1',
  monthly: '1 * *',
};

/** The cron expression of a rhythm at a time of day such as `06:30`; null without a schedule. */
export function toCron(rhythm: Rhythm, time: string, cron: string): string | null {
  const days = DAYS[rhythm];
  if (days === undefined) return rhythm === 'cron' && cron.trim() !== '' ? cron.trim() : null;
  const [hour, minute] = time.split(':').map(Number);
  return `${minute} ${hour} ${days}`;
}

/** `Every Monday at 06:00`; the expression itself where no rhythm has it. */
export function describeCron(cron: string): string {
  const [, minute, hour, days] = /^(\d+) (\d+) (\S+ \S+ \S+)$/.exec(cron.trim()) ?? [];
  const rhythm = (Object.keys(DAYS) as Rhythm[]).find((one) => DAYS[one] === days);
  if (rhythm === undefined) return cron;
  return `${RHYTHMS[rhythm]} at ${hour?.padStart(2, '0')}:${minute?.padStart(2, '0')}`;
}
