import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { npmCi } from './npm-ci.mjs';
import { pinnedNodePath, thisMachine } from './pinned-node.mjs';

/**
 * Installs the dependencies of package-lock.json unless they are there. Commands that start at the same time wait
 * for the one that installs.
 *
 * @param {string} root
 * @param {{ install?: (root: string, started: (pid: number) => void) => Promise<void>, say?: (line: string) => void }} [options]
 */
export async function ensureInstalled(root, { install = npmCi, say = console.error } = {}) {
  if (isInstalled(root)) return;
  const waiting = (/** @type {string} */ holder) => say(`Waiting: ${holder} is installing dependencies.`);
  await withLock(join(root, '.install.lock'), waiting, async (heldBy) => {
    if (isInstalled(root)) return;
    if (installedByHand(root)) return stamp(root);
    say('Installing dependencies (npm ci), once …');
    rmSync(stampFile(root), { force: true });
    await install(root, heldBy);
    stamp(root);
  });
}

/**
 * The quick look every command takes: the stamp of the last installation names this very lock file.
 *
 * @param {string} root
 */
export function isInstalled(root) {
  const pinned = pinnedNodePath(root, thisMachine());
  if (pinned !== undefined && !existsSync(pinned)) return false;
  return existsSync(stampFile(root)) && readFileSync(stampFile(root), 'utf8') === lockDigest(root);
}

/**
 * Whether what npm itself recorded as installed is what the lock file asks for. Someone who ran `npm ci` and then
 * lost the network (a container build, typically) must not be made to install again.
 *
 * @param {string} root
 */
function installedByHand(root) {
  const pinned = pinnedNodePath(root, thisMachine());
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record) || (pinned !== undefined && !existsSync(pinned))) return false;

  const wanted = packagesOf(join(root, 'package-lock.json'));
  const present = packagesOf(record);
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true;
    const found = present[path];
    if (!found) return entry.optional === true || entry.peer === true;
    return found.version === entry.version && existsSync(join(root, path));
  });
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, peer?: boolean }>}
 */
function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
}

/** @param {string} root */
function stamp(root) {
  try {
    writeFileSync(stampFile(root), lockDigest(root));
  } catch (error) {
    // node_modules may belong to another user (an image built as root); the next command then looks again.
    if (!(error instanceof Error && 'code' in error && ['EACCES', 'EROFS'].includes(String(error.code))))
      throw error;
  }
}

/** @param {string} root */
function stampFile(root) {
  return join(root, 'node_modules', '.touchstone-installed');
}

/** @param {string} root */
function lockDigest(root) {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}
