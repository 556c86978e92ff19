import { ReadingFailure, type ReadingFailureCode } from '../failures.ts';
import type { ParserProcess } from './parser-process.ts';
import { processorTime } from './processor-time.ts';
import { residentMemory } from './resident-memory.ts';

export interface ParserLimits {
  /** Number of processes at a time. */
  processes: number;
  /** Processor time for one document; on the clock up to five times as much, where others take the processors. */
  processorMs: number;
  /** Resident memory of one process. */
  residentBytes: number;
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

const EVERY_MS = 100;
const MAX_TIMES = 5;
const MIN_WAIT_MS = 50;

/** Ends a process that runs too long, grows too large or is no longer needed, whatever it is doing. */
export function enforceLimits(process: ParserProcess, limits: ParserLimits, signal: AbortSignal) {
  let reason: ReadingFailure | null = null;

  function kill(code: ReadingFailureCode): void {
    end();
    reason ??= new ReadingFailure(code);
    process.kill();
  }

  function checkTime(): void {
    const had = before === null ? most : (processorTime(process.pid) ?? most + before) - before;
    if (had >= most || performance.now() - started >= MAX_TIMES * most) kill('parsing_timed_out');
    else timeTimer = setTimeout(checkTime, Math.max(MIN_WAIT_MS, most - had));
  }

  async function checkMemory(): Promise<void> {
    if ((await residentMemory(process.pid)) > limits.residentBytes) kill('parsing_out_of_memory');
  }

  const stop = () => kill('stopped');
  const started = performance.now();
  const before = processorTime(process.pid);
  const most = limits.processorMs;
  let timeTimer = setTimeout(checkTime, most);
  const memoryTimer = setInterval(checkMemory, EVERY_MS);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();

  function end(): void {
    clearTimeout(timeTimer);
    clearInterval(memoryTimer);
    signal.removeEventListener('abort', stop);
  }

  return {
    /** Why the process was ended; null when it was not. */
    reason: (): ReadingFailure | null => reason,
    end,
  };
}
