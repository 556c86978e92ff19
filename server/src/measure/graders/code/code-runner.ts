import { type ContainedProcess, startContainedProcess } from '../../../kernel/contained-process.ts';
import { jsonFrame, readFrames } from '../../../kernel/frames.ts';
import { isObject } from '../../../kernel/json.ts';
import type { Log } from '../../../kernel/log.ts';
import { enforceLimits, type ProcessEnd } from '../../../kernel/process-limits.ts';
import { GradingTimedOut } from '../grading-timed-out.ts';
import type { CodeCall, CodeLanguage, FromCodeChild, ToCodeChild } from './code-messages.ts';
import { findPyodide, PYODIDE_MISSING } from './find-pyodide.ts';

const ENTRY = new URL('./code-child.ts', import.meta.url);
const OWN_CODE = [new URL('./', ENTRY), new URL('../../../kernel/', ENTRY)] as const;
const PACKAGES = ['quickjs-emscripten-core', '@jitl/quickjs-singlefile-mjs-release-sync'];
/** Memory of WebAssembly, in which both languages run: 128 MiB are enough for a grader. */
const FLAGS: Readonly<Record<CodeLanguage, string[]>> = {
  javascript: ['--wasm-max-mem-pages=2048'],
  python: ['--wasm-max-mem-pages=8192'],
};
const NAMES: Readonly<Record<CodeLanguage, string>> = { javascript: 'JavaScript', python: 'Python' };
const RESIDENT_BYTES = 1024 ** 3;
const HEAP_MEGABYTES = 256;
const NICE = 10;
/** Processor time for a start; Python needs 2.3 s on an idle machine. */
const START_MS = 60_000;
/** Additional time for a process that ends its own calls in time. */
const GRACE_MS = 500;
/** Maximum calls sent to one process, and characters of one message. */
const MAX_SENT = 200;
const MAX_MESSAGE = 1_000_000;
/** Maximum characters of the argument of `grade`, as JSON. */
const MAX_SAMPLE = 500_000;

interface Call extends CodeCall {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/**
 * Runs users' code on samples, each language in a process that can only compute. Processes start with the first call in
 * their language, and again after one was ended.
 */
export function createCodeRunner(log?: Log) {
  const runners = new Map<CodeLanguage, ReturnType<typeof createLanguageRunner>>();
  const stopping = new AbortController();
  return {
    /**
     * The return value of the source's `grade` for a sample. Rejects with `GradingTimedOut`, or with an error that says
     * what is wrong in the code, and where.
     */
    async run({ language, ...call }: CodeCall & { language: CodeLanguage }): Promise<unknown> {
      if (call.sample.length > MAX_SAMPLE)
        throw new Error(`The sample has more than ${MAX_SAMPLE} characters of JSON.`);
      const runner = runners.get(language) ?? createLanguageRunner(language, stopping.signal, log);
      runners.set(language, runner);
      return runner.run(call);
    },
    /** Ends all processes; pending calls reject. */
    async stop(): Promise<void> {
      stopping.abort(new Error('The run has ended.'));
      await Promise.all([...runners.values()].map((runner) => runner.stop()));
    },
  };
}

interface Child {
  process: ContainedProcess;
  isReady: boolean;
  /** The calls sent to it, in order; it works on the first. */
  sent: Call[];
  /** The sources of calls, by index. */
  sources: Map<string, number>;
  watch: ReturnType<typeof enforceLimits>;
  isWatchDue: boolean;
}

function createLanguageRunner(language: CodeLanguage, stopping: AbortSignal, log?: Log) {
  const waiting: Call[] = [];
  let child: Child | null = null;
  let starting: Promise<void> | null = null;
  let isScheduled = false;

  /** All calls of one turn of the event loop are sent in one message. */
  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      if (stopping.aborted) failAll(stopping.reason);
      else if (child !== null) sendWaiting(child);
      else if (waiting.length > 0) starting ??= start();
    });
  }

  function failAll(error: unknown): void {
    for (const call of waiting.splice(0)) call.reject(error);
  }

  async function start(): Promise<void> {
    try {
      const folder = language === 'python' ? findPyodide() : null;
      if (language === 'python' && folder === null) return failAll(new Error(PYODIDE_MISSING));
      const process = await startContainedProcess({
        entry: ENTRY,
        ownCode: OWN_CODE,
        packages: PACKAGES,
        flags: FLAGS[language],
        folders: folder === null ? [] : [folder],
        args: folder === null ? [language] : [language, folder],
        heapMegabytes: HEAP_MEGABYTES,
        nice: NICE,
      });
      const started: Child = {
        process,
        isReady: false,
        sent: [],
        sources: new Map(),
        watch: watchFor(process, START_MS),
        isWatchDue: false,
      };
      child = started;
      void receive(started).then(() => end(started));
    } catch (error) {
      log?.warn({ err: error, language }, 'a process that grades could not be started');
      failAll(new Error(`No process could be started that runs ${NAMES[language]}.`, { cause: error }));
    } finally {
      starting = null;
    }
  }

  function watchFor(process: ContainedProcess, processorMs: number) {
    return enforceLimits(process, { processorMs, residentBytes: RESIDENT_BYTES }, stopping);
  }

  /** Reads the messages of a process until it ends; an invalid one ends it. */
  async function receive(from: Child): Promise<void> {
    try {
      for await (const frame of readFrames(from.process.output))
        take(from, frame.kind === 'json' ? (frame.value as FromCodeChild) : null);
    } catch (error) {
      log?.warn({ err: error, language }, 'a process that grades broke');
    }
    from.process.kill();
  }

  function take(from: Child, message: FromCodeChild | null): void {
    const call = isObject(message) && 'outcome' in message ? from.sent.shift() : undefined;
    if (call !== undefined) settle(call, (message as Record<string, unknown>).outcome);
    else if (isObject(message) && 'ready' in message && !from.isReady) from.isReady = true;
    else throw new Error('It sent what it was not asked for.');
    watchSoon(from);
    schedule();
  }

  /** Each call has its own time limit, which starts when the outcome of the previous one arrives. */
  function watchSoon(from: Child): void {
    if (from.isWatchDue) return;
    from.isWatchDue = true;
    from.watch.end();
    setImmediate(() => {
      from.isWatchDue = false;
      const [first] = from.sent;
      if (child === from && first) from.watch = watchFor(from.process, first.timeoutMs + GRACE_MS);
    });
  }

  function sendWaiting(to: Child): void {
    if (!to.isReady) return;
    const isIdle = to.sent.length === 0;
    while (waiting.length > 0 && to.sent.length < MAX_SENT) {
      const message: ToCodeChild = { sources: [], calls: [] };
      for (let size = 0; waiting.length > 0 && to.sent.length < MAX_SENT; ) {
        const [{ source, timeoutMs, sample } = {} as Call] = waiting;
        const known = to.sources.get(source);
        size += sample.length + (known === undefined ? source.length : 0);
        if (size > MAX_MESSAGE && message.calls.length > 0) break;
        const place = known ?? to.sources.size;
        to.sources.set(source, place);
        if (known === undefined) message.sources.push(source);
        message.calls.push({ source: place, timeoutMs, sample });
        to.sent.push(...waiting.splice(0, 1));
      }
      to.process.input.write(jsonFrame(message));
    }
    if (isIdle) watchSoon(to);
  }

  async function end(ended: Child): Promise<void> {
    ended.watch.end();
    const signal = await ended.process.ended;
    const reason = ended.watch.reason();
    child = null;
    if (stopping.aborted) waiting.unshift(...ended.sent);
    else if (ended.isReady) {
      const [first, ...others] = ended.sent;
      first?.reject(errorOf(first, reason, signal));
      waiting.unshift(...others);
    } else {
      log?.warn(
        { language, signal, reason, stderr: ended.process.stderr() },
        'a process that grades did not start',
      );
      failAll(new Error(`The process that runs ${NAMES[language]} did not start.`));
    }
    schedule();
  }

  return {
    run: (call: CodeCall): Promise<unknown> =>
      new Promise((resolve, reject) => {
        waiting.push({ ...call, resolve, reject });
        schedule();
      }),
    async stop(): Promise<void> {
      await starting;
      child?.process.kill();
      await child?.process.ended;
      failAll(stopping.reason);
    },
  };
}

/** Why a process ended while it worked on a call. */
function errorOf({ timeoutMs }: Call, reason: ProcessEnd | null, signal: NodeJS.Signals | null): Error {
  if (reason === 'timed_out') return new GradingTimedOut(timeoutMs);
  // V8 aborts when its heap is full.
  const isFull = reason === 'out_of_memory' || signal === 'SIGABRT';
  return new Error(
    isFull ? 'It took too much memory.' : 'Its process ended, as it does when code tries to leave it.',
  );
}

/** The code may have taken over the process, so its messages are not trusted. */
function settle(call: Call, outcome: unknown): void {
  if (isObject(outcome) && 'value' in outcome) call.resolve(outcome.value);
  else if (isObject(outcome) && outcome.timedOut === true) call.reject(new GradingTimedOut(call.timeoutMs));
  else
    call.reject(
      new Error(isObject(outcome) ? String(outcome.failed).slice(0, 1_000) : 'It sent no outcome.'),
    );
}
