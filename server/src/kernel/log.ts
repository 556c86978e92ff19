import { pino } from 'pino';
import { currentTrace } from './span.ts';

/** What every part of the program may do with the log. Pass an error as `err`. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/**
 * JSON lines on standard error: standard output is for what a person or a pipe reads. What is done as part of a trace is
 * logged with its ids.
 */
export function createLog(level: LogLevel): Log {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, mixin: ofTrace },
    pino.destination({ fd: 2, sync: true }),
  );
}

function ofTrace(): object {
  const trace = currentTrace();
  return trace ? { trace_id: trace.traceId, span_id: trace.spanId } : {};
}
