import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { DatabaseRefused } from '../database-refused.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A running tool. If it fails, `ended` throws `DatabaseRefused` with its error output. */
export interface RunningTool {
  readonly child: ChildProcess;
  readonly ended: Promise<void>;
}

export interface ToolOptions {
  /** The server to connect to; absent if only a file is read. */
  url?: string;
  /** The environment with PATH and the tools' own settings (such as `PGSSLROOTCERT`). */
  env: Environment;
  /** Aborts the tool. */
  signal?: AbortSignal | undefined;
  stdio: SpawnOptions['stdio'];
}

const MAX_SAID = 2000;
const FOLDERS = [
  '/usr/lib/postgresql/*/bin/pg_dump',
  '/usr/pgsql-*/bin/pg_dump',
  '/opt/homebrew/opt/libpq/bin/pg_dump',
];

/** Starts one of PostgreSQL's own tools. */
export function startTool(
  tool: 'pg_dump' | 'pg_restore' | 'psql',
  args: readonly string[],
  { url, env, signal, stdio }: ToolOptions,
): RunningTool {
  const { address, password } = url === undefined ? { address: [], password: {} } : splitPassword(url);
  const child = spawn(tool, [...args, ...address], {
    env: { ...env, PATH: searchPath(env), ...password },
    signal,
    stdio,
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-MAX_SAID);
  });
  // Without a listener, a tool that ends early would end this process.
  child.stdin?.on('error', () => {});
  const ended = once(child, 'close').then(
    ([code]) => {
      if (code !== 0) throw new DatabaseRefused(`${tool} failed: ${said.trim() || `it ended with ${code}`}`);
    },
    (error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? missing(tool) : error;
    },
  );
  // It is awaited after the output has been read.
  ended.catch(() => {});
  return { child, ended };
}

function missing(tool: string): DatabaseRefused {
  return new DatabaseRefused(
    `${tool} was not found, which is needed to copy a PostgreSQL database. Install PostgreSQL's client programs ` +
      '(of the version of your server or newer), and have them on PATH.',
  );
}

/** Distributions install the tools of each version in a folder of their own; the newest can dump every older server. */
function searchPath(env: Environment): string {
  const folders = globSync(FOLDERS)
    .map((path) => dirname(path))
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return [...folders, env.PATH ?? ''].join(delimiter);
}

/** The password is passed in the environment, because all users of the machine can see arguments. */
function splitPassword(url: string): { address: string[]; password: Record<string, string> } {
  const parsed = URL.parse(url);
  if (!parsed) return { address: ['--dbname', url], password: {} };
  const { password } = parsed;
  parsed.password = '';
  return {
    address: ['--dbname', parsed.href],
    password: password === '' ? {} : { PGPASSWORD: decodeURIComponent(password) },
  };
}
