import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/*
 * How long `serve` takes until it answers, and what it holds in memory then: without Node's compile cache, with an
 * empty one, and with one that an earlier start has filled. Three rounds each; Linux only (/proc).
 */

const CLI = fileURLToPath(new URL('../server/src/cli/cli.ts', import.meta.url));
const ROUNDS = 3;
const SETTLED_MS = 1000;

const folder = mkdtempSync(join(tmpdir(), 'touchstone-start-'));
try {
  console.log(`${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}`);
  for (let round = 1; round <= ROUNDS; round++) {
    const cache = join(folder, `cache-${round}`);
    report(round, 'no cache', await measure(undefined));
    report(round, 'empty cache', await measure(cache));
    report(round, 'filled cache', await measure(cache));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function report(
  round: number,
  name: string,
  { readyMs, residentMb }: { readyMs: number; residentMb: number },
): void {
  console.log(`round ${round}, ${name.padEnd(12)} ready after ${readyMs} ms, resident ${residentMb} MB`);
}

async function measure(cache: string | undefined) {
  const dataDir = mkdtempSync(join(folder, 'data-'));
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  const started = performance.now();
  const child = spawn(process.execPath, [CLI, 'serve'], {
    env: {
      ...env,
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
    await delay(SETTLED_MS);
    const resident = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
    return { readyMs, residentMb: Math.round(Number(resident) / 1024) };
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}
