import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../kernel/errors.ts';
import { newSecret } from './tokens.ts';

/** Address and token of the running server, for the owner of the data directory. */
export interface RunningServer {
  /** The base URL on this machine. */
  url: string;
  token: string;
}

const pathIn = (dataDir: string) => join(dataDir, 'owner.json');

/**
 * A token for this run, readable only by the owner of the data directory. The command line uses it to call the running
 * server without a key. Anyone who can read it can also read the whole database.
 */
export function createOwnerFile(dataDir: string) {
  const token = newSecret('ts');
  return {
    token,
    /** Writes `owner.json`, readable by its owner only. Throws `storage_full`. */
    publish(url: string): void {
      rmSync(pathIn(dataDir), { force: true });
      // wx: never writes into an existing file, which someone else may have created with permissions of their choice.
      try {
        writeFileSync(pathIn(dataDir), JSON.stringify({ url, token }), { mode: 0o600, flag: 'wx' });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        throw new AppError('storage_full', `The disk of ${dataDir} is full; free space and try again.`);
      }
    },
    /** Removes the file, unless another process has replaced it. */
    remove(): void {
      if (readOwnerFile(dataDir)?.token === token) rmSync(pathIn(dataDir), { force: true });
    },
  };
}

/** What the last server on this directory wrote, which may have ended since; null if there is nothing. */
export function readOwnerFile(dataDir: string): RunningServer | null {
  try {
    const { url, token } = JSON.parse(readFileSync(pathIn(dataDir), 'utf8')) as Partial<RunningServer>;
    return typeof url === 'string' && typeof token === 'string' ? { url, token } : null;
  } catch {
    return null;
  }
}
