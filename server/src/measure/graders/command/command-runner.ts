import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { parseJson } from '../../../kernel/json.ts';
import { watchMemory } from '../../../kernel/watch-memory.ts';
import { GradingTimedOut } from '../grading-timed-out.ts';
import { programProblem } from './command-programs.ts';
import { startOptions } from './containment.ts';

/** One response to grade by a program. */
export interface CommandCall {
  /** The program with its arguments. */
  run: readonly string[];
  /** From the answer before, or the start of the program, to its answer. */
  timeoutMs: number;
  /** What it is to grade, as JSON. */
  sample: string;
}

const MEMORY_BYTES = 1024 ** 3;
/** Samples that a program has been written, and their characters, before it has answered. */
const MAX_SENT = 200;
const MAX_SENT_CHARACTERS = 4_000_000;
const MAX_LINE = 64_000;
const KEPT_STDERR = 2_000;
const SHOWN = 300;

interface Call extends CommandCall {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/**
 * Grades samples by programs of the operator: each runs once for all samples, reads one a line and answers each with a
 * line. It is started again after it was ended.
 * @param allowed programs, and folders of programs, that may be run
 */
export function createCommandRunner(allowed: readonly string[]) {
  const programs = new Map<string, ReturnType<typeof createProgram>>();
  const stopping = new AbortController();
  return {
    /** What the program answers to a sample. Rejects with `GradingTimedOut`, or with what it did wrong. */
    async run(call: CommandCall): Promise<unknown> {
      stopping.signal.throwIfAborted();
      const key = JSON.stringify(call.run);
      const known = programs.get(key);
      const problem = known ? null : programProblem(call.run[0] ?? '', allowed);
      if (problem !== null) throw new Error(problem);
      const program = known ?? createProgram(call.run, stopping.signal);
      programs.set(key, program);
      return program.grade(call);
    },
    /** Ends all programs; calls under way reject. */
    async stop(): Promise<void> {
      stopping.abort(new Error('The run has ended.'));
      await Promise.all([...programs.values()].map((program) => program.stop()));
    },
  };
}

interface Child {
  process: ChildProcessWithoutNullStreams;
  sent: Call[];
  answers: number;
  /** The beginning of a line. */
  line: string;
  stderr: string;
  /** Why it was ended by us. */
  reason: Error | null;
  timer: NodeJS.Timeout | undefined;
  ended: Promise<void>;
}

function createProgram(run: readonly string[], stopping: AbortSignal) {
  const waiting: Call[] = [];
  let child: Child | null = null;

  function start(): Child | null {
    const { file, args, options } = startOptions(run);
    let process: ChildProcessWithoutNullStreams;
    try {
      process = spawn(file, args, { ...options, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
    } catch (error) {
      failAll(notStarted(error));
      return null;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const started: Child = {
      ...{ process, sent: [], answers: 0, line: '', stderr: '', reason: null, timer: undefined },
      ended: promise,
    };
    const memory = watchMemory(process.pid, MEMORY_BYTES, () =>
      end(started, new Error(`It took more than ${MEMORY_BYTES / 1024 ** 2} MB of memory.`)),
    );
    process.stdout.setEncoding('utf8').on('data', (text: string) => read(started, text));
    process.stderr.setEncoding('utf8').on('data', (text: string) => {
      started.stderr = (started.stderr + text).slice(-KEPT_STDERR);
    });
    // A program that ends while it is written to is noticed by its end.
    process.stdin.on('error', () => {});
    process.once('error', (error) => {
      started.reason ??= notStarted(error);
      if (process.pid === undefined) finish(null, null);
    });
    // What it started itself may hold its pipes open.
    process.once('exit', () => killGroup(process.pid));
    process.once('close', finish);
    return started;

    function finish(code: number | null, signal: string | null): void {
      memory.stop();
      clearTimeout(started.timer);
      child = null;
      settleEnd(started, code, signal);
      resolve();
      pump();
    }
  }

  /** The first call is what it failed on, unless it ended well after an answer: then it has not begun with it. */
  function settleEnd({ sent, answers, reason, stderr }: Child, code: number | null, signal: string | null) {
    if (stopping.aborted) return failAll(stopping.reason, sent);
    if (sent.length > 0 && (reason !== null || code !== 0 || answers === 0)) {
      const how = signal === null ? `with status ${code}` : `by ${signal}`;
      const said = stderr.trim() === '' ? '' : `: ${stderr.trim().slice(-SHOWN)}`;
      sent.shift()?.reject(reason ?? new Error(`It ended ${how} before it answered${said}`));
    }
    waiting.unshift(...sent);
  }

  function read(from: Child, text: string): void {
    if (from.reason !== null) return;
    const lines = (from.line + text).split('\n');
    from.line = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '' && from.reason === null) take(from, line);
    if (from.line.length > MAX_LINE) end(from, new Error(`It wrote more than ${MAX_LINE} characters.`));
    pump();
  }

  /** An answer that cannot be read ends the program: of those after it nobody knows which sample they are of. */
  function take(from: Child, line: string): void {
    const value = line.length > MAX_LINE ? undefined : parseJson(line);
    const call = value === undefined ? undefined : from.sent.shift();
    if (call === undefined) {
      const wrong =
        value === undefined
          ? `It wrote a line that is not JSON: ${line.slice(0, SHOWN)}`
          : 'It wrote more lines than it was given.';
      end(from, new Error(wrong));
      return;
    }
    from.answers += 1;
    call.resolve(value);
    watch(from);
  }

  function end(ended: Child, reason: Error): void {
    ended.reason ??= reason;
    killGroup(ended.process.pid);
    ended.process.stdout.destroy();
    ended.process.stderr.destroy();
  }

  /** Each call has its own time, which begins with the answer to the one before. */
  function watch(watched: Child): void {
    clearTimeout(watched.timer);
    const [first] = watched.sent;
    if (first === undefined) return;
    const late = new GradingTimedOut(
      first.timeoutMs,
      'Make the program faster and rescore, or raise timeout_ms and evaluate again. It must answer each line at once.',
      '',
    );
    watched.timer = setTimeout(() => end(watched, late), first.timeoutMs);
  }

  function pump(): void {
    if (waiting.length === 0 || stopping.aborted) return;
    child ??= start();
    if (child === null || child.reason !== null) return;
    const isIdle = child.sent.length === 0;
    let characters = child.sent.reduce((sum, { sample }) => sum + sample.length, 0);
    while (waiting.length > 0 && child.sent.length < MAX_SENT) {
      const [next] = waiting as [Call];
      characters += next.sample.length;
      if (characters > MAX_SENT_CHARACTERS && child.sent.length > 0) break;
      waiting.shift();
      child.sent.push(next);
      child.process.stdin.write(`${next.sample}\n`);
    }
    if (isIdle) watch(child);
  }

  function failAll(error: unknown, sent: readonly Call[] = []): void {
    for (const call of [...sent, ...waiting.splice(0)]) call.reject(error);
  }

  return {
    grade: (call: CommandCall): Promise<unknown> =>
      new Promise((resolve, reject) => {
        waiting.push({ ...call, resolve, reject });
        pump();
      }),
    async stop(): Promise<void> {
      if (child !== null) end(child, stopping.reason);
      await child?.ended;
      failAll(stopping.reason);
    },
  };
}

const notStarted = (error: unknown) =>
  new Error(`It could not be started: ${error instanceof Error ? error.message : error}.`);

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
