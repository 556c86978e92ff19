import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { onDisk } from '../../../test/support/each-database.ts';
import { silentLog } from '../../../test/support/silent-log.ts';
import { until } from '../../../test/support/until.ts';
import { openDatabase } from '../db/db.ts';
import { createJobs } from './jobs.ts';

const HOLDS = fileURLToPath(new URL('../../../test/support/holding-job.ts', import.meta.url));
const HELD_AFTER_MS = 600;

test('a job that holds the process, which then has to be killed, runs twice and fails with the reason', async (t) => {
  const { dataDir, remove } = onDisk(undefined, async () => {});
  t.after(remove);
  const stallFile = join(dataDir, 'stalled-jobs.json');
  const counted = () =>
    existsSync(stallFile) ? Object.values(JSON.parse(readFileSync(stallFile, 'utf8')))[0] : 0;
  for (const times of [1, 2]) {
    const holding = spawn(process.execPath, [HOLDS, dataDir, stallFile, `${HELD_AFTER_MS}`], {
      stdio: 'inherit',
    });
    const ended = once(holding, 'exit');
    try {
      await until(() => counted() === times);
    } finally {
      holding.kill('SIGKILL');
      await ended;
    }
  }
  const db = await openDatabase({ dataDir, log: silentLog });
  const jobs = createJobs({ db, log: silentLog, stallFile });
  const failures: string[] = [];
  jobs.define('hold', {
    run: () => assert.fail('it ran again'),
    onFailed: (_, __, { message }) => void failures.push(message),
  });
  await jobs.start();
  await until(() => failures.length > 0);
  assert.match(failures.join(), /service stalled 2 times/);
  await until(() => !existsSync(stallFile));
  await jobs.stop();
  await db.close();
});
