import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { makeDataDirectory } from '../../../kernel/data-directory.ts';
import type { Log } from '../../../kernel/log.ts';
import { DatabaseRefused } from '../database-refused.ts';
import { lockDataDirectory } from '../dialects/sqlite-lock.ts';
import { COMMIT_MARK_FILE, LOST_WRITES_FILE } from '../dialects/sqlite-mark.ts';
import { RESTORE_MARK } from '../dialects/sqlite-migrate.ts';
import { DATABASE_FILES } from '../dialects/sqlite-rights.ts';

export interface PlacingOptions {
  /** Moves existing data aside first. */
  replace: boolean;
  log: Log;
}

/**
 * If a directory has no database, refuses starts from now on until a restore into it has ended, so that a killed
 * restore leaves no empty database that looks new. Returns a function to call if the restore fails.
 */
export function beginRestore(dataDir: string, log: Log): { giveUp(): void } {
  const wasThere = existsSync(dataDir);
  makeDataDirectory(dataDir, log);
  const mark = join(dataDir, RESTORE_MARK);
  if (existsSync(join(dataDir, 'touchstone.db')) || existsSync(mark)) return { giveUp() {} };
  writeMark(dataDir);
  return {
    giveUp() {
      rmSync(mark, { force: true });
      if (!wasThere) rmSync(dataDir, { recursive: true });
    },
  };
}

function writeMark(dataDir: string): void {
  writeFileSync(join(dataDir, RESTORE_MARK), 'A restore was begun and has not ended.\n');
  syncToDisk(dataDir);
}

/**
 * Puts a database into a data directory, completely or not at all: `make` writes it to a temporary place, and the last
 * step renames it. A start in between is refused. Resolves to the new place of the previous database. Throws
 * `DatabaseRefused` if the directory is in use, or has a database and `replace` is false.
 */
export async function placeSqlite(
  dataDir: string,
  { replace, log }: PlacingOptions,
  make: (path: string) => Promise<void>,
): Promise<string | null> {
  makeDataDirectory(dataDir, log);
  const at = (name: string) => join(dataDir, name);
  const lock = lockDataDirectory(dataDir, 'touchstone restore');
  const beside = at('touchstone.db.restored');
  try {
    if (existsSync(at('touchstone.db')) && !replace) throw notEmpty(dataDir);
    rmSync(beside, { force: true });
    await make(beside);
    syncToDisk(beside);
    writeMark(dataDir);
    const aside = putAside(dataDir);
    // The index belongs to the previous database; it is rebuilt from this one.
    for (const derived of ['index', ...BESIDE_DATABASE])
      rmSync(at(derived), { recursive: true, force: true });
    renameSync(beside, at('touchstone.db'));
    syncToDisk(dataDir);
    rmSync(at(RESTORE_MARK));
    syncToDisk(dataDir);
    return aside;
  } finally {
    rmSync(beside, { force: true });
    lock.release();
  }
}

function putAside(dataDir: string): string | null {
  const there = [...DATABASE_FILES, ...BESIDE_DATABASE].filter((name) => existsSync(join(dataDir, name)));
  if (there.length === 0) return null;
  const aside = join(dataDir, `replaced-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`);
  mkdirSync(aside);
  for (const name of there) renameSync(join(dataDir, name), join(aside, name));
  syncToDisk(aside);
  return aside;
}

function notEmpty(dataDir: string): DatabaseRefused {
  return new DatabaseRefused(
    `${dataDir} already has a database. Restore into another directory (--data-dir), or use --replace, which moves the existing data aside.`,
  );
}

/** Files that describe the database beside them. */
const BESIDE_DATABASE: readonly string[] = [COMMIT_MARK_FILE, LOST_WRITES_FILE];

/** Makes a file, or the names in a directory, durable. */
export function syncToDisk(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
