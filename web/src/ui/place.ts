import type { Schemas } from '@touchstone/client';

/** Where a chunk stands in its source. */
export type Location = Schemas['SearchResult']['location'];

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
export function placeText({ page, path, start_line, end_line, start_seconds }: Location): string | undefined {
  if (page !== undefined) return `page ${page}`;
  if (start_seconds !== undefined) return `at ${clock(start_seconds)}`;
  if (start_line === undefined) return path;
  return `${lineRangeText(start_line, end_line ?? start_line)}${path === undefined ? '' : ` of ${path}`}`;
}

export function lineRangeText(first: number, last: number): string {
  return first === last ? `line ${first}` : `lines ${first}–${last}`;
}
