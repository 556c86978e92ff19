import type { ProcessLimits } from '../../../kernel/process-limits.ts';

/** Limits for parsing; the time is that of one document. */
export interface ParserLimits extends ProcessLimits {
  /** Maximum number of processes. */
  processes: number;
  /** A process that is larger than this after a document is replaced, because V8 does not return all memory. */
  keepBelowBytes: number;
  /** The scheduling priority of the processes (0 to 19, 19 is the lowest). */
  nice: number;
  /** An idle process ends after this time, which frees its memory. */
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
