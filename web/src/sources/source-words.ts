import type { Found, Source } from '../api/api.ts';
import { count } from '../ui/format.ts';

export type Location = Found['results'][number]['location'];

const STAGES: Readonly<Record<NonNullable<Source['stage']>['name'], string>> = {
  read: 'reading begins',
  fetch: 'fetching',
  parse: 'taking the text out',
  write: 'keeping the passages',
  index: 'making it searchable',
};

/** Where reading is: `fetching, 3 of 12 files`. */
export function stageWords({ stage }: Source): string | undefined {
  if (!stage) return undefined;
  const { name, done, total, unit } = stage;
  if (done === 0 && total === 0) return STAGES[name];
  const said = (value: number) => (unit === 'bytes' ? megabytes(value) : value.toLocaleString());
  const units = unit === 'bytes' ? '' : ` ${unit ?? 'passages'}`;
  return `${STAGES[name]}, ${said(done)}${total > 0 ? ` of ${said(total)}` : ''}${units}`;
}

export function megabytes(bytes: number): string {
  if (bytes < 1000) return count(bytes, 'byte');
  return bytes < 999_500 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** A place in a video: `1:02:41`. */
function clock(seconds: number): string {
  const at = Math.floor(seconds);
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(at / 60);
  return minutes < 60
    ? `${minutes}:${two(at % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(at % 60)}`;
}

/** Page, second, or lines of a file; nothing for a text that has none of them. */
export function place({ page, path, start_line, end_line, start_seconds }: Location): string | undefined {
  if (page !== undefined) return `page ${page}`;
  if (start_seconds !== undefined) return `at ${clock(start_seconds)}`;
  if (start_line === undefined) return path;
  return `${lines(start_line, end_line ?? start_line)}${path === undefined ? '' : ` of ${path}`}`;
}

export function lines(first: number, last: number): string {
  return first === last ? `line ${first}` : `lines ${first}–${last}`;
}

/** Whether nothing of it can be found yet; what is read again stays found. */
export function isUnread({ status, indexed_at }: Source): boolean {
  return (status === 'pending' || status === 'processing') && indexed_at === undefined;
}
