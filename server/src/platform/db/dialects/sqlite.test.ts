import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { placeDatabase } from '../../../../test/support/compat/fixture.ts';
import { silentLog } from '../../../../test/support/silent-log.ts';
import { mountSmallDisk } from '../../../../test/support/small-disk.ts';
import { newId } from '../../../kernel/ids.ts';
import { sqliteFaults } from '../copies/sqlite-file.ts';
import { DatabaseRefused } from '../database-refused.ts';
import { type Database, openDatabase } from '../db.ts';
import { NEWEST_MIGRATION } from '../migrations/migrations.ts';
import { openWriter } from './sqlite.ts';
import { openConnection } from './sqlite-connection.ts';

let dataDir: string;
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'touchstone-sqlite-'));
  db = await open();
});
afterEach(async () => {
  await db.close();
  rmSync(dataDir, { recursive: true });
});

const open = (maintenanceMs?: number) =>
  openDatabase({ dataDir, log: silentLog, ...(maintenanceMs && { maintenanceMs }) });
const file = () => join(dataDir, 'touchstone.db');

function put(id: string, name = 'Name') {
  const life = { revision: 1, created_at: 1, updated_at: 1, deleted_at: null };
  return db.write((batch) =>
    batch.add(batch.query.insertInto('workspaces').values({ id, name, description: null, ...life })),
  );
}

async function names(): Promise<string[]> {
  const rows = await db.query.selectFrom('workspaces').select('name').orderBy('id').execute();
  return rows.map(({ name }) => name);
}

/** How many commits the write-ahead log holds: the frames that say how large the database then is. */
function commitsInLog(): number {
  const log = readFileSync(`${file()}-wal`);
  const pageSize = log.readUInt32BE(8);
  const salts = log.subarray(16, 24);
  let commits = 0;
  for (let at = 32; at + 24 + pageSize <= log.length; at += 24 + pageSize) {
    if (!log.subarray(at + 8, at + 16).equals(salts)) break;
    if (log.readUInt32BE(at + 4) !== 0) commits++;
  }
  return commits;
}

test('writes that wait together share a commit; writes one after the other do not', async () => {
  await put(newId());
  const start = commitsInLog();
  await Promise.all(Array.from({ length: 200 }, () => put(newId())));
  const together = commitsInLog() - start;
  assert.ok(together >= 1 && together <= 100, `${together} commits for 200 writes`);
  for (let i = 0; i < 10; i++) await put(newId());
  assert.equal(commitsInLog() - start - together, 10);
});

test('the log is synced at each commit', () => {
  const connection = openConnection(file(), { readOnly: false });
  const { rows } = connection.run('PRAGMA synchronous', []);
  connection.close();
  assert.deepEqual(
    rows.map((row) => (row as { synchronous: number }).synchronous),
    [2],
  );
});

test('what cannot be sent to the thread fails its caller alone', async () => {
  const id = newId();
  const bad = put(newId(), Symbol('no text') as unknown as string);
  const good = put(id);
  await assert.rejects(bad, { name: 'DataCloneError' });
  assert.deepEqual(await good, { committed: true });
});

test('reads of one turn are answered together: none waits for the answer to another', async () => {
  await names();
  let turn = 0;
  let next = setImmediate(function count() {
    turn++;
    next = setImmediate(count);
  });
  const answeredIn = await Promise.all(Array.from({ length: 20 }, () => names().then(() => turn)));
  clearImmediate(next);
  assert.equal(new Set(answeredIn).size, 1);
});

test('reads are answered while a write cannot go on', async () => {
  await put(newId(), 'there');
  const other = new DatabaseSync(file());
  other.exec('BEGIN IMMEDIATE');
  let written = false;
  const writing = put(newId(), 'waits').then(() => {
    written = true;
  });
  for (let i = 0; i < 20; i++) assert.deepEqual(await names(), ['there']);
  assert.equal(written, false);
  other.exec('ROLLBACK');
  other.close();
  await writing;
  assert.deepEqual(await names(), ['there', 'waits']);
});

test('a writer thread that dies fails what it was asked, loses nothing, and is replaced', async () => {
  const id = newId();
  await put(id, 'kept');
  const writer = openWriter(file(), silentLog);
  const statement = {
    sql: 'SELECT name FROM workspaces',
    parameters: [],
    orElse: undefined,
    onDuplicate: undefined,
  };
  const select = { statements: [statement] };
  const kept = { results: [{ rows: [{ name: 'kept' }], changed: 1 }] };
  try {
    assert.deepEqual(await writer.call(select), kept);
    // No request at all is a defect, and stands for any that ends the thread.
    const lost = [writer.call(select), writer.call(null as never)];
    for (const asked of lost) await assert.rejects(asked, { code: 'storage_unavailable' });
    assert.deepEqual(await writer.call(select), kept);
  } finally {
    await writer.close();
  }
});

test('after a clean stop everything is in the one file, which nobody else may read', async () => {
  await put(newId(), 'kept');
  await names();
  await db.close();
  assert.equal(existsSync(`${file()}-wal`), false);
  const only = new DatabaseSync(file(), { readOnly: true });
  assert.equal(only.prepare('SELECT name FROM workspaces').get()?.name, 'kept');
  only.close();
  const fresh = join(dataDir, 'fresh');
  await (await openDatabase({ dataDir: fresh, log: silentLog })).close();
  assert.equal(statSync(fresh).mode & 0o077, 0);
});

test('a directory that is in use is refused, naming the holder, also within one process', async () => {
  await assert.rejects(open(), (error: Error) => {
    assert.ok(error instanceof DatabaseRefused);
    assert.match(error.message, new RegExp(`in use by process ${process.pid}\\. .*DATA_DIR`));
    return true;
  });
  await put(newId(), 'still mine');
  assert.deepEqual(await names(), ['still mine']);
});

test('a database that holds something is copied before it is migrated, anew at each try', async () => {
  await put(newId(), 'before');
  await db.close();
  const undo = new DatabaseSync(file());
  const applied = undo.prepare('SELECT number, name FROM schema_migrations WHERE number > 1').all();
  // Migrations that fail: what they make is there already.
  undo.exec('DELETE FROM schema_migrations WHERE number > 1');
  undo.close();
  const copy = `${file()}.before-2`;
  writeFileSync(copy, 'of an earlier try');
  await assert.rejects(open(), /already exists/);
  const copied = new DatabaseSync(copy, { readOnly: true });
  assert.equal(copied.prepare('SELECT name FROM workspaces').get()?.name, 'before');
  assert.equal(copied.prepare('SELECT max(number) AS n FROM schema_migrations').get()?.n, 1);
  copied.close();
  assert.deepEqual(
    readdirSync(dataDir).filter((name) => name.includes('unfinished')),
    [],
  );
  const mend = new DatabaseSync(file());
  const again = mend.prepare('INSERT INTO schema_migrations VALUES (?, ?, 1, NULL)');
  for (const { number, name } of applied) again.run(number as number, name as string);
  mend.close();
  db = await open();
  assert.deepEqual(await names(), ['before']);
});

test('an upgrade says from which schema to which, and where the copy of before lies', async () => {
  const folder = join(dataDir, 'older');
  mkdirSync(folder);
  placeDatabase('unfinished.db', folder);
  const said: Record<string, unknown>[] = [];
  const log = { ...silentLog, info: (fields: object) => void said.push({ ...fields }) };
  await (await openDatabase({ dataDir: folder, log })).close();
  await (await openDatabase({ dataDir: folder, log })).close();
  const [{ from, to, copy } = {}] = said;
  assert.deepEqual([said.length, to, existsSync(String(copy))], [1, NEWEST_MIGRATION, true]);
  assert.ok(Number(from) < NEWEST_MIGRATION && String(copy).endsWith(`.before-${Number(from) + 1}`));
});

test('a new database is not copied', () => {
  assert.deepEqual(
    readdirSync(dataDir).filter((name) => name.includes('before')),
    [],
  );
});

test('a full disk: nothing acknowledged is missing, reads go on, and it recovers by itself', async (t) => {
  const small = mountSmallDisk(join(dataDir, 'small'));
  if ('skipped' in small) return t.skip(small.skipped);
  try {
    await fillAndRecover(small.path);
  } finally {
    small.unmount();
  }
});

async function fillAndRecover(path: string): Promise<void> {
  const ballast = join(path, 'ballast');
  writeFileSync(ballast, Buffer.alloc(2_000_000));
  const own = await openDatabase({ dataDir: path, log: silentLog });
  const acknowledged: string[] = [];
  const codes = new Set<string>();
  const write = async (bytes: number) => {
    const id = newId();
    const life = { revision: 1, created_at: 1, updated_at: 1, deleted_at: null };
    try {
      await own.write((batch) =>
        batch.add(
          batch.query
            .insertInto('workspaces')
            .values({ id, name: 'x'.repeat(bytes), description: null, ...life }),
        ),
      );
      acknowledged.push(id);
    } catch (error) {
      codes.add((error as { code?: string }).code ?? String(error));
    }
  };
  const there = async () =>
    (await own.query.selectFrom('workspaces').select('id').orderBy('id').execute()).map(({ id }) => id);
  try {
    for (let i = 0; i < 400 && !codes.has('storage_full'); i++) {
      await Promise.all([write(20_000), write(10), write(5_000), write(60_000)]);
    }
    assert.deepEqual([...codes], ['storage_full']);
    assert.deepEqual(await there(), [...acknowledged].sort());
    await assert.rejects(own.probe(), { code: 'storage_full' });
    rmSync(ballast);
    codes.clear();
    await Promise.all([write(20_000), write(10)]);
    await own.probe();
    assert.deepEqual([...codes], []);
    assert.deepEqual(await there(), [...acknowledged].sort());
  } finally {
    await own.close();
  }
  const again = await openDatabase({ dataDir: path, log: silentLog });
  const rows = await again.query.selectFrom('workspaces').select('id').orderBy('id').execute();
  await again.close();
  assert.deepEqual(
    rows.map(({ id }) => id),
    [...acknowledged].sort(),
  );
}

function space(): { pages: number; free: number } {
  const look = new DatabaseSync(file(), { readOnly: true });
  try {
    const sql =
      'SELECT page_count AS pages, freelist_count AS free FROM pragma_page_count, pragma_freelist_count';
    return look.prepare(sql).get() as { pages: number; free: number };
  } finally {
    look.close();
  }
}

/** 2,000 rows of 10 kB, written and deleted. */
async function fillAndEmpty(): Promise<void> {
  const long = 'x'.repeat(10_000);
  await Promise.all(Array.from({ length: 2000 }, () => put(newId(), long)));
  await db.write((batch) => batch.add(batch.query.deleteFrom('workspaces')));
}

test('the file gives back what deleted rows leave, but for a reserve, and writes go on meanwhile', async () => {
  await db.close();
  db = await open(5);
  await fillAndEmpty();
  const { pages: before } = space();
  assert.ok(before > 5000, `${before} pages`);
  for (let i = 0; space().free > 1000; i++) {
    await put(newId(), `Written ${i}`);
    await sleep(5);
  }
  const { pages, free } = space();
  assert.ok(pages < before - 3500, `${pages} pages of ${before}`);
  assert.ok(free > 1000 - 100, `${free} pages are free`);
  assert.equal((await names())[0], 'Written 0');
});

test('a file that was made before it could shrink keeps its size and is written to all the same', async () => {
  await db.close();
  const old = new DatabaseSync(file());
  old.exec('PRAGMA journal_mode = DELETE; PRAGMA auto_vacuum = NONE; VACUUM');
  old.close();
  db = await open(5);
  await fillAndEmpty();
  const { pages } = space();
  await sleep(100);
  assert.equal(space().pages, pages);
  await put(newId(), 'Written');
  assert.deepEqual(await names(), ['Written']);
});

/** What a service leaves that was killed: `count` workspaces, each its own commit, in the log. */
async function killedAfter(count: number): Promise<string> {
  for (let i = 0; i < count; i++) await put(newId(), `W${i}`);
  const left = join(dataDir, 'left');
  mkdirSync(left);
  for (const name of ['touchstone.db', 'touchstone.db-wal', 'touchstone.db-shm', 'last-commit'])
    cpSync(join(dataDir, name), join(left, name));
  return left;
}

/** The rows that are there, and the warnings. */
async function startOn(folder: string, lostWrites: 'warn' | 'refuse' = 'warn'): Promise<[number, string[]]> {
  const again = await openDatabase({ dataDir: folder, log: silentLog, lostWrites });
  try {
    const rows = await again.query.selectFrom('workspaces').select('id').execute();
    return [rows.length, again.warnings()];
  } finally {
    await again.close();
  }
}

const wal = (folder: string) => join(folder, 'touchstone.db-wal');
const walBytes = (folder: string) => statSync(wal(folder)).size;
const zero = (path: string, from: number, bytes: number) => {
  const content = readFileSync(path);
  content.fill(0, from, from + bytes);
  writeFileSync(path, content);
};

/** The file and its log, where it has one with something in it. */
function filesOf(folder: string): Buffer[] {
  return [join(folder, 'touchstone.db'), wal(folder)]
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path))
    .filter((bytes) => bytes.length > 0);
}

test('a directory that cannot be written is named with the reason, and is not taken for damaged', async (t) => {
  const folder = join(dataDir, 'read-only');
  const disk = mountSmallDisk(folder);
  if ('skipped' in disk) return t.skip(disk.skipped);
  try {
    await startOn(folder);
    execFileSync('mount', ['-o', 'remount,ro', folder]);
    const why = `${folder} is not writable (EROFS: read-only file system)`;
    await assert.rejects(startOn(folder), (error: Error) =>
      error.message.startsWith(`${why}. Make it writable`),
    );
    assert.deepEqual(sqliteFaults(join(folder, 'touchstone.db')), []);
  } finally {
    disk.unmount();
  }
});

test('a start that is refused leaves the file and its log as they are', async () => {
  const row = { number: 9001, name: 'of tomorrow', applied_at: 1, oldest_program: null };
  await db.write((batch) => batch.add(batch.query.insertInto('schema_migrations').values(row)));
  const left = await killedAfter(40);
  const before = filesOf(left);
  assert.equal(before.length, 2);
  await assert.rejects(startOn(left), /newer Touchstone/);
  assert.deepEqual(filesOf(left), before);
});

test('a kill loses nothing, and nothing is said', async () => {
  assert.deepEqual(await startOn(await killedAfter(40)), [40, []]);
});

const losses: [what: string, lose: (folder: string) => void][] = [
  ['cut by 3,000 bytes', (folder) => truncateSync(wal(folder), walBytes(folder) - 3000)],
  ['cut by one byte', (folder) => truncateSync(wal(folder), walBytes(folder) - 1)],
  ['cut in half', (folder) => truncateSync(wal(folder), Math.floor(walBytes(folder) / 2))],
  ['cut to nothing', (folder) => truncateSync(wal(folder), 0)],
  ['removed, its -shm still there', (folder) => rmSync(wal(folder))],
  ['with a page of zeros at its end', (folder) => zero(wal(folder), walBytes(folder) - 4096, 4096)],
];
for (const [what, lose] of losses)
  test(`a log that was ${what} is said at the start, and at each one until someone accepts it`, async () => {
    // The tables themselves are in the file before what may be lost.
    const writer = openWriter(file(), silentLog);
    await writer.call({ maintenance: 'checkpoint' });
    await writer.close();
    const left = await killedAfter(40);
    lose(left);
    const before = filesOf(left);
    await assert.rejects(startOn(left, 'refuse'), /lost the last .*delete lost-writes\.json/);
    assert.deepEqual(filesOf(left), before);
    const [rows, warnings] = await startOn(left);
    assert.ok(rows < 40, `${rows} rows`);
    assert.match(warnings.join(), /lost the last .* of the time from \d{4}-\S+Z to \d{4}-\S+Z/);
    assert.deepEqual(await startOn(left), [rows, warnings]);
    await assert.rejects(startOn(left, 'refuse'), /lost the last/);
    rmSync(join(left, 'lost-writes.json'));
    assert.deepEqual(await startOn(left), [rows, []]);
  });

for (const said of ['', 'garbage', '{}', '99999999999999999999999', '{"number":3,"at":"soon"}'])
  test(`a mark of commits that says ${JSON.stringify(said)} is taken for none`, async () => {
    await db.close();
    writeFileSync(join(dirname(file()), 'last-commit'), said);
    assert.deepEqual((await startOn(dirname(file())))[1], []);
  });

test('a page of zeros in the file is refused at the start', async () => {
  for (let i = 0; i < 200; i++) await put(newId(), `W${i}`);
  await db.close();
  const pages = statSync(file()).size / 4096;
  zero(file(), Math.floor(pages / 2) * 4096, 4096);
  await assert.rejects(open(), /is damaged/);
  rmSync(file());
  rmSync(join(dataDir, 'last-commit'));
  db = await open();
});

test('what only reads is no commit', async () => {
  await put(newId());
  const before = readFileSync(join(dataDir, 'last-commit'), 'utf8');
  await db.write((batch) => batch.add(batch.query.selectFrom('workspaces').selectAll()));
  assert.equal(readFileSync(join(dataDir, 'last-commit'), 'utf8'), before);
});
