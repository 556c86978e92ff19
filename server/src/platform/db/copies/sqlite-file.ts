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

/** All pages in one step: between two steps a write by another connection begins the copy anew. */
const ALL_PAGES = 2 ** 31 - 1;

/** As many faults as a person reads; a damaged file has thousands. */
const MAX_FAULTS = 20;

/**
 * Copies the database while others write to it, as it is at one moment, into one file without a log. Writers go on
 * meanwhile; what they write stays in the log until the copy ends.
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

/** What a file holds. Throws what SQLite throws for one that is damaged or no database. */
export function readSqliteContents(path: string): Contents {
  return readOnly(path, (db) => {
    const tables: Record<string, number> = {};
    for (const name of listTables(db))
      tables[name] = Number(db.prepare(`SELECT count(*) AS n FROM "${name}"`).get()?.n);
    return toContents(appliedTo(db), tables);
  });
}

/** What is wrong with a file, as sentences: its pages and indexes, its references, its uploads. */
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
    // SQLite makes files beside the one that it reads.
    const denied = describeUnwritablePath(dirname(path));
    return [
      denied === null ? `The file is damaged: ${(error as Error).message}.` : `It cannot be read: ${denied}.`,
    ];
  }
}

/** What the database had acknowledged and has lost, as sentences; [] where nothing of it is written down. */
export const describeLostWrites = lostWritesWarnings;

function readOnly<T>(path: string, read: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(path, { readOnly: true, timeout: 10_000 });
  try {
    // One moment for all that is read, also while others write.
    db.exec('BEGIN');
    return read(db);
  } finally {
    db.close();
  }
}

/** In the order in which migrations made them, so that a table comes after those that it refers to. */
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
