import type { IncomingHttpHeaders } from 'node:http';
import { newId } from '../../../kernel/ids.ts';

const REQUEST_ID = /^[\w.:/+=-]{8,128}$/;

/** The `X-Request-Id` of the caller if it is a valid id, otherwise a new one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : newRequestId();
}

export const newRequestId = (): string => newId();
