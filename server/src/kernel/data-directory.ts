import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Log } from './log.ts';

const PERMISSIONS_OF_OTHERS = 0o007;
const OWNER_ONLY = 0o700;

/**
 * Makes the directory and what is missing above it, for its owner alone. One that is there and that every user of the
 * machine may enter is closed to all but its owner, with a warning; where that is not allowed, with a warning only.
 * Access that its group alone has is the operator's choice and stays. Throws the file system's error.
 */
export function makeDataDirectory(path: string, log: Log): void {
  const there = statSync(path, { throwIfNoEntry: false });
  if (!there) makeMissing(path);
  // Says in the system's words what is wrong with a file of that name.
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

/** Level by level: `mkdir` with `recursive` never returns where the system refuses a name, as /proc does. */
function makeMissing(path: string): void {
  const parent = dirname(path);
  if (statSync(parent, { throwIfNoEntry: false }) === undefined && parent !== path) makeMissing(parent);
  mkdirSync(path, { mode: OWNER_ONLY });
}

function octal(mode: number): string {
  return `0${(mode & 0o777).toString(8)}`;
}
