/**
 * How long `serve` takes until it answers, the processor time of all its threads until then, and what it holds in memory:
 * without Node's compile cache, with an empty one, with one that an earlier start has filled, and with that but without
 * the flags that `npm start` gives Node; then the bundle of `scripts/build-server.ts`, without a cache and with a filled
 * one; and the npm package's command, which is the bundle behind what gives Node its flags. What is private is the
 * service's own; the rest is mostly the Node binary, shared by all that runs on it. Linux only (/proc).
 *
 *   node bench/start.ts [rounds]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { BUNDLES, buildServer } from '../scripts/build-server.ts';
import { SERVICE_ENV, SERVICE_FLAGS } from '../scripts/lib/node-flags.mjs';
import { numberArguments, printMachine, processorMsOfProcess } from './lib/harness.ts';

const CLI = fileURLToPath(new URL('../server/src/app/cli/cli.ts', import.meta.url));
const START = fileURLToPath(new URL('../packaging/npm/start.mjs', import.meta.url));
const [ROUNDS] = numberArguments([3]);
const SETTLED_MS = 1000;

const folder = mkdtempSync(join(tmpdir(), 'touchstone-start-'));
mkdirSync(BUNDLES, { recursive: true });
const bundle = mkdtempSync(join(BUNDLES, 'start-'));
try {
  printMachine();
  const built = await buildServer(bundle, { entries: { start: START } });
  for (let round = 1; round <= ROUNDS; round++) {
    const cache = join(folder, `cache-${round}`);
    report(round, 'no cache', await measure(CLI));
    report(round, 'empty cache', await measure(CLI, cache));
    report(round, 'filled cache', await measure(CLI, cache));
    report(round, 'without flags', await measure(CLI, cache, []));
    report(round, 'bundle', await measure(built));
    await measure(built, cache);
    report(round, 'bundle, cached', await measure(built, cache));
    report(round, 'package, cached', await measure(join(bundle, 'start.mjs'), cache, []));
  }
} finally {
  for (const made of [folder, bundle]) rmSync(made, { recursive: true, force: true });
}

function report(round: number, name: string, measured: string): void {
  console.log(`round ${round}, ${name.padEnd(15)} ${measured}`);
}

async function measure(cli: string, cache?: string, flags = SERVICE_FLAGS): Promise<string> {
  const dataDir = mkdtempSync(join(folder, 'data-'));
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  const started = performance.now();
  const child = spawn(process.execPath, [...flags, cli, 'serve'], {
    env: {
      ...env,
      ...SERVICE_ENV,
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ...(cache && { NODE_COMPILE_CACHE: cache }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    await Promise.race([
      once(child.stdout, 'data'),
      ended.then(() => Promise.reject(new Error('serve ended'))),
    ]);
    const readyMs = Math.round(performance.now() - started);
    const processorMs = processorMsOfProcess(child.pid);
    await delay(SETTLED_MS);
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    const read = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
    const mb = (field: string) => `${Math.round(read(field) / 1024)} MB`;
    return (
      `ready after ${readyMs} ms, of the processor ${processorMs} ms, ` +
      `resident ${mb('VmRSS')}, private ${mb('RssAnon')}, ${read('Threads')} threads`
    );
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}
