import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseRefused } from '../refused.ts';

/**
 * Takes the data directory for this process: an exclusive transaction on `lock.db`, which the operating
 * system lets go of when the process ends, however it ends. Throws `DatabaseRefused` naming the holder.
 */
export function lockDataDirectory(dataDir: string, holder: string): { release(): void } {
  const holderFile = join(dataDir, 'holder.txt');
  const lock = new DatabaseSync(join(dataDir, 'lock.db'));
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== 5) throw error;
    throw new DatabaseRefused(
      `The data directory is in use by ${readHolder(holderFile)}. ` +
        'Stop that process, or choose another directory with DATA_DIR (or --data-dir).',
    );
  }
  writeFileSync(holderFile, holder);
  return {
    release() {
      rmSync(holderFile, { force: true });
      lock.exec('ROLLBACK');
      lock.close();
    },
  };
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim() || 'another process';
  } catch {
    return 'another process';
  }
}
