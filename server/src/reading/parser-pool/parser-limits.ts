import { ReadingFailure, type ReadingFailureCode } from '../failures.ts';
import type { ParserProcess } from './parser-process.ts';
import { residentMemory } from './resident-memory.ts';

export interface ParserLimits {
  /** Processes at a time. */
  processes: number;
  /** Wall clock for one document. */
  wallMs: number;
  /** Resident memory of one process. */
  residentBytes: number;
  /** After a document a process larger than this is replaced: V8 does not give everything back. */
  keepBelowBytes: number;
  /** How far below the interactive work of the machine its processes run (0 to 19). */
  nice: number;
  /** A process without work ends after this long, and its memory with it. */
  idleMs: number;
}

export const PARSER_LIMITS: ParserLimits = {
  processes: 2,
  wallMs: 60_000,
  residentBytes: 1024 ** 3,
  keepBelowBytes: 300 * 1024 ** 2,
  nice: 10,
  idleMs: 30_000,
};

export interface Watch {
  /** Why the process was ended, if it was. */
  reason(): ReadingFailure | null;
  end(): void;
}

const EVERY_MS = 100;

/** Ends a process that runs too long, grows too large or is no longer wanted, whatever it is busy with. */
export function enforceLimits(process: ParserProcess, limits: ParserLimits, signal: AbortSignal): Watch {
  let reason: ReadingFailure | null = null;

  function kill(code: ReadingFailureCode): void {
    end();
    reason ??= new ReadingFailure(code);
    process.kill();
  }

  async function weigh(): Promise<void> {
    if ((await residentMemory(process.pid)) > limits.residentBytes) kill('parsing_out_of_memory');
  }

  const stop = () => kill('stopped');
  const clock = setTimeout(() => kill('parsing_timed_out'), limits.wallMs);
  const scale = setInterval(weigh, EVERY_MS);
  signal.addEventListener('abort', stop, { once: true });

  function end(): void {
    clearTimeout(clock);
    clearInterval(scale);
    signal.removeEventListener('abort', stop);
  }

  return { reason: () => reason, end };
}
