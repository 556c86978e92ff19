import { spawn } from 'node:child_process';
import { watchMemory } from './watch-memory.ts';

/** An answer with its passages is far below it. */
const MOST_BYTES = 4 * 1024 * 1024;
/** Of what it writes beside its answer, to say why it failed. */
const KEPT_OF_ERRORS = 2000;

export interface Program {
  readonly run: readonly [string, ...string[]];
  readonly directory: string | undefined;
  /** All that it sees of the environment. */
  readonly variables: Readonly<Record<string, string>>;
  readonly memoryBytes: number;
}

export type ProgramEnd =
  | { end: 'answered'; text: string }
  /** By itself, and not well: `how` it ended, and what it wrote to its standard error. */
  | { end: 'failed'; how: string; errors: string }
  /** By us, at one of its limits. */
  | { end: 'stopped'; why: 'memory' | 'output' | 'signal' }
  | { end: 'not_started'; error: Error };

/**
 * Runs a program once: `input` is what it reads, and what it writes is the answer. It leads a process group of its own, which
 * ends with it, so that nothing it started is left. Never rejects.
 */
export function runProgram(program: Program, input: string, signal: AbortSignal): Promise<ProgramEnd> {
  const { promise, resolve } = Promise.withResolvers<ProgramEnd>();
  const [file, ...rest] = program.run;
  const child = spawn(file, rest, {
    ...(program.directory !== undefined && { cwd: program.directory }),
    env: program.variables,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
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
  const stop = (why: 'memory' | 'output' | 'signal') => {
    stopped ??= why;
    endGroup();
  };
  const onAbort = () => stop('signal');
  const memory = watchMemory(child.pid, program.memoryBytes, () => stop('memory'));
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();

  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) stop('output');
    else answer.push(chunk);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (errors.length < KEPT_OF_ERRORS) errors = (errors + text).slice(0, KEPT_OF_ERRORS);
  });
  // It may end without having read what it was given.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  child.on('error', (error) => finish({ end: 'not_started', error }));
  // What it started may hold its pipes open, so that they close only then.
  child.on('exit', endGroup);
  child.on('close', (code, by) => {
    if (stopped !== null) return finish({ end: 'stopped', why: stopped });
    if (code === 0) return finish({ end: 'answered', text: Buffer.concat(answer).toString('utf8') });
    finish({ end: 'failed', how: by === null ? `with status ${code}` : `by ${by}`, errors: errors.trim() });
  });
  return promise;

  function finish(end: ProgramEnd) {
    memory.stop();
    signal.removeEventListener('abort', onAbort);
    resolve(end);
  }
}
