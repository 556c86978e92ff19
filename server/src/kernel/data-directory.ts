import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Log } from './log.ts';

const PERMISSIONS_OF_OTHERS = 0o007;
const OWNER_ONLY = 0o700;

/**
 * Creates the directory and its missing parents, accessible to its owner only. An existing directory that every user of
 * the machine may enter is restricted to its owner, with a warning; if that is not permitted, only the warning is
 * logged. Access by the group is the operator's choice and is kept. Throws the file system's error.
 */
export function makeDataDirectory(path: string, log: Log): void {
  const there = statSync(path, { throwIfNoEntry: false });
  if (!there) makeMissing(path);
  // If a file has that name, the system's own error says so.
  else if (!there.isDirectory()) mkdirSync(path);
  else if ((there.mode & PERMISSIONS_OF_OTHERS) !== 0) restrictAccess(path, there.mode, log);
}

function restrictAccess(path: string, mode: number, log: Log): void {
  try {
    chmodSync(path, OWNER_ONLY);
    log.warn({ path, mode: octal(mode) }, 'every user could read the data directory; now only its owner can');
  } catch (err) {
    log.warn({ path, mode: octal(mode), err }, 'every user can read the data directory; close it with chmod');
  }
}

/**
 * Creates one level at a time: `mkdir` with `recursive` never returns where the system refuses a name, as /proc does.
 */
function makeMissing(path: string): void {
  const parent = dirname(path);
  if (statSync(parent, { throwIfNoEntry: false }) === undefined && parent !== path) makeMissing(parent);
  mkdirSync(path, { mode: OWNER_ONLY });
}

function octal(mode: number): string {
  return `0${(mode & 0o777).toString(8)}`;
}
