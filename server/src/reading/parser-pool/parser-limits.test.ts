import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { enforceLimits, PARSER_LIMITS } from './parser-limits.ts';
import type { ParserProcess } from './parser-process.ts';

/** Runs code in a process under a limit of one second. Returns why it was ended and after how many milliseconds. */
async function endOf(code: string) {
  const child = spawn(process.execPath, ['-e', code], { stdio: 'ignore' });
  const started = performance.now();
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const parser = { pid: child.pid ?? 0, kill: () => child.kill('SIGKILL') } as unknown as ParserProcess;
  const limits = { ...PARSER_LIMITS, processorMs: 1_000 };
  const watch = enforceLimits(parser, limits, new AbortController().signal);
  await ended;
  watch.end();
  return { code: watch.reason()?.code, ms: performance.now() - started };
}

test('a process that waits for its processor has five times as long as one that computes', {
  skip: !existsSync('/proc/self/stat'),
}, async () => {
  const [computing, waiting] = await Promise.all([endOf('for (;;);'), endOf('setTimeout(() => {}, 60_000)')]);
  assert.deepEqual([computing.code, waiting.code], ['parsing_timed_out', 'parsing_timed_out']);
  assert.ok(waiting.ms >= 5_000, `${waiting.ms}`);
  assert.ok(computing.ms < waiting.ms, `${computing.ms}`);
});
