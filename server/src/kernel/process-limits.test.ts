import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { execPath } from 'node:process';
import { test } from 'node:test';
import { enforceLimits } from './process-limits.ts';

/**
 * Runs code in a process under a limit of one second. Returns why it was ended, after how many milliseconds, and what it
 * said.
 */
async function endOf(code: string) {
  const child = spawn(execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'ignore'] });
  const started = performance.now();
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const process = { pid: child.pid ?? 0, kill: () => void child.kill('SIGKILL') };
  const limits = { residentBytes: 1024 ** 3, processorMs: 1_000 };
  const watch = enforceLimits(process, limits, new AbortController().signal);
  await ended;
  watch.end();
  return { code: watch.reason(), ms: performance.now() - started, said };
}

/** Computes, and says each time it has had 100 ms of the processor. */
const COMPUTES = `let had = 0;
  for (;;) if (process.cpuUsage().user >= 1e5 * (had + 1)) require('node:fs').writeSync(1, String(had++ % 10));`;

test('a process that waits for its processor has five times as long as one that computes', {
  skip: !existsSync('/proc/self/stat'),
}, async () => {
  const [computing, waiting] = await Promise.all([endOf(COMPUTES), endOf('setTimeout(() => {}, 60_000)')]);
  assert.deepEqual([computing.code, waiting.code], ['timed_out', 'timed_out']);
  assert.ok(waiting.ms >= 5_000, `${waiting.ms}`);
  // On a busy machine it may not have had its second of the processor before its five seconds are over.
  const had = 100 * computing.said.length;
  assert.ok(
    computing.ms < waiting.ms || had < 1_000,
    `${computing.ms} ms on the clock, ${had} of the processor`,
  );
});
