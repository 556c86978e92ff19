import { closeSync, constants, fdatasync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { DatabaseRefused } from '../database-refused.ts';
import type { Connection } from './sqlite-connection.ts';

/*
 * SQLite treats a truncated or missing log as one that ends there: it opens without an error, and the last commits are
 * missing. So each commit has a number, in a row of the database and, once it is durable, in a small file beside it. If
 * the file has a later commit than the database, commits were lost.
 */

/** The table of one row. It belongs to the file and not to the data, so no migration and no copy includes it. */
export const COMMIT_MARK_TABLE = 'last_commit';

/**
 * The file beside the database: the number and time of the last acknowledged commit, and whether the database was
 * closed.
 */
export const COMMIT_MARK_FILE = 'last-commit';

/** Lists lost writes until someone deletes the file. */
export const LOST_WRITES_FILE = 'lost-writes.json';

/** A file of one sector is overwritten completely or not at all. */
const MARK_BYTES = 64;
const SYNC_MS = 1000;

interface Mark {
  number: number;
  /** Milliseconds since 1970. */
  at: number;
  closed?: boolean;
}

/** Commits that the database had acknowledged and no longer has. */
export interface LostWrites {
  commits: number;
  /** The times of the last commit that exists and the last that was acknowledged, ISO 8601. */
  from: string;
  to: string;
  found_at: string;
}

/** Numbers commits, in the writer thread. */
export type CommitMark = ReturnType<typeof openCommitMark>;

export function openCommitMark(path: string, connection: Connection) {
  const read = () => connection.run(`SELECT number, at FROM ${COMMIT_MARK_TABLE}`, []).rows[0] as Mark;
  const changes = () => (connection.run('SELECT total_changes() AS n', []).rows[0] as { n: number }).n;
  const handle = openMarkFile(path);
  let committed = read();
  let stamped: Mark | null = null;
  let changedBefore = changes();
  let syncedAt = Number.NEGATIVE_INFINITY;
  writeMarkFile(committed);

  function writeMarkFile(mark: Mark): void {
    if (handle === null) return;
    try {
      writeSync(handle, serialiseMark(mark), 0);
    } catch {
      // The commit stands all the same; a loss of it alone would not be seen.
    }
  }

  return {
    /** Runs inside a transaction that may have changed something, as its last statement. */
    stamp(): void {
      stamped = null;
      // A transaction that only read needs no page in the log.
      if (changes() === changedBefore) return;
      stamped = { number: committed.number + 1, at: Date.now() };
      connection.run(`UPDATE ${COMMIT_MARK_TABLE} SET number = ?, at = ?`, [stamped.number, stamped.at]);
    },
    /** Runs after COMMIT has returned, before anyone is notified. */
    note(): void {
      if (stamped === null) return;
      committed = stamped;
      changedBefore = changes();
      writeMarkFile(committed);
      if (handle === null || performance.now() - syncedAt < SYNC_MS) return;
      syncedAt = performance.now();
      // Not awaited: a killed process leaves the file as it was written; only a power cut needs the sync.
      fdatasync(handle, () => {});
    },
    close(): void {
      writeMarkFile({ ...committed, closed: true });
      if (handle !== null) closeSync(handle);
    },
  };
}

const serialiseMark = (mark: Mark) => `${JSON.stringify(mark).padEnd(MARK_BYTES - 1)}\n`;

/** Null if the disk has no space for it. */
function openMarkFile(path: string): number | null {
  try {
    return openSync(join(dirname(path), COMMIT_MARK_FILE), constants.O_RDWR | constants.O_CREAT, 0o600);
  } catch {
    return null;
  }
}

/** Smaller files have their pages checked at every start, larger ones only after an unclean end. */
const CHECKED_BYTES = 32_000_000;

/**
 * Checks for missing commits and damaged pages, before anything is written. Throws SQLite's own error for damage, and
 * `DatabaseRefused` for lost commits unless the setting allows to continue without them.
 *
 * @param db null if there is no file
 */
export function checkCommitMark(db: DatabaseSync | null, path: string, refuseLost: boolean): void {
  const known = readMark(path);
  if (db !== null && (known?.closed !== true || sizeOf(db) < CHECKED_BYTES)) checkPages(db);
  const there = (db && markIn(db)) ?? { number: 0, at: known?.at ?? 0 };
  if (known !== null && known.number > there.number) writeDownLost(path, there, known);
  const lost = readLost(path).at(-1);
  if (refuseLost && lost !== undefined) {
    throw new DatabaseRefused(
      `${describeLost(lost)} Restore a backup (touchstone restore), or delete ${LOST_WRITES_FILE} in DATA_DIR to continue without them.`,
    );
  }
}

/** Adds the row to a file that does not have it yet. */
export function insertMarkRow(db: DatabaseSync): void {
  db.exec(
    `CREATE TABLE IF NOT EXISTS ${COMMIT_MARK_TABLE} (number integer NOT NULL, at integer NOT NULL) STRICT`,
  );
  if (markIn(db) === undefined) db.prepare(`INSERT INTO ${COMMIT_MARK_TABLE} VALUES (0, ?)`).run(Date.now());
}

function markIn(db: DatabaseSync): Mark | undefined {
  const isThere = db.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(COMMIT_MARK_TABLE);
  return isThere && (db.prepare(`SELECT number, at FROM ${COMMIT_MARK_TABLE}`).get() as Mark | undefined);
}

function sizeOf(db: DatabaseSync): number {
  return Number(
    db.prepare('SELECT page_count * page_size AS n FROM pragma_page_count, pragma_page_size').get()?.n,
  );
}

/** The next start compares with the present state, and reports the recorded loss as long as the file exists. */
function writeDownLost(path: string, there: Mark, known: Mark): void {
  const iso = (ms: number) => new Date(ms).toISOString();
  const lost: LostWrites = {
    commits: known.number - there.number,
    from: iso(there.at),
    to: iso(known.at),
    found_at: iso(Date.now()),
  };
  const all = [...readLost(path), lost];
  writeFileSync(join(dirname(path), LOST_WRITES_FILE), `${JSON.stringify(all, null, 2)}\n`);
  writeFileSync(join(dirname(path), COMMIT_MARK_FILE), serialiseMark(there));
}

/** The warnings at start, and at `/readyz` as long as the file exists. */
export function lostWritesWarnings(path: string): string[] {
  return readLost(path).map(
    (lost) =>
      `${describeLost(lost)} Restore a backup, or delete ${LOST_WRITES_FILE} in DATA_DIR to continue without them.`,
  );
}

function describeLost({ commits, from, to }: LostWrites): string {
  return (
    `The database has lost the last ${commits === 1 ? 'write' : `${commits} writes`} that it had acknowledged, of the time from ${from} to ${to}: ` +
    'its write-ahead log was truncated, damaged or removed, or replaced by an older file.'
  );
}

function checkPages(db: DatabaseSync): void {
  const said = String(db.prepare('PRAGMA quick_check(1)').get()?.quick_check);
  // SQLITE_CORRUPT, as for every page that is found damaged while it is read.
  if (said !== 'ok') throw Object.assign(new Error(said), { errcode: 11 });
}

/** Null if there is no mark (for example with a database of an earlier version) or it cannot be parsed. */
function readMark(path: string): Mark | null {
  const { number, at, closed } = Object(readJson(join(dirname(path), COMMIT_MARK_FILE))) as Partial<Mark>;
  if (!Number.isSafeInteger(number) || Number.isNaN(new Date(at ?? Number.NaN).getTime())) return null;
  return { number: number as number, at: at as number, closed: closed === true };
}

function readLost(path: string): LostWrites[] {
  const lost = readJson(join(dirname(path), LOST_WRITES_FILE));
  return Array.isArray(lost) ? (lost as LostWrites[]) : [];
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
