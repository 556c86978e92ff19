import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { SERVICE_ENV, SERVICE_FLAGS } from '../../../scripts/lib/node-flags.mjs';
import type { TestPlace } from './each-database.ts';

/** `touchstone serve` as a process of its own: what a user starts, and what can be killed. */
export interface ServeProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** What it has written to standard error so far. */
  log(): string;
  /** SIGTERM, and waits for the end; answers the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL, and waits for the end. */
  kill(): Promise<void>;
}

const CLI = fileURLToPath(new URL('../../src/cli/cli.ts', import.meta.url));
const READY_WITHIN_MS = 30_000;

/** Starts the service on a free port and waits until it says that it is ready. Rejects with its log when it does not. */
export async function startServe(
  place: Pick<TestPlace, 'dataDir' | 'url'>,
  env: Record<string, string> = {},
): Promise<ServeProcess> {
  const database: Record<string, string> = place.url === undefined ? {} : { DATABASE_URL: place.url };
  const child = spawn(process.execPath, [...SERVICE_FLAGS, CLI, 'serve'], {
    env: {
      ...SERVICE_ENV,
      PATH: process.env.PATH ?? '',
      // Set by `npm test`: a start then strips no types and is sooner ready.
      ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
      PORT: '0',
      DATA_DIR: place.dataDir,
      LOG_LEVEL: 'warn',
      ...database,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, log] = ['', ''];
  child.stderr.on('data', (chunk) => {
    log += chunk;
  });
  const ended = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => fail('was not ready in time'), READY_WITHIN_MS);
    const fail = (why: string) => {
      child.kill('SIGKILL');
      reject(new Error(`serve ${why}:\n${out}${log}`));
    };
    child.stdout.on('data', (chunk) => {
      out += chunk;
      const found = /API\s+(http:\S+)/.exec(out)?.[1];
      if (found === undefined) return;
      clearTimeout(late);
      resolve(found);
    });
    child.once('exit', () => {
      clearTimeout(late);
      fail('ended before it was ready');
    });
  });
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return ((await ended) as [number | null])[0];
  };
  return {
    url,
    child,
    log: () => log,
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  };
}
