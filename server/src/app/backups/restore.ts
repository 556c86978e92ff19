import { copyFileSync, createReadStream, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Log } from '../../kernel/log.ts';
import { beginRestore, placeSqlite } from '../../platform/db/copies/place-sqlite.ts';
import { NEWEST_MIGRATION } from '../../platform/db/migrations/migrations.ts';
import { inTemporaryFolder, unpackBackup } from './archive.ts';
import { listBackups } from './backup-folder.ts';
import { BackupRefused } from './backup-refused.ts';
import { MANIFEST_FILE, type Manifest, manifestContents } from './manifest.ts';
import { type BackupPlace, takeBackup } from './take-backup.ts';
import { verifyBackup } from './verify.ts';

export interface RestoreOptions {
  /** Existing data is moved aside (SQLite) or dropped in the same transaction (PostgreSQL). */
  replace: boolean;
  /** The archive if `from` is `-`. */
  input: Readable;
  log: Log;
}

export interface RestoreResult {
  manifest: Manifest;
  /** The folder with the previous database; null if there was none. */
  aside: string | null;
}

/**
 * Restores from `from`: a backup's folder, an archive, `-`, the data directory of a service, or the address of its
 * PostgreSQL. Afterwards there is either the complete backup or the previous data. Throws `BackupRefused` or
 * `DatabaseRefused`.
 */
export async function restoreBackup(
  from: string,
  target: BackupPlace,
  options: RestoreOptions,
): Promise<RestoreResult> {
  const begun = target.databaseUrl === undefined ? beginRestore(target.dataDir, options.log) : null;
  try {
    return await restoreInto(from, target, options);
  } catch (error) {
    begun?.giveUp();
    throw error;
  }
}

function restoreInto(from: string, target: BackupPlace, options: RestoreOptions): Promise<RestoreResult> {
  return withBackupFolder(from, target, options.input, async (folder) => {
    const { manifest, faults } = await verifyBackup(folder, target.env);
    if (faults.length > 0)
      throw new BackupRefused(`The backup is damaged; nothing was restored.\n${faults.join('\n')}`);
    if (manifest.oldest_program > NEWEST_MIGRATION) {
      throw new BackupRefused(
        `The backup needs a program with schema ${manifest.oldest_program}; this one has ${NEWEST_MIGRATION}. ` +
          `Restore it with Touchstone ${manifest.program} or newer.`,
      );
    }
    return { manifest, aside: await placeDatabase(folder, manifest, target, options) };
  });
}

/** Runs `use` with the folder of the backup that `from` names. */
export async function withBackupFolder<T>(
  from: string,
  { dataDir, env }: BackupPlace,
  input: Readable,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  if (/^postgres(ql)?:/.test(from)) return ofData({ dataDir, databaseUrl: from, env });
  if (from === '-') return ofArchive(input);
  const found = statSync(from, { throwIfNoEntry: false });
  if (!found) throw new BackupRefused(`There is no ${from}.`);
  if (!found.isDirectory()) return ofArchive(createReadStream(from));
  // An incomplete backup also has a touchstone.db, but no lock.
  if (!existsSync(join(from, MANIFEST_FILE)) && existsSync(join(from, 'lock.db')))
    return ofData({ dataDir: from, databaseUrl: undefined, env });
  const several = listBackups(from);
  if (several.length > 0)
    throw new BackupRefused(
      `${from} holds ${several.length} backups. Choose one of them; the newest is ${several.at(-1)}.`,
    );
  return use(from);

  function ofData(source: BackupPlace): Promise<T> {
    return inTemporaryFolder(dataDir, async (folder) => use((await takeBackup(source, folder)).path));
  }
  function ofArchive(stream: Readable): Promise<T> {
    return inTemporaryFolder(dataDir, async (folder) => {
      await unpackBackup(stream, folder);
      return use(folder);
    });
  }
}

async function placeDatabase(
  folder: string,
  manifest: Manifest,
  { dataDir, databaseUrl, env }: BackupPlace,
  { replace, log }: RestoreOptions,
): Promise<string | null> {
  const file = join(folder, manifest.file.name);
  const isSqlite = manifest.database === 'sqlite';
  if (databaseUrl === undefined) {
    return placeSqlite(dataDir, { replace, log }, async (path) => {
      if (isSqlite) return copyFileSync(file, path);
      const { copyDumpIntoSqlite } = await import('../../platform/db/copies/copy-rows.ts');
      await copyDumpIntoSqlite(file, manifest.schema, path, env);
    });
  }
  const { requireRestorable, restoreDump } = await import('../../platform/db/copies/restore-dump.ts');
  await requireRestorable(databaseUrl, { replace });
  if (isSqlite) {
    const { copySqliteIntoPostgres } = await import('../../platform/db/copies/copy-rows.ts');
    await copySqliteIntoPostgres(file, manifest.schema, databaseUrl, { replace });
  } else await restoreDump(file, manifestContents(manifest), databaseUrl, { replace, env });
  return null;
}
