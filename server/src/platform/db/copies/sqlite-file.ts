import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { DatabaseRefused } from '../database-refused.ts';
import { COMMIT_MARK_TABLE, lostWritesWarnings } from '../dialects/sqlite-mark.ts';
import { describeUnwritablePath } from '../dialects/sqlite-rights.ts';
import {
  type AppliedRow,
  type Contents,
  describeUpload,
  INCOMPLETE_UPLOADS,
  toContents,
} from './contents.ts';

/** Copies all pages in one step: a write by another connection between two steps would restart the copy. */
const ALL_PAGES = 2 ** 31 - 1;

/** The maximum number of reported faults; a damaged file can have thousands. */
const MAX_FAULTS = 20;

/**
 * Copies the current state of the database into one file without a log while others write to it. Their writes stay in
 * the log until the copy ends.
 */
export async function copySqlite(from: string, to: string): Promise<void> {
  if (!existsSync(from)) throw new DatabaseRefused(`There is no database ${from}.`);
  const source = new DatabaseSync(from, { timeout: 10_000 });
  try {
    await backup(source, to, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(to);
  try {
    copy.exec('PRAGMA journal_mode = DELETE');
  } finally {
    copy.close();
  }
}

/** The contents of a file. Throws SQLite's error if it is damaged or not a database. */
export function readSqliteContents(path: string): Contents {
  return readOnly(path, (db) => {
    const tables: Record<string, number> = {};
    for (const name of listTables(db))
      tables[name] = Number(db.prepare(`SELECT count(*) AS n FROM "${name}"`).get()?.n);
    return toContents(appliedTo(db), tables);
  });
}

/** The faults of a file, as sentences: of its pages and indexes, its references, and its uploads. */
export function sqliteFaults(path: string): string[] {
  try {
    return readOnly(path, (db) => {
      const damage = db
        .prepare(`PRAGMA integrity_check(${MAX_FAULTS})`)
        .all()
        .map(({ integrity_check: said }) => String(said))
        .filter((said) => said !== 'ok')
        .map((said) => `The file is damaged: ${said}.`);
      if (damage.length > 0) return damage;
      const strays = db.prepare('PRAGMA foreign_key_check').all().slice(0, MAX_FAULTS);
      const uploads = db.prepare(INCOMPLETE_UPLOADS).all().slice(0, MAX_FAULTS);
      return [
        ...strays.map(({ table, parent }) => `A row of ${table} refers to a missing row of ${parent}.`),
        ...uploads.map(describeUpload),
      ];
    });
  } catch (error) {
    // SQLite creates files beside the one that it reads.
    const denied = describeUnwritablePath(dirname(path));
    return [
      denied === null ? `The file is damaged: ${(error as Error).message}.` : `It cannot be read: ${denied}.`,
    ];
  }
}

/** Acknowledged writes that the database has lost, as sentences; [] if none are recorded. */
export const describeLostWrites = lostWritesWarnings;

function readOnly<T>(path: string, read: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(path, { readOnly: true, timeout: 10_000 });
  try {
    // All reads use one snapshot, while others write.
    db.exec('BEGIN');
    return read(db);
  } finally {
    db.close();
  }
}

/** In the order of creation by migrations, so that a table comes after those it refers to. */
export function listTables(db: DatabaseSync): string[] {
  const rows = db
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
    )
    .all();
  return rows.map(({ name }) => String(name)).filter((name) => name !== COMMIT_MARK_TABLE);
}

function appliedTo(db: DatabaseSync): AppliedRow[] {
  return db.prepare('SELECT * FROM schema_migrations').all() as unknown as AppliedRow[];
}
