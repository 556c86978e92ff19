import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { withLock } from './lock.mjs';

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-lock-'));
  file = join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const never = () => assert.fail('nobody holds the lock');

test('one holder at a time, each after the other', async () => {
  let holders = 0;
  const work = async () => {
    holders += 1;
    assert.equal(holders, 1);
    for (let i = 0; i < 5; i += 1) await turn();
    holders -= 1;
  };
  /** @type {string[]} */
  const waited = [];
  const three = [1, 2, 3].map(() => withLock(file, (holder) => waited.push(holder), work));
  await Promise.all(three);
  assert.deepEqual(waited, [`process ${process.pid}`, `process ${process.pid}`]);
  assert.deepEqual(readdirSync(folder), []);
});

test('the lock is released when the work fails, and the failure is passed on', async () => {
  const failing = withLock(file, never, async () => {
    throw new Error('no space');
  });
  await assert.rejects(failing, /no space/);
  assert.equal(existsSync(file), false);
});

test('the lock of a process that is gone is taken over', async () => {
  const gone = spawnSync(process.execPath, ['-e', '']).pid;
  writeFileSync(file, JSON.stringify({ pids: [gone], host: hostname() }));
  assert.equal(await withLock(file, never, async () => 'done'), 'done');
  assert.deepEqual(readdirSync(folder), []);
});

test('the lock of a killed process is kept as long as the child that does its work', async (t) => {
  const gone = spawnSync(process.execPath, ['-e', '']).pid;
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 20000)']);
  t.after(() => child.kill());
  writeFileSync(file, JSON.stringify({ pids: [gone, child.pid], host: hostname() }));
  let waited = false;
  await withLock(
    file,
    () => {
      waited = true;
      child.kill();
    },
    async () => {},
  );
  assert.equal(waited, true);
});

test('the child that does the work is named in the lock', async () => {
  await withLock(file, never, async (heldBy) => {
    heldBy(4711);
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')).pids, [process.pid, 4711]);
  });
  assert.deepEqual(readdirSync(folder), []);
});

test('a lock without a sign of life is taken over, whoever has its process number now', async () => {
  writeFileSync(file, JSON.stringify({ pids: [process.pid], host: 'another-machine' }));
  const longAgo = new Date(Date.now() - 120_000);
  utimesSync(file, longAgo, longAgo);
  assert.equal(await withLock(file, never, async () => 'done'), 'done');
});

test('the fresh lock of another machine is waited for', async () => {
  writeFileSync(file, JSON.stringify({ pids: [1], host: 'another-machine' }));
  const release = () => rmSync(file);
  assert.equal(await withLock(file, release, async () => 'done'), 'done');
});
