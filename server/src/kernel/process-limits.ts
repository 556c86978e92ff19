import type { ContainedProcess } from './contained-process.ts';
import { processorTime } from './processor-time.ts';
import { residentMemory } from './resident-memory.ts';

export interface ProcessLimits {
  /** Maximum processor time. The elapsed time may be up to five times as long if other processes use the processors. */
  processorMs: number;
  /** Maximum resident memory. */
  residentBytes: number;
}

/** Why a process was ended. */
export type ProcessEnd = 'timed_out' | 'out_of_memory' | 'stopped';

const EVERY_MS = 100;
const MAX_TIMES = 5;
const MIN_WAIT_MS = 50;

/** Ends a process that runs too long, uses too much memory, or is no longer needed. */
export function enforceLimits(
  process: Pick<ContainedProcess, 'pid' | 'kill'>,
  limits: ProcessLimits,
  signal: AbortSignal,
) {
  let reason: ProcessEnd | null = null;

  function kill(why: ProcessEnd): void {
    end();
    reason ??= why;
    process.kill();
  }

  function checkTime(): void {
    const had = before === null ? most : (processorTime(process.pid) ?? most + before) - before;
    if (had >= most || performance.now() - started >= MAX_TIMES * most) kill('timed_out');
    else timeTimer = setTimeout(checkTime, Math.max(MIN_WAIT_MS, most - had));
  }

  async function checkMemory(): Promise<void> {
    if ((await residentMemory(process.pid)) > limits.residentBytes) kill('out_of_memory');
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
    /** Why the process was ended; null if it was not. */
    reason: (): ProcessEnd | null => reason,
    end,
  };
}
