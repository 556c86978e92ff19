import { mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { mkdir, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { packTar, unpackTar } from 'modern-tar/fs';
import { BackupRefused } from './backup-refused.ts';
import { MANIFEST_FILE } from './manifest.ts';
import { type Backup, type BackupPlace, takeBackup } from './take-backup.ts';

/**
 * Writes a backup as a tar archive, with the manifest last. It is first created in the data directory, because a tar
 * entry begins with its size.
 */
export async function streamBackup(place: BackupPlace, to: Writable): Promise<Backup> {
  return inTemporaryFolder(place.dataDir, async (folder) => {
    const backup = await takeBackup(place, folder);
    const { name } = backup.manifest.file;
    const files = [name, MANIFEST_FILE].map((target) => ({
      type: 'file' as const,
      source: join(backup.path, target),
      target,
    }));
    try {
      await pipeline(packTar(files, { concurrency: 1 }), to);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      throw new BackupRefused(
        code === 'EPIPE' || code === 'ERR_STREAM_PREMATURE_CLOSE'
          ? 'The reader of the archive ended before the archive was complete, so it did not receive a valid backup.'
          : `The archive could not be written: ${message}.`,
      );
    }
    return backup;
  });
}

/** Unpacks an archive into a folder. Throws `BackupRefused` if it is truncated or is no archive. */
export async function unpackBackup(from: Readable, folder: string): Promise<void> {
  const unpacking = unpackTar(folder, { strict: true, maxDepth: 1, fmode: 0o600 });
  // The library also creates the folder, and does not wait for that if it fails: the folder would reappear after its
  // removal.
  await mkdir(folder, { recursive: true });
  await realpath(folder);
  try {
    await pipeline(from, unpacking);
  } catch (error) {
    throw new BackupRefused(
      `The archive is not a complete backup: it was truncated or changed (${(error as Error).message}).`,
    );
  }
}

/**
 * Runs `work` with a temporary folder below `parent`, on the disk of the data. If `parent` did not exist, it is
 * removed again.
 */
export async function inTemporaryFolder<T>(parent: string, work: (folder: string) => Promise<T>): Promise<T> {
  const made = mkdirSync(parent, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(parent, 'backup-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    if (made !== undefined) removeEmpty(parent, made);
  }
}

/** Removes empty folders from `from` up to `upTo`; a folder that has contents stays. */
function removeEmpty(from: string, upTo: string): void {
  try {
    for (let folder = resolve(from); ; folder = dirname(folder)) {
      rmdirSync(folder);
      if (folder === resolve(upTo)) return;
    }
  } catch {
    // The folder contains what was restored.
  }
}
