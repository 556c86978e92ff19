import {
  type ContainedProcess,
  type ProcessNotStarted,
  startContainedProcess,
} from '../../../kernel/contained-process.ts';
import { readFrames } from '../../../kernel/frames.ts';
import type { Log } from '../../../kernel/log.ts';
import { enforceLimits, type ProcessEnd } from '../../../kernel/process-limits.ts';
import { residentMemory } from '../../../kernel/resident-memory.ts';
import { createSlots } from '../../../kernel/slots.ts';
import { ReadingFailure, type ReadingFailureCode } from '../failures.ts';
import type { ParsedSource, ParseProgress, ParseTask } from '../parse-task.ts';
import { PARSER_LIMITS, type ParserLimits } from './parser-limits.ts';
import { requestParse } from './parser-protocol.ts';

/** Packages that parsers import. */
const PACKAGES = [
  'defuddle/node',
  'linkedom',
  'unpdf',
  'pdfjs-dist',
  'modern-tar',
  'eld/small',
  'chardet',
  'html-encoding-sniffer',
  'csv-parse',
  'htmlparser2',
  'hyparquet',
];
const ENTRY = new URL('./parser-child.ts', import.meta.url);
/** The folders `reading/` and `kernel/`: all code that the entry imports. */
const OWN_CODE = [new URL('../', ENTRY), new URL('../../../kernel/', ENTRY)] as const;

const CODES: Readonly<Record<ProcessEnd, ReadingFailureCode>> = {
  timed_out: 'parsing_timed_out',
  out_of_memory: 'parsing_out_of_memory',
  stopped: 'stopped',
};

export interface ParseOptions {
  signal: AbortSignal;
  onProgress?: (progress: ParseProgress) => void;
}

export type ParserPool = ReturnType<typeof createParserPool>;

interface PooledProcess {
  process: ContainedProcess;
  /** Its results: one stream for all documents that it parses. */
  frames: ReturnType<typeof readFrames>;
  idle: NodeJS.Timeout | null;
}

/** A pool of parsing processes. They are reused, and ended by the limits on time and memory or by `stop`. */
export function createParserPool({ log, limits = PARSER_LIMITS }: { log: Log; limits?: ParserLimits }) {
  const slots = createSlots(limits.processes);
  const idle: PooledProcess[] = [];
  const alive = new Set<PooledProcess>();
  const stopping = new AbortController();

  function start(): PooledProcess | Promise<never> {
    const process = startContainedProcess({
      entry: ENTRY,
      ownCode: OWN_CODE,
      packages: PACKAGES,
      heapMegabytes: Math.ceil((limits.residentBytes / 1024 ** 2) * 0.9),
      nice: limits.nice,
    });
    if (process instanceof Promise) {
      return process.catch(({ cause, noResources }: ProcessNotStarted) => {
        log.warn({ err: cause }, 'a parsing process could not be started');
        throw new ReadingFailure(noResources ? 'no_resources' : 'parsing_crashed', '', cause);
      });
    }
    const parser: PooledProcess = { process, frames: readFrames(process.output), idle: null };
    alive.add(parser);
    void process.ended.then(() => {
      alive.delete(parser);
      const at = idle.indexOf(parser);
      if (at !== -1) idle.splice(at, 1);
      if (parser.idle) clearTimeout(parser.idle);
    });
    return parser;
  }

  async function takeProcess(): Promise<PooledProcess> {
    const parser = idle.pop() ?? (await start());
    if (parser.idle) clearTimeout(parser.idle);
    parser.idle = null;
    return parser;
  }

  async function giveBack(parser: PooledProcess): Promise<void> {
    const resident = await residentMemory(parser.process.pid);
    if (stopping.signal.aborted || resident === 0 || resident > limits.keepBelowBytes) {
      parser.process.kill();
      return;
    }
    parser.idle = setTimeout(() => parser.process.kill(), limits.idleMs);
    parser.idle.unref();
    idle.push(parser);
  }

  async function parse(
    task: ParseTask,
    bytes: AsyncIterable<Uint8Array>,
    { signal, onProgress = () => {} }: ParseOptions,
  ): Promise<ParsedSource> {
    const ending = AbortSignal.any([signal, stopping.signal]);
    const release = await slots.take(ending).catch(() => {
      throw new ReadingFailure('stopped');
    });
    try {
      return await parseWith(await takeProcess(), task, bytes, ending, onProgress);
    } finally {
      release();
    }
  }

  async function parseWith(
    parser: PooledProcess,
    task: ParseTask,
    bytes: AsyncIterable<Uint8Array>,
    ending: AbortSignal,
    onProgress: (progress: ParseProgress) => void,
  ): Promise<ParsedSource> {
    const watch = enforceLimits(parser.process, limits, ending);
    try {
      const { outcome, isReusable } = await requestParse(parser, task, bytes, onProgress);
      watch.end();
      if (isReusable) await giveBack(parser);
      if ('failed' in outcome) throw new ReadingFailure(outcome.failed.code, outcome.failed.detail);
      return outcome.parsed;
    } catch (error) {
      // The exchange failed: later messages of the process belong to no document.
      if (!idle.includes(parser)) parser.process.kill();
      const end = watch.reason();
      throw end === null ? await ownReason(error, parser.process, task) : new ReadingFailure(CODES[end]);
    } finally {
      watch.end();
    }
  }

  async function ownReason(error: unknown, process: ContainedProcess, { do: what }: ParseTask) {
    if (error instanceof ReadingFailure) return error;
    const signal = await process.ended;
    log.warn({ err: error, what, signal, stderr: process.stderr() }, 'a parsing process broke');
    // V8 aborts when its heap is full.
    return new ReadingFailure(signal === 'SIGABRT' ? 'parsing_out_of_memory' : 'parsing_crashed');
  }

  return {
    /**
     * Parses a document in another process.
     * @throws ReadingFailure
     * The time limit starts when a process is free and includes waiting for `bytes`, so these should have arrived
     * before.
     * @param bytes the document; read as fast as the process accepts it
     */
    parse,
    /** Ends every process; documents being parsed fail with `stopped`. */
    async stop(): Promise<void> {
      stopping.abort();
      const ends = [...alive].map(({ process }) => process.ended);
      for (const { process } of alive) process.kill();
      await Promise.all(ends);
    },
  };
}
