import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/*
 * What it costs that a database file can give pages back: rows of 1 kB written and deleted in groups of 100 as the
 * service does, with and without `auto_vacuum`, and then how long slices of returned pages hold the writer.
 *
 *   node bench/shrink.ts [rows]
 */

const ROWS = Number(process.argv[2] ?? 100_000);
const GROUP = 100;
const PAGES = [64, 256, 1024];

const folder = mkdtempSync(join(tmpdir(), 'touchstone-shrink-'));
try {
  console.log(`${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node ${process.version}, ${ROWS} rows`);
  for (const round of [1, 2, 3]) {
    for (const mode of ['NONE', 'INCREMENTAL'] as const) measure(round, mode);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function measure(round: number, mode: 'NONE' | 'INCREMENTAL'): void {
  const path = join(folder, `${mode}-${round}.db`);
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA auto_vacuum = ${mode}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL`);
  db.exec('CREATE TABLE rows (id text PRIMARY KEY, at integer, body text) STRICT');
  db.exec('CREATE INDEX rows_at ON rows (at)');
  const written = inGroups(db, insertion(db));
  const size = statSync(path).size;
  const deleted = inGroups(db, deletion(db));
  console.log(
    `round ${round}, auto_vacuum ${mode.padEnd(11)} written in ${written} ms, deleted in ${deleted} ms, ${megabytes(size)}`,
  );
  if (mode === 'INCREMENTAL') for (const pages of PAGES) giveBack(db, pages);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  console.log(`  the file then has ${megabytes(statSync(path).size)}`);
  db.close();
}

function insertion(db: DatabaseSync): (i: number) => void {
  const insert = db.prepare('INSERT INTO rows VALUES (?, ?, ?)');
  return (i) => void insert.run(`${(i * 7919) % ROWS}-${i}`, i, String(i).repeat(1000).slice(0, 1000));
}

function deletion(db: DatabaseSync): (i: number) => void {
  const remove = db.prepare('DELETE FROM rows WHERE at = ?');
  return (i) => void remove.run(i);
}

function inGroups(db: DatabaseSync, each: (i: number) => void): number {
  const started = performance.now();
  for (let i = 0; i < ROWS; ) {
    db.exec('BEGIN');
    for (const end = Math.min(i + GROUP, ROWS); i < end; i++) each(i);
    db.exec('COMMIT');
  }
  return Math.round(performance.now() - started);
}

/** Ten slices of so many pages. */
function giveBack(db: DatabaseSync, pages: number): void {
  const times = Array.from({ length: 10 }, () => {
    const started = performance.now();
    db.exec(`PRAGMA incremental_vacuum(${pages})`);
    return performance.now() - started;
  }).sort((a, b) => a - b);
  console.log(
    `  ${pages} pages given back in ${times[5]?.toFixed(1)} ms (median of 10), ${times[9]?.toFixed(1)} ms at most`,
  );
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
