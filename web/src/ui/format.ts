const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

export function when(timestamp: string): string {
  return dateTime.format(new Date(timestamp));
}

/** A score, difference or share with three digits after the point; a dash where there is none. */
export function score(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : value.toFixed(3);
}
