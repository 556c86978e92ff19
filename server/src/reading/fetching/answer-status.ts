import { ReadingFailure, type ReadingFailureCode } from '../failures.ts';
import type { Answer } from './guarded-fetch.ts';

const CODES: Readonly<Record<number, ReadingFailureCode>> = {
  401: 'access_denied',
  402: 'access_denied',
  403: 'access_denied',
  404: 'page_not_found',
  407: 'access_denied',
  408: 'timed_out',
  410: 'page_not_found',
  429: 'rate_limited',
  451: 'access_denied',
};

/** @throws ReadingFailure unless the answer is a whole document */
export function requireSuccess({ status }: Answer): void {
  if (status >= 200 && status < 300 && status !== 206) return;
  const code = status >= 500 ? 'server_error' : (CODES[status] ?? 'bad_response');
  throw new ReadingFailure(code, `status ${status}`);
}
