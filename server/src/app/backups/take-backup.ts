import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newProcessOwner } from '../../kernel/process-owner.ts';
import { VERSION } from '../../kernel/version.ts';
import { syncToDisk } from '../../platform/db/copies/place-sqlite.ts';
import type { Environment } from '../../platform/db/copies/postgres-tools.ts';
import { copySqlite, readSqliteContents } from '../../platform/db/copies/sqlite-file.ts';
import { freeBackupName, HOLDER_FILE, removeAbandonedBackups, UNFINISHED_SUFFIX } from './backup-folder.ts';
import { BackupRefused } from './backup-refused.ts';
import { describeFile, MANIFEST_FILE, type Manifest } from './manifest.ts';

/** The database: that of the URL, else the file in the directory. */
export interface BackupPlace {
  dataDir: string;
  databaseUrl: string | undefined;
  /** The environment in which PostgreSQL's tools are found. */
  env: Environment;
}

export interface Backup {
  path: string;
  manifest: Manifest;
}

export interface TakeOptions {
  /** Aborts the backup, which leaves nothing behind. */
  signal?: AbortSignal;
  /** Throws for a copy that is invalid, which then does not get its final name. */
  check?: (folder: string) => Promise<void>;
}

/**
 * Copies the database into its own folder below `into`, while the service writes to it. The folder gets its final
 * name once the copy is complete and durable. Throws `DatabaseRefused` if there is nothing to copy, or no tool to
 * copy it with, and `BackupRefused` if the copy cannot be written.
 */
export async function takeBackup(
  place: BackupPlace,
  into: string,
  options: TakeOptions = {},
): Promise<Backup> {
  const takenAt = new Date();
  let unfinished: string | null = null;
  try {
    mkdirSync(into, { recursive: true });
    removeAbandonedBackups(into);
    const path = freeBackupName(into, takenAt);
    unfinished = `${path}${UNFINISHED_SUFFIX}`;
    mkdirSync(unfinished);
    const manifest = await writeBackup(place, unfinished, takenAt, options);
    renameSync(unfinished, path);
    syncToDisk(into);
    return { path, manifest };
  } catch (error) {
    if (unfinished !== null) rmSync(unfinished, { recursive: true, force: true });
    throw refusedBy(into, error as NodeJS.ErrnoException & { errcode?: number });
  }
}

const SQLITE_FULL = 13;

/** Errors of the database are unchanged; those of the copy concern another folder. */
function refusedBy(into: string, error: NodeJS.ErrnoException & { errcode?: number }): Error {
  const isFull =
    error.code === 'ENOSPC' || error.code === 'EDQUOT' || (error.errcode ?? 0) % 256 === SQLITE_FULL;
  if (isFull || /could not \w+( to)? output file.*(No space left|quota exceeded)/.test(error.message))
    return new BackupRefused(
      `The disk of ${into} is full: no backup was taken. Free space, or choose another folder for backups.`,
    );
  // An error about a path of the data is left to its own reader.
  if (error.syscall === undefined || !String(error.path ?? into).startsWith(into)) return error;
  return new BackupRefused(`The backup cannot be written to ${into} (${error.code}, ${error.syscall}).`);
}

async function writeBackup(
  place: BackupPlace,
  folder: string,
  takenAt: Date,
  { signal, check }: TakeOptions,
): Promise<Manifest> {
  writeFileSync(join(folder, HOLDER_FILE), newProcessOwner());
  const isSqlite = place.databaseUrl === undefined;
  const name = isSqlite ? 'touchstone.db' : 'touchstone.dump';
  const contents = await copyDatabase(place, join(folder, name), signal);
  signal?.throwIfAborted();
  const manifest: Manifest = {
    format: 1,
    program: VERSION,
    database: isSqlite ? 'sqlite' : 'postgres',
    taken_at: takenAt.toISOString(),
    schema: contents.schema,
    oldest_program: contents.oldestProgram,
    tables: contents.tables,
    file: await describeFile(folder, name),
  };
  syncToDisk(join(folder, name));
  writeFileSync(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`);
  syncToDisk(join(folder, MANIFEST_FILE));
  await check?.(folder);
  signal?.throwIfAborted();
  rmSync(join(folder, HOLDER_FILE));
  syncToDisk(folder);
  return manifest;
}

async function copyDatabase({ dataDir, databaseUrl, env }: BackupPlace, to: string, signal?: AbortSignal) {
  if (databaseUrl === undefined) {
    await copySqlite(join(dataDir, 'touchstone.db'), to);
    return readSqliteContents(to);
  }
  // Loaded only here, because the driver takes memory that the embedded database does not need.
  const { dumpPostgres } = await import('../../platform/db/copies/postgres-dump.ts');
  return dumpPostgres(databaseUrl, to, env, signal);
}
