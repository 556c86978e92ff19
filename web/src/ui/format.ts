const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

export function formatTime(timestamp: string): string {
  return dateTime.format(new Date(timestamp));
}
