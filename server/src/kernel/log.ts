import { pino } from 'pino';
import { currentTrace } from './span.ts';

/** The log as every part of the program uses it. Pass an error as `err`. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/**
 * Writes JSON lines to standard error, because standard output belongs to people and pipes. Entries inside a trace
 * include its ids.
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
