import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, realpathSync } from 'node:fs';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { connectErrorCode } from './connect-errors.ts';

/** A process that can only compute, with its pipes. */
export interface ContainedProcess {
  readonly pid: number;
  readonly input: Writable;
  readonly output: Readable;
  /** The last part of its standard error, for the log. */
  readonly stderr: () => string;
  /** Resolves when the process has ended, with the signal that ended it. */
  readonly ended: Promise<NodeJS.Signals | null>;
  kill(): void;
}

export interface ContainedProgram {
  /** The file that is run. */
  entry: URL;
  /** The folders with all code that the entry imports. */
  ownCode: readonly [URL, ...URL[]];
  /** The packages that the entry imports; a bundle contains them. */
  packages: readonly string[];
  /** Further folders that the process may read. */
  folders?: readonly string[];
  /** Further arguments for Node. */
  flags?: readonly string[];
  /** Arguments for the program. */
  args?: readonly string[];
  heapMegabytes: number;
  /** The scheduling priority (0 to 19, 19 is the lowest). */
  nice: number;
}

/** Why a process could not be started. */
export class ProcessNotStarted extends Error {
  override readonly name = 'ProcessNotStarted';
  /** A resource of the machine is used up; another attempt may succeed. */
  readonly noResources: boolean;

  constructor(cause: unknown) {
    super('The process could not be started.', { cause });
    this.noResources = NO_RESOURCES.includes(connectErrorCode(cause));
  }
}

const KEPT_STDERR = 2_000;

/**
 * Starts a process that can only compute: no environment, no files except its own code, no network, processes, threads
 * or code from strings. It reads messages from standard input and answers on descriptor 3. Rejects with a
 * `ProcessNotStarted` if it cannot start. Returns a started process at once, so that its caller can always end it.
 */
export function startContainedProcess(program: ContainedProgram): ContainedProcess | Promise<never> {
  const args = [
    '--permission',
    ...readableFolders(program).map((folder) => `--allow-fs-read=${folder}`),
    '--disallow-code-generation-from-strings',
    `--max-old-space-size=${program.heapMegabytes}`,
    '--no-warnings',
    ...(program.flags ?? []),
    fileURLToPath(program.entry),
    ...(program.args ?? []),
  ];
  const options: SpawnOptions = { env: {}, cwd: '/', stdio: ['pipe', 'ignore', 'pipe', 'pipe'] };
  // Node throws some start errors and emits others later.
  try {
    const child = spawn(process.execPath, args, options);
    if (child.pid !== undefined) return wrap(child, program.nice);
    return once(child, 'error').then(([error]) => Promise.reject(new ProcessNotStarted(error)));
  } catch (error) {
    return Promise.reject(new ProcessNotStarted(error));
  }
}

function readableFolders({ entry, ownCode, packages, folders = [] }: ContainedProgram): string[] {
  // A bundle is a single folder.
  if (!entry.pathname.endsWith('.ts')) return withTargets([fileURLToPath(new URL('../', entry)), ...folders]);
  const own = ownCode.map((folder) => fileURLToPath(folder));
  const modules = packages.map((name) => {
    const path = fileURLToPath(import.meta.resolve(name));
    return path.slice(0, path.lastIndexOf('/node_modules/') + '/node_modules'.length);
  });
  return withTargets([...own, ...modules, ...linkedModules(own[0] as string), ...folders]);
}

/**
 * If node_modules is a link, Node resolves packages at the link and reads them at its target: both must be readable.
 */
const withTargets = (folders: readonly string[]) => [
  ...new Set(folders.flatMap((folder) => [folder, realpathSync(folder)])),
];

/** The node_modules folders that are links, in this folder and its parents. */
function linkedModules(from: string): string[] {
  const above = dirname(from);
  const path = join(from, 'node_modules');
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  return [...(isLink ? [path] : []), ...(above === from ? [] : linkedModules(above))];
}

/** Errors for a used-up resource of the machine; another attempt may succeed. */
const NO_RESOURCES = ['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM'];

function wrap(child: ChildProcess, nice: number): ContainedProcess {
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
    child.once('exit', (_, signal) => resolve(signal));
    child.once('error', () => resolve(null));
  });
  const [input, , errors, output] = child.stdio;
  if (!input || !errors || !output) throw new Error('The process has no pipes.');
  let stderr = '';
  (errors as Readable).setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-KEPT_STDERR);
  });
  // If the process ends during a write, its end is reported; the broken pipe adds no information.
  for (const stream of [input, output, errors]) stream.on('error', () => {});
  lowerPriority(child, nice);
  return {
    pid: child.pid ?? 0,
    input: input as Writable,
    output: output as Readable,
    stderr: () => stderr,
    ended,
    kill: () => child.kill('SIGKILL'),
  };
}

function lowerPriority({ pid }: ChildProcess, nice: number): void {
  try {
    if (pid !== undefined) setPriority(pid, nice);
  } catch {
    // The process has ended, or the platform does not allow it: then it runs with normal priority.
  }
}
