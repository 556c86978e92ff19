import assert from 'node:assert/strict';
import { closeSync, mkdirSync, openSync, readdirSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { AppError } from '../src/kernel/errors.ts';
import type { Log } from '../src/kernel/log.ts';
import { limitOutageLog } from '../src/kernel/outage-log.ts';
import { DatabaseRefused } from '../src/platform/db/database-refused.ts';
import { startBareHttp } from './support/bare-http.ts';
import { flagsFor, runCli } from './support/cli-process.ts';
import { onDisk } from './support/each-database.ts';
import { startService } from './support/service.ts';
import { until } from './support/until.ts';

const HOW_TO_RESTORE = /touchstone\.db is damaged .*replace it with a copy.*\.recover/s;

test('a database that does not answer is a line of the log a second, with the number of failures', async () => {
  const place = onDisk(undefined, async () => {});
  const lines: { failures: number; message: string }[] = [];
  const log: Log = {
    debug() {},
    info() {},
    warn() {},
    error: (fields, message) => lines.push({ failures: (fields as { failures: number }).failures, message }),
  };
  const down = () => {
    throw new AppError('storage_unavailable', 'The database server did not answer; try again.');
  };
  const bare = await startBareHttp(
    place.dataDir,
    '',
    (app) => {
      app.get('/down', { config: { role: 'open' } }, down);
    },
    limitOutageLog(log),
  );
  try {
    const started = performance.now();
    for (let i = 0; i < 200; i++) assert.equal((await fetch(`${bare.origin}/down`)).status, 503);
    await until(() => lines.reduce((sum, { failures }) => sum + failures, 0) === 200);
    const seconds = (performance.now() - started) / 1000;
    assert.ok(lines.length <= seconds + 2, `${lines.length} lines in ${seconds} s`);
    assert.equal(lines[0]?.failures, 1);
  } finally {
    await bare.stop();
    await place.remove();
  }
});

describe('a damaged database', () => {
  test('that is no database any more is refused at the start, with how to restore it', async () => {
    const place = onDisk(undefined, async () => {});
    mkdirSync(place.dataDir, { recursive: true });
    writeFileSync(join(place.dataDir, 'touchstone.db'), 'nothing of a database '.repeat(10_000));
    const { code, stderr } = await runCli(['serve', '--port', '0', ...flagsFor(place)]);
    assert.equal(code, 1);
    assert.match(stderr, HOW_TO_RESTORE);
    assert.doesNotMatch(stderr, /\n +at /);
    await place.remove();
  });

  test('whose pages were overwritten says so where it is noticed, at the start or in an answer', async () => {
    const place = onDisk(undefined, async () => {});
    const kept = { ...place, remove: async () => {} };
    const first = await startService(kept);
    for (let i = 0; i < 200; i++) await first.call('POST', '/workspaces', { name: `Workspace ${i}` });
    await first.stop();
    overwrite(join(place.dataDir, 'touchstone.db'));
    assert.ok(readdirSync(place.dataDir).includes('touchstone.db'));
    try {
      const again = await startService(kept);
      const { status, body } = await again.call('GET', '/workspaces');
      await again.stop();
      assert.deepEqual([status, body.code], [503, 'storage_damaged']);
      assert.match(body.detail, HOW_TO_RESTORE);
    } catch (error) {
      assert.ok(error instanceof DatabaseRefused || error instanceof AppError, String(error));
      assert.match(error.message, HOW_TO_RESTORE);
    }
    await place.remove();
  });
});

/** All pages but the first. */
function overwrite(path: string): void {
  const { size } = statSync(path);
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(size - 4096, 0xa5), 0, size - 4096, 4096);
  closeSync(file);
}
