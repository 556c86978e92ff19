import type { ProcessLimits } from '../../../kernel/process-limits.ts';

/** What a document may take; the time is that of one document. */
export interface ParserLimits extends ProcessLimits {
  /** Number of processes at a time. */
  processes: number;
  /** A process that is larger after a document is replaced: V8 does not give all memory back. */
  keepBelowBytes: number;
  /** The scheduling priority of the processes (0 to 19, 19 is the lowest). */
  nice: number;
  /** A process without work ends after this time, and its memory is free. */
  idleMs: number;
}

export const PARSER_LIMITS: ParserLimits = {
  processes: 2,
  processorMs: 60_000,
  residentBytes: 1024 ** 3,
  keepBelowBytes: 300 * 1024 ** 2,
  nice: 10,
  idleMs: 30_000,
};
