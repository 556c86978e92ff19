import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const benchmark = fileURLToPath(new URL('../../bench/http.ts', import.meta.url));

test('the benchmark over HTTP still runs, shortly and once, and both its servers answer', async () => {
  const { stdout } = await run(process.execPath, [benchmark, '0.1', '1'], { timeout: 60_000 });
  for (const method of ['POST', 'GET']) {
    const [, bare, ours] =
      new RegExp(`^${method} +bare (\\d+)/s .* touchstone (\\d+)/s .*ratio`, 'm').exec(stdout) ?? [];
    assert.ok(Number(bare) > 0 && Number(ours) > 0, stdout);
  }
});
