const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

export function when(timestamp: string): string {
  return dateTime.format(new Date(timestamp));
}

/** A score, difference or share with three digits after the point; a dash where there is none. */
export function score(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : value.toFixed(3);
}

export function count(value: number, one: string, many = `${one}s`): string {
  return `${value.toLocaleString()} ${value === 1 ? one : many}`;
}

export function seconds(value: number | null | undefined): string {
  if (value === null || value === undefined) return 'unknown';
  return value < 90 ? `${Math.max(1, Math.round(value))} s` : `${Math.round(value / 60)} min`;
}
