import { AddressRefused } from '../../../kernel/address-guard.ts';
import { connectErrorCode, findCause } from '../../../kernel/connect-errors.ts';
import { ReadingFailure, type ReadingFailureCode } from '../failures.ts';

const ERROR_CODES: Readonly<Record<string, ReadingFailureCode>> = {
  ENOTFOUND: 'host_not_found',
  EAI_NODATA: 'host_not_found',
  EAI_NONAME: 'host_not_found',
  UND_ERR_CONNECT_TIMEOUT: 'timed_out',
  UND_ERR_HEADERS_TIMEOUT: 'timed_out',
  UND_ERR_BODY_TIMEOUT: 'timed_out',
  ETIMEDOUT: 'timed_out',
  UND_ERR_HEADERS_OVERFLOW: 'bad_response',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'bad_response',
  ERR_INVALID_CHAR: 'bad_response',
  EMFILE: 'no_resources',
  ENFILE: 'no_resources',
  ENOBUFS: 'no_resources',
  ENOMEM: 'no_resources',
};

const TLS = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO|EPROTO|HOSTNAME_MISMATCH|INVALID_CA)/;

/** Converts a network error or a refused address to a reading failure. A reading failure is returned unchanged. */
export function networkFailure(error: unknown, host: string): ReadingFailure {
  const found = ownFailure(error);
  if (found) return found;
  const code = connectErrorCode(error);
  if (TLS.test(code)) return new ReadingFailure('tls_failed', host, error);
  if (code.startsWith('HPE_')) return new ReadingFailure('bad_response', host, error);
  return new ReadingFailure(ERROR_CODES[code] ?? 'connection_failed', host, error);
}

function ownFailure(error: unknown): ReadingFailure | null {
  const found = findCause(error, isOwn);
  return found instanceof AddressRefused ? new ReadingFailure(found.code, found.detail) : found;
}

const isOwn = (error: Error): error is ReadingFailure | AddressRefused =>
  error instanceof ReadingFailure || error instanceof AddressRefused;

const STATUS_CODES: Readonly<Record<number, ReadingFailureCode>> = {
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

/** @throws ReadingFailure unless the status says that the response is a complete document */
export function requireSuccess({ status }: { status: number }): void {
  if (status >= 200 && status < 300 && status !== 206) return;
  const code = status >= 500 ? 'server_error' : (STATUS_CODES[status] ?? 'bad_response');
  throw new ReadingFailure(code, `status ${status}`);
}
