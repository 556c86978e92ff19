import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const run = fileURLToPath(new URL('../run.mjs', import.meta.url));

test('an unknown command names the known ones, without a stack', () => {
  const ended = spawnSync(process.execPath, [run, 'strat'], { cwd: tmpdir(), encoding: 'utf8' });
  assert.equal(ended.status, 1);
  assert.match(ended.stderr, /^There is no command "strat"\. The commands are: start, demo, test, .*\n$/);
});

test('an old Node is told what it takes', () => {
  const pretend = 'Object.defineProperty(process, "versions", { value: { node: "18.20.0" } });';
  const ended = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, run],
    {
      encoding: 'utf8',
    },
  );
  assert.equal(ended.status, 1);
  assert.match(ended.stderr, /needs Node 20 or newer.*this is Node 18\.20\.0/);
});
