import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const BENCH = new URL('../../bench/', import.meta.url);
const benchmark = fileURLToPath(new URL('http.ts', BENCH));

test('the benchmark over HTTP still runs, shortly and once, and both its servers answer', async () => {
  const { stdout } = await run(process.execPath, [benchmark, '0.1', '1'], { timeout: 60_000 });
  for (const method of ['POST', 'GET']) {
    const [, bare, ours] =
      new RegExp(`^${method} +bare (\\d+)/s, touchstone (\\d+)/s, ratio`, 'm').exec(stdout) ?? [];
    assert.ok(Number(bare) > 0 && Number(ours) > 0, stdout);
  }
});

test('every script stands in the table of questions, and every script of the table is there', () => {
  const table = readFileSync(new URL('README.md', BENCH), 'utf8');
  const named = new Set([...table.matchAll(/\| `([a-z-]+\.ts)/g)].map(([, name]) => name));
  const scripts = readdirSync(BENCH).filter((name) => name.endsWith('.ts'));
  assert.deepEqual([...named].sort(), scripts.sort());
});
