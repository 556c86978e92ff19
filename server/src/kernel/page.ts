import { AppError } from './errors.ts';
import { isUuid } from './ids.ts';

/** A page of a list, newest first. */
export interface Page<T> {
  data: T[];
  next_cursor: string | null;
  warnings?: string[];
}

/** The start and length of a page; `before` is the last id of the previous page. */
export interface PageRequest {
  limit: number;
  before: string | null;
}

const DEFAULT_LIMIT = 100;
export const MAX_LIMIT = 1000;

/** Reduces a `limit` above the maximum and adds a warning. */
export function clampLimit(
  limit: number | undefined,
  warnings: string[],
  { fallback = DEFAULT_LIMIT, max = MAX_LIMIT }: { fallback?: number; max?: number } = {},
): number {
  if (limit === undefined) return fallback;
  if (limit <= max) return limit;
  warnings.push(`limit ${limit} is above the maximum; ${max} is used.`);
  return max;
}

/** Parses `limit` and `cursor` of a list request. Throws `invalid_cursor`. */
export function pageRequest(
  query: { limit?: number; cursor?: string },
  warnings: string[],
  bounds?: { fallback?: number; max?: number },
): PageRequest {
  return {
    limit: clampLimit(query.limit, warnings, bounds),
    before: query.cursor === undefined ? null : decodeCursor(query.cursor),
  };
}

function encodeCursor(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
}

/** The error for a cursor that no response contained. */
export const invalidCursor = (): AppError =>
  new AppError('invalid_cursor', 'Use the next_cursor of an earlier response unchanged, or omit cursor.', {
    errors: [{ pointer: '/cursor', detail: 'not a cursor of this service' }],
  });

/** Parses the cursor of a list whose rows are numbered from 1. Throws `invalid_cursor`. */
export function readNumberCursor(cursor: string): number {
  if (!/^[1-9]\d{0,14}$/.test(cursor)) throw invalidCursor();
  return Number(cursor);
}

function decodeCursor(cursor: string): string {
  const hex = Buffer.from(cursor, 'base64url').toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  if (!isUuid(id) || encodeCursor(id) !== cursor) throw invalidCursor();
  return id;
}

/**
 * Makes a page from rows that were read with `limit + 1`: the extra row shows that there are more. The cursor is the id
 * of the last row, so pages stay stable under inserts.
 */
export function toPage<R extends { id: string }, T>(
  rows: readonly R[],
  request: PageRequest,
  present: (row: R) => T,
  warnings: string[] = [],
): Page<T> {
  const shown = rows.slice(0, request.limit);
  const last = shown.at(-1);
  const page: Page<T> = {
    data: shown.map(present),
    next_cursor: rows.length > request.limit && last ? encodeCursor(last.id) : null,
  };
  if (warnings.length > 0) page.warnings = warnings;
  return page;
}
