import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SERVICE_ENV, SERVICE_FLAGS } from '../../../scripts/lib/node-flags.mjs';
import type { TestPlace } from './each-database.ts';

/** The sources, or the bundle of them that `npm test` makes and names. */
export const CLI =
  process.env.TEST_CLI ?? fileURLToPath(new URL('../../src/app/cli/cli.ts', import.meta.url));
const READY_WITHIN_MS = 60_000;

/** How a command ended, and what it said. */
export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** A running `touchstone …`. Its environment is PATH and what is given: nothing of the machine's settings. */
export interface CliProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** What it has written to standard error so far. */
  log(): string;
  /** SIGKILL, and waits for the end. */
  kill(): Promise<void>;
}

/** @param cli what is run: this program, unless it is a version of it that a test made */
export function startCli(args: string[], env: Record<string, string> = {}, cli = CLI): CliProcess {
  const child = spawn(process.execPath, [...SERVICE_FLAGS, cli, ...args], {
    env: { ...SERVICE_ENV, ...compileCache(), PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      said[stream] += text;
    });
  const ended = once(child, 'close').then(([code, signal]): Ended => ({ code, signal, ...said }));
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return { child, ended, log: () => said.stderr, kill };
}

export function runCli(args: string[], env: Record<string, string> = {}, cli = CLI): Promise<Ended> {
  return startCli(args, env, cli).ended;
}

/** A running `touchstone serve` that has said where it is: what a user starts, and what can be killed. */
export interface ServeProcess extends CliProcess {
  readonly url: string;
  /** SIGTERM, and waits for the end. */
  stop(): Promise<Ended>;
}

/** Starts the service on a free port. Throws, with what the process said, when it does not come to serve. */
export async function startServe(
  args: string[],
  env: Record<string, string> = {},
  cli = CLI,
): Promise<ServeProcess> {
  const started = startCli(['serve', '--port', '0', ...args], env, cli);
  const { child, ended } = started;
  const late = setTimeout(() => child.kill('SIGKILL'), READY_WITHIN_MS);
  const failed = ended.then(({ code, signal, stdout, stderr }): never => {
    throw new Error(`serve ended with ${code ?? signal} before it was ready:\n${stdout}${stderr}`);
  });
  const url = await Promise.race([addressIn(child), failed]).finally(() => clearTimeout(late));
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { ...started, url, stop };
}

/** The flags of a service that works in this place and logs what a reader of a failed test needs. */
export function flagsFor({ dataDir, url }: Pick<TestPlace, 'dataDir' | 'url'>): string[] {
  const database = url === undefined ? [] : ['--database-url', url];
  return ['--data-dir', dataDir, '--log-level', 'warn', ...database];
}

/**
 * The one setting that is taken over, set by `npm test`: a process that strips no types is ready in a third of the
 * processor time. The bundle's lies beside it and goes with it.
 */
export function compileCache(): Record<string, string> {
  if (process.env.TEST_CLI) return { NODE_COMPILE_CACHE: join(dirname(CLI), 'compile-cache') };
  const { NODE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {};
}

function addressIn(child: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve) => {
    child.stdout?.on('data', (chunk) => {
      said += chunk;
      // The greeting ends with how to stop: it is whole then.
      const url = /(?:API|Health) +(http:[^\s,]+?)(?:\/healthz)?[\s,].*SIGTERM/s.exec(said)?.[1];
      if (url !== undefined) resolve(url);
    });
  });
}

export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'touchstone-test-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
