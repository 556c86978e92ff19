import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PrerequisiteError } from './prerequisite-error.mjs';

// The holder touches its lock this often, so that one left by a killed process (whose number may be somebody
// else's by now, for instance in a new container on the same folder) is recognised.
const HEARTBEAT_MS = 5_000;
const ABANDONED_MS = 60_000;
const POLL_MS = 200;

/** @typedef {{ pids: number[], host: string }} Holder the process, and the one that does its work */

/**
 * Runs `work` while holding the lock file; waits for another holder, takes over from a dead one. When `work` is
 * done by a child process it passes the child's number to `heldBy`: a child can outlive a killed parent, and two
 * `npm ci` in one folder break each other.
 *
 * @template T
 * @param {string} file
 * @param {(holder: string) => void} waiting called once, before waiting
 * @param {(heldBy: (child: number) => void) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, waiting, work) {
  let told = false;
  while (!takeLock(file)) {
    if (clearAbandoned(file)) continue;
    if (!told) waiting(`process ${readHolder(file)?.pids[0] ?? 'unknown'}`);
    told = true;
    await sleep(POLL_MS);
  }

  const heartbeat = setInterval(() => touchLock(file), HEARTBEAT_MS);
  heartbeat.unref();
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work((child) => replaceLock(file, [process.pid, child]));
  } finally {
    clearInterval(heartbeat);
    process.off('exit', release);
    release();
  }
}

/**
 * Linking a finished file into place creates the lock and its content in one step; nobody sees it half written.
 *
 * @param {string} file
 */
function takeLock(file) {
  const finished = writeLockDraft(file, [process.pid]);
  try {
    linkSync(finished, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(finished, { force: true });
  }
}

/**
 * @param {string} file
 * @param {number[]} pids
 */
function replaceLock(file, pids) {
  renameSync(writeLockDraft(file, pids), file);
}

/**
 * @param {string} file
 * @param {number[]} pids
 */
function writeLockDraft(file, pids) {
  const path = `${file}.${process.pid}`;
  try {
    writeFileSync(path, JSON.stringify({ pids, host: hostname() }));
  } catch (error) {
    if (codeOf(error) !== 'EACCES' && codeOf(error) !== 'EROFS') throw error;
    throw new PrerequisiteError(
      `${dirname(file)} cannot be written, and something is missing in it that this command would install or ` +
        'build. Run it once as the user the folder belongs to.',
    );
  }
  return path;
}

/**
 * Removes the lock of a dead holder. It is moved aside first and looked at again: between looking and moving,
 * another waiter may have replaced it, and then it is put back.
 *
 * @param {string} file
 */
function clearAbandoned(file) {
  if (!isAbandoned(file)) return false;
  const aside = `${file}.${process.pid}.old`;
  try {
    renameSync(file, aside);
    if (!isAbandoned(aside)) linkSync(aside, file);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
  return true;
}

/** @param {string} file */
function isAbandoned(file) {
  const holder = readHolder(file);
  if (!holder) return false;
  if (Date.now() - holder.touched > ABANDONED_MS) return true;
  return holder.host === hostname() && !holder.pids.some(isAlive);
}

/**
 * @param {string} file
 * @returns {Holder & { touched: number } | undefined} undefined when the lock is gone
 */
function readHolder(file) {
  try {
    return { ...JSON.parse(readFileSync(file, 'utf8')), touched: statSync(file).mtimeMs };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** @param {string} file */
function touchLock(file) {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // Taken away by hand: the work goes on, and a second holder is what was asked for.
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
