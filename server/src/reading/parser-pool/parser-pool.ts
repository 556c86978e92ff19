import type { Log } from '../../kernel/log.ts';
import { createSlots } from '../../kernel/slots.ts';
import { ReadingFailure } from '../failures.ts';
import type { Parsed, ParseTask } from '../parse-task.ts';
import { readFrames } from './frames.ts';
import { watchOver } from './parser-limits.ts';
import { type ParseProcess, startParseProcess } from './parser-process.ts';
import { converse, type OnProgress } from './parser-protocol.ts';
import { residentMemory } from './resident-memory.ts';

export interface IsolationLimits {
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

export const ISOLATION_LIMITS: IsolationLimits = {
  processes: 2,
  wallMs: 60_000,
  residentBytes: 1024 ** 3,
  keepBelowBytes: 300 * 1024 ** 2,
  nice: 10,
  idleMs: 30_000,
};

export interface ParseOptions {
  signal: AbortSignal;
  onProgress?: OnProgress;
}

export interface Isolated {
  /**
   * Parses a document in another process. @throws ReadingFailure
   *
   * @param bytes what is read; taken as fast as the process takes it
   */
  parse(task: ParseTask, bytes: AsyncIterable<Uint8Array>, options: ParseOptions): Promise<Parsed>;
  /** Ends every process; what is being parsed fails with `stopped`. */
  stop(): Promise<void>;
}

interface Worker {
  process: ParseProcess;
  /** Results, one after another; the stream belongs to the process and is read across documents. */
  frames: ReturnType<typeof readFrames>;
  idle: NodeJS.Timeout | null;
}

/** A pool of parsing processes, reused between documents and ended on wall clock, memory or a call to stop. */
export function createIsolated({
  log,
  limits = ISOLATION_LIMITS,
}: {
  log: Log;
  limits?: IsolationLimits;
}): Isolated {
  const slots = createSlots(limits.processes);
  const idle: Worker[] = [];
  const alive = new Set<Worker>();
  const stopping = new AbortController();

  function start(): Worker {
    const process = startParseProcess(Math.ceil((limits.residentBytes / 1024 ** 2) * 0.9), limits.nice);
    const worker: Worker = { process, frames: readFrames(process.output), idle: null };
    alive.add(worker);
    void process.ended.then(() => {
      alive.delete(worker);
      const at = idle.indexOf(worker);
      if (at !== -1) idle.splice(at, 1);
      if (worker.idle) clearTimeout(worker.idle);
    });
    return worker;
  }

  function takeWorker(): Worker {
    const worker = idle.pop() ?? start();
    if (worker.idle) clearTimeout(worker.idle);
    worker.idle = null;
    return worker;
  }

  async function giveBack(worker: Worker): Promise<void> {
    const resident = await residentMemory(worker.process.pid);
    if (stopping.signal.aborted || resident === 0 || resident > limits.keepBelowBytes) {
      worker.process.kill();
      return;
    }
    worker.idle = setTimeout(() => worker.process.kill(), limits.idleMs);
    worker.idle.unref();
    idle.push(worker);
  }

  async function parse(
    task: ParseTask,
    bytes: AsyncIterable<Uint8Array>,
    { signal, onProgress = () => {} }: ParseOptions,
  ): Promise<Parsed> {
    const ending = AbortSignal.any([signal, stopping.signal]);
    const release = await slots.take('parsing', ending).catch(() => {
      throw new ReadingFailure('stopped');
    });
    const worker = takeWorker();
    const watch = watchOver(worker.process, limits, ending);
    try {
      const { outcome, isReusable } = await converse(worker, task, bytes, onProgress);
      watch.end();
      if (isReusable) await giveBack(worker);
      if ('failed' in outcome) throw new ReadingFailure(outcome.failed.code, outcome.failed.detail);
      return outcome.parsed;
    } catch (error) {
      // The conversation broke off: what the process would say next belongs to nobody.
      if (!idle.includes(worker)) worker.process.kill();
      throw watch.reason() ?? (await ownReason(error, worker.process, task));
    } finally {
      watch.end();
      release();
    }
  }

  async function ownReason(error: unknown, process: ParseProcess, { do: what }: ParseTask) {
    if (error instanceof ReadingFailure) return error;
    const signal = await process.ended;
    log.warn({ err: error, what, signal, complaints: process.complaints() }, 'a parsing process broke');
    // V8 aborts when its heap is full.
    return new ReadingFailure(signal === 'SIGABRT' ? 'parsing_out_of_memory' : 'parsing_crashed');
  }

  return {
    parse,
    async stop() {
      stopping.abort();
      const ends = [...alive].map(({ process }) => process.ended);
      for (const { process } of alive) process.kill();
      await Promise.all(ends);
    },
  };
}
