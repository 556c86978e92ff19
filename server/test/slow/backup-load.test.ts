import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, it } from 'node:test';
import { BackupRefused } from '../../src/app/backups/backup-refused.ts';
import { streamBackup, verifyBackup, withBackupFolder } from '../../src/app/backups/backups.ts';
import { flagsFor, runCli, type ServeProcess, startServe } from '../support/cli-process.ts';
import { onDisk, onEachDatabase, type TestPlace } from '../support/each-database.ts';
import { httpRequest } from '../support/http-request.ts';
import { emptyPostgresDatabase, postgresSkipReason } from '../support/postgres.ts';

const LANES = 16;
const BACKUPS = 3;
const CUTS = 50;

onEachDatabase('backups under load', (newPlace) => {
  let place: TestPlace;
  let service: ServeProcess;
  let acknowledged = 0;
  let isLoaded = true;
  let lanes: Promise<void>[];
  /** Each backup, and how many workspaces had been acknowledged before and after it. */
  const taken: { path: string; before: number; after: number }[] = [];
  before(async () => {
    place = await newPlace();
    service = await startServe([...flagsFor(place), '--requests-per-minute', '0']);
    lanes = Array.from({ length: LANES }, async (_, lane) => {
      for (let i = 0; isLoaded; i++) {
        const { status } = await httpRequest('POST', `${service.url}/workspaces`, {
          json: { name: `${lane} ${i}` },
        });
        if (status === 201) acknowledged++;
      }
    });
    for (let i = 0; i < BACKUPS; i++) {
      const start = acknowledged;
      const { code, stdout, stderr } = await runCli([
        'backup',
        join(place.dataDir, 'copies'),
        ...flagsFor(place),
      ]);
      assert.equal(code, 0, stderr);
      taken.push({ path: stdout.split('\n')[0] ?? '', before: start, after: acknowledged + LANES });
    }
    isLoaded = false;
    await Promise.all(lanes);
  });
  after(async () => {
    await service.stop();
    await place.remove();
  });

  it('are whole, and hold what had been acknowledged', async () => {
    for (const { path, before: least, after: most } of taken) {
      const { manifest, faults } = await verifyBackup(path, { PATH: process.env.PATH });
      assert.deepEqual(faults, []);
      const held = manifest.tables.workspaces ?? 0;
      assert.ok(held >= least && held <= most, `${held} workspaces, ${least} to ${most} acknowledged`);
    }
    assert.equal(readdirSync(join(place.dataDir, 'copies')).length, BACKUPS);
  });

  for (const kind of ['SQLite', 'PostgreSQL'] as const)
    it(`are restored into ${kind} and verified there`, { skip: postgresSkipReason() ?? false }, async () => {
      const database =
        kind === 'SQLite' ? { url: undefined, drop: async () => {} } : await emptyPostgresDatabase();
      const target = onDisk(database.url, database.drop);
      for (const command of [['restore', taken.at(-1)?.path ?? ''], ['verify']]) {
        const { code, stdout, stderr } = await runCli([...command, ...flagsFor(target)]);
        assert.equal(code, 0, stdout + stderr);
      }
      await target.remove();
    });

  it(`are never taken for whole where they were cut, ${CUTS} times`, async () => {
    const from = { dataDir: place.dataDir, databaseUrl: place.url, env: { PATH: process.env.PATH } };
    const archive = new PassThrough();
    const [whole] = await Promise.all([buffer(archive), streamBackup(from, archive)]);
    for (let cut = 0; cut < CUTS; cut++) {
      // The last 1,024 bytes are zeros, which end an archive and hold nothing.
      const end = Math.floor(Math.random() * (whole.length - 1024));
      const faults = await withBackupFolder('-', from, Readable.from([whole.subarray(0, end)]), (folder) =>
        verifyBackup(folder, from.env),
      ).then(
        (said) => said.faults,
        (error) => (error instanceof BackupRefused ? [error.message] : Promise.reject(error)),
      );
      assert.notDeepEqual(faults, [], `cut at ${end} of ${whole.length}`);
    }
  });
});
