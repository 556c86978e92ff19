import { AppError, type ErrorCode } from './errors.ts';
import type { Log } from './log.ts';

/** What fails everything for as long as it lasts. */
const OUTAGE_CODES: readonly ErrorCode[] = ['storage_unavailable', 'storage_damaged', 'storage_full'];
const EVERY_MS = 1000;

interface LoggedOutage {
  fields: object;
  message: string;
  failures: number;
}

/**
 * A log in which an outage of the storage is one line a second, whoever meets it: the first failure at once, then a
 * line with the last one and how many `failures` there were.
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

/** The code of an outage that is this error or its cause. */
function outageOf(error: unknown): ErrorCode | null {
  if (!(error instanceof AppError)) return null;
  return OUTAGE_CODES.includes(error.code) ? error.code : outageOf(error.cause);
}
