import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/** The files of the embedded database: the database, its log and the log's index. */
export const DATABASE_FILES = ['touchstone.db', 'touchstone.db-wal', 'touchstone.db-shm'];

/**
 * The first path of a data directory that this process may not read and write, with the reason: `/data is not writable
 * (EROFS: read-only file system)`. Null if there is none or nothing exists.
 */
export function describeUnwritablePath(dataDir: string): string | null {
  const { R_OK, W_OK, X_OK } = constants;
  const needed = [
    [dataDir, R_OK | W_OK | X_OK] as const,
    ...['lock.db', ...DATABASE_FILES].map((name) => [join(dataDir, name), R_OK | W_OK] as const),
  ];
  for (const [path, rights] of needed) {
    try {
      accessSync(path, rights);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT') return `${path} is not writable (${message.replace(/, access .*/, '')})`;
    }
  }
  return null;
}
