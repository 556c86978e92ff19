import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { watchMemory } from '../../../kernel/watch-memory.ts';

/** Maximum response; one with its passages is far smaller. */
const MAX_BYTES = 4 * 1024 * 1024;
/** The length of the kept end of standard error, in characters: most programs say there why they failed. */
const KEPT_OF_ERRORS = 8000;
/** How long its output is read after it ended, in ms: processes it left behind may keep its pipes open forever. */
const LAST_WORDS_MS = 5000;

export interface Program {
  readonly run: readonly [string, ...string[]];
  readonly directory: string | undefined;
  /** Its complete environment. */
  readonly variables: Readonly<Record<string, string>>;
  readonly memoryBytes: number;
}

export type ProgramEnd =
  | { end: 'answered'; text: string }
  /** The program failed by itself: `how` it ended, and what it wrote to standard error. */
  | { end: 'failed'; how: string; errors: string }
  /** The program was ended by us, at one of its limits. */
  | { end: 'stopped'; why: 'memory' | 'output' | 'signal' }
  | { end: 'not_started'; error: Error };

/**
 * Runs a program once: `input` is its input, and its output is the response. It leads a process group, which ends with
 * it; only processes that left the group survive. Never rejects.
 */
export function runProgram(program: Program, input: string, signal: AbortSignal): Promise<ProgramEnd> {
  const { promise, resolve } = Promise.withResolvers<ProgramEnd>();
  const [file, ...rest] = program.run;
  let child: ChildProcessWithoutNullStreams;
  let lastWords: ReturnType<typeof setTimeout> | undefined;
  try {
    child = spawn(file, rest, {
      ...(program.directory !== undefined && { cwd: program.directory }),
      env: program.variables,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  } catch (error) {
    return Promise.resolve({ end: 'not_started', error: error as Error });
  }
  child.on('error', (error) => resolve({ end: 'not_started', error }));
  // Without free file descriptors, the process has no pipes.
  if (child.pid === undefined) return promise;
  const answer: Buffer[] = [];
  let [bytes, errors] = [0, ''];
  let stopped: 'memory' | 'output' | 'signal' | null = null;

  const endGroup = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  };
  const closePipes = () => {
    child.stdout.destroy();
    child.stderr.destroy();
  };
  const stop = (why: 'memory' | 'output' | 'signal') => {
    stopped ??= why;
    endGroup();
    if (child.exitCode !== null || child.signalCode !== null) closePipes();
  };
  const onAbort = () => stop('signal');
  const memory = watchMemory(child.pid, program.memoryBytes, () => stop('memory'));
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();

  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) stop('output');
    else answer.push(chunk);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-KEPT_OF_ERRORS);
  });
  // The program may end without having read its input.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  child.on('exit', () => {
    endGroup();
    if (stopped === null) lastWords = setTimeout(closePipes, LAST_WORDS_MS);
    else closePipes();
  });
  child.on('close', (code, by) => {
    if (stopped !== null) return finish({ end: 'stopped', why: stopped });
    if (code === 0) return finish({ end: 'answered', text: Buffer.concat(answer).toString('utf8') });
    finish({ end: 'failed', how: by === null ? `with status ${code}` : `by ${by}`, errors: errors.trim() });
  });
  return promise;

  function finish(end: ProgramEnd) {
    memory.stop();
    clearTimeout(lastWords);
    signal.removeEventListener('abort', onAbort);
    resolve(end);
  }
}
