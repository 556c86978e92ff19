import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test } from 'node:test';

const module = JSON.stringify(new URL('./child-process.mjs', import.meta.url).href);

/**
 * A process that does what the entry scripts do: runs a child and ends like it.
 *
 * @param {string} script what the child runs
 * @returns {[string, string[]]}
 */
function parentOf(script) {
  const code = `import { endLike, runChild } from ${module};
    endLike(await runChild(process.execPath, ['-e', ${JSON.stringify(script)}]));`;
  return [process.execPath, ['--input-type=module', '-e', code]];
}

const endings = [
  { name: 'an exit code of 0 is passed on', script: '', code: 0, signal: null },
  { name: 'any other exit code is passed on', script: 'process.exit(7)', code: 7, signal: null },
  {
    name: 'the signal that ended the child is passed on',
    script: 'process.kill(process.pid, "SIGKILL")',
    code: null,
    signal: 'SIGKILL',
  },
];
for (const { name, script, code, signal } of endings) {
  test(name, () => {
    const ended = spawnSync(...parentOf(script));
    assert.deepEqual([ended.status, ended.signal], [code, signal]);
  });
}

// The child takes its time to end, says which signals it got and ends with a code of its own.
const POLITE = `
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {
    console.log(signal);
    setTimeout(() => { console.log('closed'); process.exit(3); }, 200);
  });
  setTimeout(() => {}, 20000);
  console.log('ready ' + process.pid);`;

for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
  test(`${signal} reaches the child, whose end is waited for`, async () => {
    const { lines, ending } = await started({ detached: false }, (parent) => parent.kill(signal));
    assert.deepEqual(lines, [signal, 'closed']);
    assert.deepEqual(ending, [3, null]);
  });
}

test('SIGTERM to the process group lets the child end in its own time', async () => {
  const { lines, ending } = await started({ detached: true }, ({ pid = 0 }) => process.kill(-pid, 'SIGTERM'));
  assert.equal(lines.at(-1), 'closed');
  assert.deepEqual(ending, [3, null]);
});

test('a program that does not exist is a rejection', () => {
  const code = `import { runChild } from ${module};
    await runChild('/no/such/program', []).catch((error) => console.log(error.code));`;
  const ended = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  assert.equal(ended.stdout.trim(), 'ENOENT');
});

/**
 * @param {{ detached: boolean }} options
 * @param {(parent: import('node:child_process').ChildProcess) => void} act once the child is ready
 */
async function started(options, act) {
  const parent = spawn(...parentOf(POLITE), { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(parent, 'exit');
  /** @type {string[]} */
  const lines = [];
  for await (const line of createInterface({ input: parent.stdout })) {
    if (line.startsWith('ready')) act(parent);
    else lines.push(line);
  }
  return { lines, ending: await ended };
}
