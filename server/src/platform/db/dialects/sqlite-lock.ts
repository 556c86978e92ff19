import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseRefused } from '../database-refused.ts';

const SQLITE_BUSY = 5;

/**
 * Locks the data directory for this process by an exclusive transaction on `lock.db`, which the operating system
 * releases however the process ends. Throws `DatabaseRefused` naming the holder.
 */
export function lockDataDirectory(dataDir: string, holder: string): { release(): void } {
  const holderFile = join(dataDir, 'holder.txt');
  const lock = new DatabaseSync(join(dataDir, 'lock.db'));
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (((error as { errcode?: number }).errcode ?? 0) % 256 !== SQLITE_BUSY) throw error;
    throw new DatabaseRefused(
      `The data directory is in use by ${readHolder(holderFile)}. ` +
        'Stop that process, or choose another directory with DATA_DIR (or --data-dir).',
    );
  }
  nameHolder(holderFile, holder);
  return {
    release() {
      rmSync(holderFile, { force: true });
      lock.exec('ROLLBACK');
      lock.close();
    },
  };
}

/** For the message of a second process; omitted if the disk is full. */
function nameHolder(file: string, holder: string): void {
  try {
    writeFileSync(file, holder);
  } catch {
    rmSync(file, { force: true });
  }
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim() || 'another process';
  } catch {
    return 'another process';
  }
}
