import assert from 'node:assert/strict';
import {
  cpSync,
  createWriteStream,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { BackupRefused } from '../src/app/backups/backup-refused.ts';
import {
  restoreBackup,
  streamBackup,
  takeBackup,
  verifyBackup,
  verifyData,
  withBackupFolder,
} from '../src/app/backups/backups.ts';
import { DatabaseRefused } from '../src/platform/db/database-refused.ts';
import { flagsFor, runCli, startCli } from './support/cli-process.ts';
import { runCommand } from './support/cli-runner.ts';
import { onDisk, onEachDatabaseInFull, type TestPlace } from './support/each-database.ts';
import { isInFull } from './support/in-full.ts';
import { emptyPostgresDatabase, postgresSkipReason } from './support/postgres.ts';
import { runSql } from './support/run-sql.ts';
import { type Service, startService } from './support/service.ts';
import { silentLog } from './support/silent-log.ts';
import { until } from './support/until.ts';

const env = { PATH: process.env.PATH };
const asPlace = ({ dataDir, url }: TestPlace) => ({ dataDir, databaseUrl: url, env });
const options = (replace = false) => ({ replace, log: silentLog, input: Readable.from([]) });
const NAME = 'A back\\slash, ünï, \\N';
const TEXT = `Kestrels hover.\n\tTab, \\\\., \\N, \u2028 and ünï.\n\\.\n`;

async function emptyPlace(kind: 'SQLite' | 'PostgreSQL'): Promise<TestPlace> {
  if (kind === 'SQLite') return onDisk(undefined, async () => {});
  const { url, drop } = await emptyPostgresDatabase();
  return onDisk(url, drop);
}

const namesIn = async (service: Service) =>
  (await service.call('GET', '/workspaces')).body.data.map(({ name }: { name: string }) => name);

onEachDatabaseInFull('a backup of a running service', (newPlace) => {
  let place: TestPlace;
  let service: Service;
  let backup: string;
  let workspaceId: string;
  before(async () => {
    place = await newPlace();
    service = await startService(place);
    workspaceId = (await service.call('POST', '/workspaces', { name: NAME })).body.id;
    const path = `/workspaces/${workspaceId}/sources`;
    await service.call('POST', path, { type: 'text', content: TEXT });
    await until(async () => (await service.call('GET', path)).body.data[0].status === 'ready', 10);
    // Copies of indexes, which the version before writes, are not in it.
    if (place.url !== undefined)
      await runSql(
        place,
        `INSERT INTO index_snapshots VALUES ('${workspaceId}', 's', 'v', 1, 1, 1, 'x', 1);
         INSERT INTO index_snapshot_parts VALUES ('${workspaceId}', 's', 0, 'x')`,
      );
    backup = (await takeBackup(asPlace(place), join(place.dataDir, 'copies'))).path;
    await service.call('POST', '/workspaces', { name: 'After the backup' });
  });
  after(() => service.stop());

  it('is whole, and says what is in it', async () => {
    const { manifest, faults } = await verifyBackup(backup, env);
    assert.deepEqual(faults, []);
    assert.deepEqual(
      [manifest.database, manifest.tables.workspaces, manifest.tables.source_originals],
      [place.url === undefined ? 'sqlite' : 'postgres', 1, 1],
    );
    assert.deepEqual([manifest.tables.index_snapshots, manifest.tables.index_snapshot_parts], [0, 0]);
    assert.deepEqual(readdirSync(join(place.dataDir, 'copies')).length, 1);
  });

  it('finds nothing wrong with the data of the service', async () => {
    assert.deepEqual((await verifyData(asPlace(place))).faults, []);
  });

  for (const kind of ['SQLite', 'PostgreSQL'] as const) {
    const skip = kind === 'PostgreSQL' ? (postgresSkipReason() ?? false) : false;
    it(`is restored into ${kind}: a service reads what was there, and finds it`, { skip }, async () => {
      const target = await emptyPlace(kind);
      await restoreBackup(backup, asPlace(target), options());
      const restored = await startService(target);
      try {
        assert.deepEqual(await namesIn(restored), [NAME]);
        assert.deepEqual(
          (await restored.call('GET', `/workspaces/${workspaceId}`)).body,
          (await service.call('GET', `/workspaces/${workspaceId}`)).body,
        );
        const search = `/workspaces/${workspaceId}/search`;
        const hits = async () =>
          (await restored.call('POST', search, { query: 'kestrels' })).body.results ?? [];
        await until(async () => (await hits()).length === 1, 10);
        assert.deepEqual((await verifyData(asPlace(target))).faults, []);
      } finally {
        await restored.stop();
      }
    });
  }

  // Three starts of a service.
  it('is refused where there are data, and with replace takes their place', {
    skip: !isInFull(),
  }, async () => {
    const target = await emptyPlace(place.url === undefined ? 'SQLite' : 'PostgreSQL');
    const there = await startService({ ...target, remove: async () => {} });
    await there.call('POST', '/workspaces', { name: 'There before' });
    await assert.rejects(restoreBackup(backup, asPlace(target), options(true)), DatabaseRefused);
    await there.stop();
    await assert.rejects(restoreBackup(backup, asPlace(target), options()), /--replace/);
    const { aside } = await restoreBackup(backup, asPlace(target), options(true));
    assert.equal(aside !== null && existsSync(join(aside, 'touchstone.db')), place.url === undefined);
    const restored = await startService(target);
    try {
      assert.deepEqual(await namesIn(restored), [NAME]);
    } finally {
      await restored.stop();
    }
  });

  it('is never taken for whole where its archive was cut', async () => {
    const archive = new PassThrough();
    const [whole] = await Promise.all([buffer(archive), streamBackup(asPlace(place), archive)]);
    const verified = (bytes: Buffer) =>
      withBackupFolder('-', asPlace(place), Readable.from([bytes]), (folder) => verifyBackup(folder, env));
    assert.deepEqual((await verified(whole)).faults, []);
    assert.ok(
      whole.lastIndexOf('manifest.json') >
        whole.lastIndexOf('touchstone.d'.concat(place.url ? 'ump' : 'b'), 600),
    );
    for (let cut = 0; cut < 12; cut++) {
      const end = Math.floor(Math.random() * (whole.length - 1024));
      const faults = await verified(whole.subarray(0, end)).then(
        (said) => said.faults,
        (error) => (error instanceof BackupRefused ? [error.message] : Promise.reject(error)),
      );
      assert.notDeepEqual(faults, [], `cut at ${end} of ${whole.length}`);
    }
  });
});

describe('a backup that was changed', () => {
  const place = onDisk(undefined, async () => {});
  let backup: string;
  before(async () => {
    const service = await startService({ ...place, remove: async () => {} });
    await service.call('POST', '/workspaces', { name: 'W' });
    await service.stop();
    backup = (await takeBackup(asPlace(place), join(place.dataDir, 'copies'))).path;
  });
  after(() => place.remove());

  const changes: [what: string, change: (folder: string) => void, said: RegExp][] = [
    [
      'without a manifest',
      (folder) => rmSync(join(folder, 'manifest.json')),
      /not a complete backup.*written last/,
    ],
    ['with half a manifest', (folder) => truncateSync(join(folder, 'manifest.json'), 100), /cannot be read/],
    [
      'cut short',
      (folder) => truncateSync(join(folder, 'touchstone.db'), 40_000),
      /40000 bytes.*truncated or changed/,
    ],
    ['with another byte', (folder) => flip(join(folder, 'touchstone.db')), /SHA-256/],
    [
      'with another schema in its manifest',
      (folder) => edit(join(folder, 'manifest.json'), /"schema": \d+/, '"schema": 26'),
      /The schema of the data is \d+, not 26/,
    ],
    [
      'with another oldest program in its manifest',
      (folder) => edit(join(folder, 'manifest.json'), /"oldest_program": \d+/, '"oldest_program": 1'),
      /The oldest program of the data is \d+, not 1\./,
    ],
    ['without its file', (folder) => rmSync(join(folder, 'touchstone.db')), /is missing/],
  ];
  for (const [what, change, said] of changes) {
    it(`is refused ${what}, and nothing is restored`, async () => {
      const folder = join(place.dataDir, 'changed');
      rmSync(folder, { recursive: true, force: true });
      cpSync(backup, folder, { recursive: true });
      change(folder);
      const target = onDisk(undefined, async () => {});
      try {
        await assert.rejects(restoreBackup(folder, asPlace(target), options()), said);
        assert.ok(!existsSync(join(target.dataDir, 'touchstone.db')));
      } finally {
        await target.remove();
      }
    });
  }

  it('is found out by verify where a row is gone or a reference leads nowhere', async () => {
    const data = onDisk(undefined, async () => {});
    cpSync(join(backup, 'touchstone.db'), join(data.dataDir, 'touchstone.db'));
    const db = new DatabaseSync(join(data.dataDir, 'touchstone.db'), { enableForeignKeyConstraints: false });
    db.exec("INSERT INTO sessions VALUES ('h', 'nobody', 1, 2)");
    db.close();
    const { faults } = await verifyData(asPlace(data));
    assert.match(faults.join(), /sessions refers to a missing row of api_keys/);
    await data.remove();
  });

  it('leaves a directory whose restore was cut off refused, until it is restored', async () => {
    const target = onDisk(undefined, async () => {});
    writeFileSync(join(target.dataDir, 'restore-unfinished'), '');
    await assert.rejects(startService(target), /restore .* was interrupted/);
    await restoreBackup(backup, asPlace(target), options());
    await (await startService(target)).stop();
  });

  it('leaves an empty directory refused from its first moment, and as it was where it fails', async () => {
    const target = onDisk(undefined, async () => {});
    const input = new PassThrough();
    input.write('the beginning of an archive');
    const restored = restoreBackup('-', asPlace(target), { ...options(), input });
    await assert.rejects(startService({ ...target, remove: async () => {} }), /restore .* was interrupted/);
    input.end();
    await assert.rejects(restored, /is not a complete backup/);
    assert.deepEqual(
      readdirSync(target.dataDir).filter((name) => name !== 'lock.db'),
      [],
    );
    await (await startService(target)).stop();
  });
});

it('verify names the writes that a database has lost', async () => {
  const place = onDisk(undefined, async () => {});
  await (await startService({ ...place, remove: async () => {} })).stop();
  const day = '2026-11-27T09:00:00.000Z';
  const lost = [{ commits: 3, from: day, to: day, found_at: day }];
  writeFileSync(join(place.dataDir, 'lost-writes.json'), JSON.stringify(lost));
  const { code, stdout, stderr } = await runCommand(['verify', '--data-dir', place.dataDir]);
  assert.deepEqual([code, /has lost the last 3 writes/.test(stdout + stderr)], [1, true], stdout + stderr);
  await place.remove();
});

it('an archive that is checked leaves no folder behind, and one whose reader ends early is no backup', async () => {
  const place = onDisk(undefined, async () => {});
  await (await startService({ ...place, remove: async () => {} })).stop();
  const archive = join(place.dataDir, 'copy.tar');
  await streamBackup(asPlace(place), createWriteStream(archive));
  const { code, stdout } = await runCommand([
    'verify',
    archive,
    '--data-dir',
    join(place.dataDir, 'no', 'data'),
  ]);
  assert.equal(code, 0, stdout);
  assert.ok(!existsSync(join(place.dataDir, 'no')));
  const started = startCli(['backup', '-', '--data-dir', place.dataDir]);
  started.child.stdout?.once('data', () => started.child.stdout?.destroy());
  const ended = await started.ended;
  assert.deepEqual(
    [ended.code, ended.stderr],
    [
      1,
      'The reader of the archive ended before the archive was complete, so it did not receive a valid backup.\n',
    ],
  );
  await place.remove();
});

it('a restore finds a service whose address names its connections, and says what to do with the index', {
  skip: postgresSkipReason() ?? false,
}, async () => {
  const source = onDisk(undefined, async () => {});
  await (await startService({ ...source, remove: async () => {} })).stop();
  const { url, drop } = await emptyPostgresDatabase();
  const address = new URL(url);
  address.searchParams.set('application_name', 'mine');
  const target = onDisk(address.href, drop);
  const service = await startService({ ...target, remove: async () => {} });
  await assert.rejects(
    restoreBackup(source.dataDir, asPlace(target), options(true)),
    /A service runs on the database/,
  );
  await service.stop();
  const { code, stdout, stderr } = await runCli([
    'restore',
    source.dataDir,
    '--replace',
    ...flagsFor(target),
  ]);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /Delete the folder index in DATA_DIR of each process/);
  await target.remove();
  await source.remove();
});

function edit(path: string, from: RegExp, to: string): void {
  const text = readFileSync(path, 'utf8');
  assert.match(text, from);
  writeFileSync(path, text.replace(from, to));
}

function flip(path: string): void {
  const bytes = readFileSync(path);
  bytes[50_000] = (bytes[50_000] as number) ^ 1;
  writeFileSync(path, bytes);
}
