import { ReadingFailure, type ReadingFailureCode } from '../failures.ts';
import type { IsolationLimits } from './parser-pool.ts';
import type { ParseProcess } from './parser-process.ts';
import { residentMemory } from './resident-memory.ts';

export interface Watch {
  /** Why the process was ended, if it was. */
  reason(): ReadingFailure | null;
  end(): void;
}

const EVERY_MS = 100;

/** Ends a process that runs too long, grows too large or is no longer wanted, whatever it is busy with. */
export function watchOver(process: ParseProcess, limits: IsolationLimits, signal: AbortSignal): Watch {
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
