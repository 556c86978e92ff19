import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Log } from '../../../kernel/log.ts';
import { DatabaseRefused } from '../database-refused.ts';
import { sqliteColumns } from '../migrations/migration.ts';
import { type AppliedMigration, pendingMigrations } from '../migrations/migrations.ts';
import { checkCommitMark, insertMarkRow } from './sqlite-mark.ts';

/** Exists in the data directory while a restore replaces its database. */
export const RESTORE_MARK = 'restore-unfinished';

/**
 * Migrates the database file to this program's schema, each migration in one transaction. A database with data is first
 * copied beside itself (`touchstone.db.before-7`), so that the previous version can be restored. Throws
 * `DatabaseRefused` if it is newer than this program.
 */
export function migrateSqlite(path: string, log: Log, refuseLost = false): void {
  if (existsSync(join(dirname(path), RESTORE_MARK))) {
    throw new DatabaseRefused(
      `A restore into ${dirname(path)} was interrupted. Run it again. The previous database is in replaced-… beside it.`,
    );
  }
  const isNew = !existsSync(path);
  refuseUntouched(path, isNew, refuseLost);
  const db = new DatabaseSync(path, { timeout: 5000 });
  try {
    // Must be set before the first page is written, so that the file can later return the pages of deleted rows.
    if (isNew) db.exec('PRAGMA auto_vacuum = INCREMENTAL');
    db.exec('PRAGMA journal_mode = WAL');
    db.exec('PRAGMA synchronous = FULL');
    insertMarkRow(db);
    db.exec(`CREATE TABLE IF NOT EXISTS schema_migrations
      (number integer PRIMARY KEY, name text NOT NULL, applied_at integer NOT NULL, oldest_program integer) STRICT`);
    const applied = readApplied(db);
    const pending = pendingMigrations(applied);
    const [first] = pending;
    const before = applied.at(-1)?.number;
    const copy = `${path}.before-${first?.number}`;
    if (first && before !== undefined) copyBefore(db, copy);
    for (const { number, name, oldestProgram = null, up } of pending) {
      db.exec('BEGIN IMMEDIATE');
      for (const statement of up(sqliteColumns)) db.exec(statement);
      db.prepare('INSERT INTO schema_migrations VALUES (?, ?, ?, ?)').run(
        number,
        name,
        Date.now(),
        oldestProgram,
      );
      db.exec('COMMIT');
      log.debug({ number, name }, 'migration applied');
    }
    if (first && before !== undefined)
      log.info({ from: before, to: pending.at(-1)?.number, copy }, 'the database schema was updated');
  } finally {
    db.close();
  }
}

const READONLY = 8;

/**
 * Throws what prevents this program from starting on the file, and leaves the file and its log unchanged: closing the
 * last writable connection would copy the log into the file and destroy evidence for an investigation.
 */
function refuseUntouched(path: string, isNew: boolean, refuseLost: boolean): void {
  if (isNew) {
    checkCommitMark(null, path, refuseLost);
    return;
  }
  const read = (readOnly: boolean) => {
    const db = new DatabaseSync(path, { readOnly, timeout: 5000 });
    try {
      checkCommitMark(db, path, refuseLost);
      const rows = isOfSchema(db) ? db.prepare('SELECT * FROM schema_migrations').all() : [];
      pendingMigrations(rows as unknown as AppliedMigration[]);
    } finally {
      db.close();
    }
  };
  try {
    read(true);
  } catch (error) {
    // First rolls back an interrupted write of a file that has no WAL yet, such as a copy.
    if (((error as { errcode?: number }).errcode ?? 0) % 256 !== READONLY) throw error;
    read(false);
  }
}

function isOfSchema(db: DatabaseSync): boolean {
  return db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'schema_migrations'").get() !== undefined;
}

/** Databases of the first versions do not have the column that names the programs that can run on them. */
function readApplied(db: DatabaseSync): AppliedMigration[] {
  const columns = db.prepare("SELECT name FROM pragma_table_info('schema_migrations')").all();
  if (!columns.some(({ name }) => name === 'oldest_program'))
    db.exec('ALTER TABLE schema_migrations ADD COLUMN oldest_program integer');
  const rows = db.prepare('SELECT number, oldest_program FROM schema_migrations ORDER BY number').all();
  return rows as unknown as AppliedMigration[];
}

/**
 * Replaces the copy of an earlier attempt, whose migration never committed or was rolled back. A file of this name is
 * always complete.
 */
function copyBefore(db: DatabaseSync, copy: string): void {
  const unfinished = `${copy}.unfinished`;
  rmSync(unfinished, { force: true });
  db.prepare('VACUUM INTO ?').run(unfinished);
  renameSync(unfinished, copy);
}
