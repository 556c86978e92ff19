const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

export function when(timestamp: string): string {
  return dateTime.format(new Date(timestamp));
}
