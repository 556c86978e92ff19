import { AppError, type ErrorCode } from './errors.ts';
import type { Log } from './log.ts';

/** Codes of failures that affect every operation while they last. */
const OUTAGE_CODES: readonly ErrorCode[] = ['storage_unavailable', 'storage_damaged', 'storage_full'];
const EVERY_MS = 1000;

interface LoggedOutage {
  fields: object;
  message: string;
  failures: number;
}

/**
 * A log that reports an outage of the storage at most once a second, whatever part of the service met it: the first
 * failure, then a line with the latest one and the number of `failures`.
 */
export function limitOutageLog(log: Log): Log {
  const counts = new Map<ErrorCode, LoggedOutage>();

  function logLimited(fields: object, message: string): boolean {
    const code = outageOf((fields as { err?: unknown }).err);
    if (code === null) return false;
    const counted = counts.get(code);
    if (counted) {
      counts.set(code, { fields, message, failures: counted.failures + 1 });
      return true;
    }
    log.error({ ...fields, failures: 1 }, message);
    counts.set(code, { fields, message, failures: 0 });
    const timer = setInterval(() => {
      const said = counts.get(code);
      if (said && said.failures > 0) {
        log.error({ ...said.fields, failures: said.failures }, said.message);
        counts.set(code, { ...said, failures: 0 });
        return;
      }
      counts.delete(code);
      clearInterval(timer);
    }, EVERY_MS).unref();
    return true;
  }

  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => void (logLimited(fields, message) || log.warn(fields, message)),
    error: (fields, message) => void (logLimited(fields, message) || log.error(fields, message)),
  };
}

/** The code of an outage, if this error or its cause is one. */
function outageOf(error: unknown): ErrorCode | null {
  if (!(error instanceof AppError)) return null;
  return OUTAGE_CODES.includes(error.code) ? error.code : outageOf(error.cause);
}
