import { type ChildProcess, spawn } from 'node:child_process';
import { lstatSync, realpathSync } from 'node:fs';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** A parsing process with its pipes. */
export interface ParserProcess {
  readonly pid: number;
  readonly input: Writable;
  readonly output: Readable;
  /** The last lines it wrote to standard error, for the log. */
  readonly complaints: () => string;
  /** Resolves when it is gone, to the signal that ended it. */
  readonly ended: Promise<NodeJS.Signals | null>;
  kill(): void;
}

/** Packages that parsers import; the process may read the folders they are installed in, and its own. */
const PACKAGES = [
  'defuddle/node',
  'linkedom',
  'unpdf',
  'pdfjs-dist',
  'modern-tar',
  'eld/small',
  'chardet',
  'html-encoding-sniffer',
];
const ENTRY = new URL('./parser-child.ts', import.meta.url);
/** The folder `reading/`: all code that the entry imports. */
const OWN_CODE = new URL('../', ENTRY);
const KEPT_COMPLAINTS = 2_000;

/**
 * Starts a process that can do nothing but compute: no environment, no files but its own code, no network, no
 * processes, no threads, no code from strings.
 */
export function startParserProcess(heapMegabytes: number, nice: number): ParserProcess {
  const args = [
    '--permission',
    ...readableFolders().map((folder) => `--allow-fs-read=${folder}`),
    '--disallow-code-generation-from-strings',
    `--max-old-space-size=${heapMegabytes}`,
    '--no-warnings',
    fileURLToPath(ENTRY),
  ];
  const child = spawn(process.execPath, args, {
    env: {},
    cwd: '/',
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
  });
  return wrap(child, nice);
}

function readableFolders(): string[] {
  const own = fileURLToPath(OWN_CODE);
  const modules = PACKAGES.map((name) => {
    const path = fileURLToPath(import.meta.resolve(name));
    return path.slice(0, path.lastIndexOf('/node_modules/') + '/node_modules'.length);
  });
  // Where node_modules is a link, packages are looked for by its name and read where it leads.
  return [
    ...new Set([own, ...modules, ...linkedModules(own)].flatMap((folder) => [folder, realpathSync(folder)])),
  ];
}

/** The folders in which Node looks for packages, from a folder upwards, where they are links. */
function linkedModules(from: string): string[] {
  const above = dirname(from);
  const path = join(from, 'node_modules');
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  return [...(isLink ? [path] : []), ...(above === from ? [] : linkedModules(above))];
}

function wrap(child: ChildProcess, nice: number): ParserProcess {
  const [input, , errors, output] = child.stdio;
  if (!input || !errors || !output) throw new Error('The parsing process has no pipes.');
  let complaints = '';
  (errors as Readable).setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-KEPT_COMPLAINTS);
  });
  // A process that ends while it is written to is noticed by its end; the broken pipe says nothing more.
  for (const stream of [input, output, errors]) stream.on('error', () => {});
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
    child.once('exit', (_, signal) => resolve(signal));
    child.once('error', () => resolve(null));
  });
  lowerPriority(child, nice);
  return {
    pid: child.pid ?? 0,
    input: input as Writable,
    output: output as Readable,
    complaints: () => complaints,
    ended,
    kill: () => child.kill('SIGKILL'),
  };
}

function lowerPriority({ pid }: ChildProcess, nice: number): void {
  try {
    if (pid !== undefined) setPriority(pid, nice);
  } catch {
    // It is gone already, or the platform does not allow it; then it runs like everything else.
  }
}
