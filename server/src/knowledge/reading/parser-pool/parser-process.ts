import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, realpathSync } from 'node:fs';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { connectErrorCode } from '../../../kernel/connect-errors.ts';
import { ReadingFailure } from '../failures.ts';

/** A parsing process with its pipes. */
export interface ParserProcess {
  readonly pid: number;
  readonly input: Writable;
  readonly output: Readable;
  /** The end of what it wrote to standard error, for the log. */
  readonly stderr: () => string;
  /** Resolves when it has ended, to the signal that ended it. */
  readonly ended: Promise<NodeJS.Signals | null>;
  kill(): void;
}

/**
 * Packages that parsers import. The process may read the folders where they are installed, and its own code; in a bundle
 * they are part of that.
 */
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
const OWN_CODE = [new URL('../', ENTRY), new URL('../../../kernel/', ENTRY)];
const KEPT_STDERR = 2_000;

/**
 * Starts a process that can only compute: no environment, no files but its own code, no network, processes, threads
 * or code from strings. Rejects with a ReadingFailure if it cannot start; a started process is returned at once, so
 * that none runs untracked.
 */
export function startParserProcess(heapMegabytes: number, nice: number): ParserProcess | Promise<never> {
  const args = [
    '--permission',
    ...readableFolders().map((folder) => `--allow-fs-read=${folder}`),
    '--disallow-code-generation-from-strings',
    `--max-old-space-size=${heapMegabytes}`,
    '--no-warnings',
    fileURLToPath(ENTRY),
  ];
  const options: SpawnOptions = { env: {}, cwd: '/', stdio: ['pipe', 'ignore', 'pipe', 'pipe'] };
  // Node throws some of the reasons why there is no process, and tells the others later.
  try {
    const child = spawn(process.execPath, args, options);
    if (child.pid !== undefined) return wrap(child, nice);
    return once(child, 'error').then(([error]) => Promise.reject(notStarted(error)));
  } catch (error) {
    return Promise.reject(notStarted(error));
  }
}

function readableFolders(): string[] {
  // A bundle is one folder.
  if (!ENTRY.pathname.endsWith('.ts')) return withTargets([fileURLToPath(new URL('../', ENTRY))]);
  const own = OWN_CODE.map((folder) => fileURLToPath(folder));
  const modules = PACKAGES.map((name) => {
    const path = fileURLToPath(import.meta.resolve(name));
    return path.slice(0, path.lastIndexOf('/node_modules/') + '/node_modules'.length);
  });
  return withTargets([...own, ...modules, ...linkedModules(own[0] as string)]);
}

/** Where node_modules is a link, Node looks for packages at the link and reads them at its target. */
const withTargets = (folders: readonly string[]) => [
  ...new Set(folders.flatMap((folder) => [folder, realpathSync(folder)])),
];

/** The node_modules folders that are links, from a folder upwards. */
function linkedModules(from: string): string[] {
  const above = dirname(from);
  const path = join(from, 'node_modules');
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  return [...(isLink ? [path] : []), ...(above === from ? [] : linkedModules(above))];
}

/** What the machine has no more of; another attempt may find it. */
const NO_RESOURCES = ['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM'];

function notStarted(error: unknown): ReadingFailure {
  return new ReadingFailure(
    NO_RESOURCES.includes(connectErrorCode(error)) ? 'no_resources' : 'parsing_crashed',
    '',
    error,
  );
}

function wrap(child: ChildProcess, nice: number): ParserProcess {
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
    child.once('exit', (_, signal) => resolve(signal));
    child.once('error', () => resolve(null));
  });
  const [input, , errors, output] = child.stdio;
  if (!input || !errors || !output) throw new Error('The parsing process has no pipes.');
  let stderr = '';
  (errors as Readable).setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-KEPT_STDERR);
  });
  // A process that ends while it is written to is noticed by its end; a broken pipe adds nothing.
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
