import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { SERVICE_ENV, SERVICE_FLAGS } from '../../../scripts/lib/node-flags.mjs';

const CLI = fileURLToPath(new URL('../../src/cli/cli.ts', import.meta.url));

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
}

export function startCli(args: string[], env: Record<string, string> = {}): CliProcess {
  const child = spawn(process.execPath, [...SERVICE_FLAGS, CLI, ...args], {
    env: { ...SERVICE_ENV, PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]).then(
    ([[code, signal], stdout, stderr]): Ended => ({ code, signal, stdout, stderr }),
  );
  return { child, ended };
}

export function runCli(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  return startCli(args, env).ended;
}

/** A running `touchstone serve` that has said where it is. */
export interface ServeProcess extends CliProcess {
  readonly url: string;
  stop(): Promise<Ended>;
}

/** Throws, with what the process said, when it ends before it serves. */
export async function startServe(args: string[], env: Record<string, string> = {}): Promise<ServeProcess> {
  const started = startCli(['serve', '--port', '0', ...args], env);
  const url = await Promise.race([
    addressIn(started.child),
    started.ended.then(({ code, stderr }): never => {
      throw new Error(`serve ended with ${code}: ${stderr}`);
    }),
  ]);
  const stop = () => {
    started.child.kill('SIGTERM');
    return started.ended;
  };
  return { ...started, url, stop };
}

function addressIn(child: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve) => {
    child.stdout?.on('data', (chunk) => {
      said += chunk;
      // The greeting ends with how to stop: it is whole then.
      const url = /API +(http:\S+).*SIGTERM/s.exec(said)?.[1];
      if (url !== undefined) resolve(url);
    });
  });
}

export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'touchstone-test-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
