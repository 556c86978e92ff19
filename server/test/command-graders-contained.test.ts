import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createCommandRunner } from '../src/measure/graders/command/command-runner.ts';
import { canContain } from '../src/measure/graders/command/containment.ts';
import { until } from './support/until.ts';

const SKIP = canContain() ? false : 'bubblewrap is absent, or cannot contain programs here';
/** Only what outlives its grader still has it on its command line. */
const MARK = '271.8281';

let connections = 0;
let folder = '';
let port = 0;
const listener = createServer((socket) => {
  connections++;
  socket.destroy();
});
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'graders-'));
  chmodSync(folder, 0o777);
  process.env.PLANTED_SECRET = 'planted';
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
after(() => {
  listener.close();
  delete process.env.PLANTED_SECRET;
  rmSync(folder, { recursive: true });
});

/** What a program tries, as commands of a shell that succeed where it can. */
const ATTEMPTS: Readonly<Record<string, string>> = {
  'a file beside it': 'touch "$0.new"',
  'a file of the machine': 'touch /usr/touched || touch /var/tmp/touched || touch /etc/touched',
  'a device': 'touch /dev/touched',
  'a mount that can be written': 'mount -o remount,rw / || mount -t tmpfs none /mnt',
  'the environment of the service': '[ -n "$PLANTED_SECRET" ] || [ -n "$HOME" ]',
  'the environment of another process': 'grep -aq planted /proc/[0-9]*/environ',
  'a signal to the service': 'kill -0 SERVICE',
  'the network': 'bash -c "exec 3<>/dev/tcp/127.0.0.1/PORT"',
  'a device of the network': 'grep -v lo: /proc/net/dev | grep -q :',
  'a socket of the machine': '[ -n "$(ls /run)" ]',
  'temporary files of others': '[ "$(ls /tmp | wc -l)" -gt 1 ]',
  '100 MB of temporary files': 'head -c 100000000 /dev/zero > /tmp/big',
  '100 MB of shared memory': 'head -c 100000000 /dev/zero > /dev/shm/big',
  'two files of 50 MB': 'head -c 50000000 /dev/zero > /tmp/a && head -c 50000000 /dev/zero > /tmp/b',
  '400 processes': 'i=0; while [ $i -lt 400 ]; do sleep 20 & i=$((i+1)); done; wait',
};

async function graded(name: string, script: string, timeoutMs = 20_000): Promise<unknown> {
  const program = join(folder, name);
  const text = script.replaceAll('PORT', String(port)).replaceAll('SERVICE', String(process.pid));
  writeFileSync(program, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  const runner = createCommandRunner([folder]);
  try {
    return await runner.run({ run: [program], timeoutMs, sample: '{}' });
  } finally {
    await runner.stop();
  }
}

test('a program reaches nothing of the machine but its files', { skip: SKIP }, async () => {
  const reached: string[] = [];
  for (const [i, [tries, commands]] of Object.entries(ATTEMPTS).entries()) {
    const script = `read -r line\nif (${commands}) >/dev/null 2>&1; then echo true; else echo false; fi`;
    if ((await graded(`attempt-${i}`, script)) !== false) reached.push(tries);
  }
  assert.deepEqual(reached, []);
  assert.equal(connections, 0);
});

test('it has a folder for temporary files, and its own', { skip: SKIP }, async () => {
  const script =
    'read -r line\nif echo a > /tmp/a && [ -r "$0" ] && [ "$PWD" = "$(dirname "$0")" ]; then echo true; fi';
  assert.equal(await graded('own', script), true);
});

test('what it started in a session of its own ends with it', { skip: SKIP }, async () => {
  assert.equal(await graded('leaves', `read -r line\nsetsid sleep ${MARK} &\necho true\nread -r more`), true);
  await until(() => processesWith(MARK).length === 0);
});

test('a program that takes too long is ended with all that it started', async () => {
  const script = `read -r line\nsleep ${MARK}5 &\nsleep ${MARK}5`;
  await assert.rejects(graded('slow', script, 300), /GradingTimedOut.*more than 0\.3 s/);
  await until(() => processesWith(`${MARK}5`).length === 0);
});

const processesWith = (mark: string) =>
  readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0').includes(mark);
    } catch {
      return false;
    }
  });
