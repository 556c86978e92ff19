import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { it, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { restoreBackup, verifyBackup } from '../src/app/backups/backups.ts';
import { flagsFor, runCli, startServe } from './support/cli-process.ts';
import { onDisk, onEachDatabaseInFull } from './support/each-database.ts';
import { freshPostgresDatabase, postgresSkipReason } from './support/postgres.ts';
import { type PrometheusText, readPrometheusText } from './support/prometheus-text.ts';
import { type Service, startService } from './support/service.ts';
import { silentLog } from './support/silent-log.ts';
import { mountSmallDisk } from './support/small-disk.ts';
import { until } from './support/until.ts';

const env = { PATH: process.env.PATH };
const OLD = ['touchstone-20200101T000000Z', 'touchstone-20200102T000000Z', 'touchstone-20200103T000000Z'];
const whole = (folder: string) =>
  existsSync(folder) ? readdirSync(folder).filter((name) => !OLD.includes(name)) : [];
const isTaken = (folder: string) => whole(folder).some((name) => /^touchstone-\w+$/.test(name));

async function metricsOf(service: Service): Promise<PrometheusText> {
  return readPrometheusText(await (await fetch(service.metricsUrl as string)).text());
}

/** Old backups as a folder has them; only their names are looked at. */
function withOldBackups(folder: string): void {
  for (const name of OLD) mkdirSync(join(folder, name), { recursive: true });
}

onEachDatabaseInFull('backups by a schedule', (newPlace) => {
  it('are taken and verified where the newest is too old, and the oldest are deleted after that', async () => {
    const place = await newPlace();
    const folder = join(place.dataDir, 'backups');
    withOldBackups(folder);
    mkdirSync(join(folder, 'touchstone-20190101T000000Z.mine'));
    const settings = { 'backup-dir': folder, 'backup-keep': '2', 'metrics-port': '0' };
    const service = await startService(place, settings);
    // What is deleted is renamed first, so that it is never taken for whole.
    const isSettled = () =>
      readdirSync(folder).every((name) => name !== OLD[1] && !name.endsWith('.unfinished'));
    await until(isSettled, 60);
    const [taken = ''] = whole(folder).filter((name) => !name.endsWith('.mine'));
    assert.deepEqual((await verifyBackup(join(folder, taken), env)).faults, []);
    assert.deepEqual(readdirSync(folder).sort(), ['touchstone-20190101T000000Z.mine', OLD[2], taken].sort());
    assert.deepEqual(readdirSync(join(folder, taken)).length, 2);
    const metrics = await metricsOf(service);
    assert.equal(metrics.sum('touchstone_backup_overdue_seconds'), 0);
    assert.equal(metrics.sum('touchstone_backup_failures'), 0);
    await service.stop();
  });

  it('leave no job behind where they are restored, though each holds the one that made it', async () => {
    const place = await newPlace();
    const folder = join(place.dataDir, 'backups');
    const service = await startService(place, { 'backup-dir': folder });
    await until(() => isTaken(folder), 60);
    const target = onDisk(undefined, async () => {});
    const from = join(folder, whole(folder)[0] as string);
    await restoreBackup(
      from,
      { dataDir: target.dataDir, databaseUrl: undefined, env },
      { replace: false, log: silentLog, input: Readable.from([]) },
    );
    assert.equal((await verifyBackup(from, env)).manifest.tables.jobs, 1);
    const restored = await startService(target, { 'metrics-port': '0' });
    const due = async () => (await metricsOf(restored)).sum('touchstone_jobs_due', { kind: 'backup.take' });
    await until(async () => (await jobsIn(target.dataDir)) === 0, 60);
    assert.equal(await due(), 0);
    assert.equal((await metricsOf(restored)).sum('touchstone_backup_overdue_seconds'), null);
    await restored.stop();
    await service.stop();
  });

  it('are not taken where the newest is young enough, also after a start', async () => {
    const place = await newPlace();
    const folder = join(place.dataDir, 'backups');
    const first = await startService({ ...place, remove: async () => {} }, { 'backup-dir': folder });
    await until(() => isTaken(folder), 60);
    await first.stop();
    const before = readdirSync(folder);
    const second = await startService(place, { 'backup-dir': folder, 'metrics-port': '0' });
    assert.equal((await metricsOf(second)).sum('touchstone_backup_overdue_seconds'), 0);
    await sleep(300);
    assert.deepEqual(readdirSync(folder), before);
    await second.stop();
  });

  it('that fail are counted, and delete nothing', async () => {
    const place = await newPlace();
    const folder = join(place.dataDir, 'backups');
    writeFileSync(folder, 'A file, where a folder is to be made.');
    const settings = { 'backup-dir': join(folder, 'below'), 'metrics-port': '0' };
    const service = await startService(place, settings);
    const metrics = await until(async () => {
      const read = await metricsOf(service);
      return read.sum('touchstone_backup_failures') === 1 && read;
    }, 60);
    assert.ok((metrics.sum('touchstone_backup_overdue_seconds') ?? 0) > 0);
    await service.stop();
  });
});

test('two processes take one backup, not two', { skip: postgresSkipReason() ?? false }, async () => {
  const { url, drop } = await freshPostgresDatabase();
  const [one, two] = [onDisk(url, drop), onDisk(url, async () => {})];
  const folder = join(one.dataDir, 'backups');
  const services = await Promise.all(
    [one, two].map((place) => startService({ ...place, remove: async () => {} }, { 'backup-dir': folder })),
  );
  await until(() => isTaken(folder), 60);
  await sleep(500);
  assert.deepEqual(readdirSync(folder).length, 1, readdirSync(folder).join());
  for (const service of services) await service.stop();
  await two.remove();
  await one.remove();
});

test('on a full disk nothing is deleted; the command and the log name the folder, not the data', async (t) => {
  const place = onDisk(undefined, async () => {});
  const small = mountSmallDisk(join(place.dataDir, 'small'));
  try {
    if ('skipped' in small) return t.skip(small.skipped);
    withOldBackups(small.path);
    const { bavail, bsize } = statfsSync(small.path);
    writeFileSync(join(small.path, 'ballast'), Buffer.alloc(bavail * bsize - 100_000));
    const flags = [...flagsFor(place), '--backup-dir', small.path, '--backup-keep', '1'];
    const service = await startServe(flags);
    const line = await until(() => /^.*the scheduled backup failed.*$/m.exec(service.log())?.[0], 60);
    assert.match(line, new RegExp(`The disk of ${small.path} is full`));
    const { code, stderr } = await runCli(['backup', small.path, ...flagsFor(place)]);
    assert.deepEqual([code, /The disk of \S+small is full/.test(stderr)], [1, true], stderr);
    assert.doesNotMatch(stderr, /DATA_DIR|data directory/);
    assert.deepEqual(readdirSync(small.path).sort(), ['ballast', ...OLD]);
    await service.stop();
  } finally {
    if ('unmount' in small) small.unmount();
    await place.remove();
  }
});

function jobsIn(dataDir: string): number {
  const db = new DatabaseSync(join(dataDir, 'touchstone.db'), { readOnly: true });
  try {
    return Number(db.prepare('SELECT count(*) AS n FROM jobs').get()?.n);
  } finally {
    db.close();
  }
}
