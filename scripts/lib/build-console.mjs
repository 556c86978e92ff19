import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runChild } from './child-process.mjs';
import { withLock } from './lock.mjs';
import { PrerequisiteError } from './prerequisite-error.mjs';

// Inputs of the built console; the lock file covers the packages.
const INPUTS = ['web', 'report', 'client/src', 'client/openapi.json', 'package-lock.json'];
const NOT_INPUTS = new Set(['node_modules', 'dist']);

/**
 * Builds web/dist unless it was built from these very sources.
 *
 * @param {string} root
 * @param {string} node the Node that runs the build
 */
export async function ensureConsole(root, node) {
  if (!existsSync(join(root, 'web', 'index.html'))) {
    console.error('There is no console to build (web/index.html); starting without it.');
    return;
  }
  if (isBuilt(root)) return;
  const waiting = (/** @type {string} */ holder) =>
    console.error(`Waiting: ${holder} is building the console.`);
  await withLock(join(root, '.console.lock'), waiting, async (heldBy) => {
    if (!isBuilt(root)) await build(root, node, heldBy);
  });
}

/** @param {string} root */
function isBuilt(root) {
  const built = join(root, 'web', 'dist', 'index.html');
  return (
    existsSync(built) &&
    existsSync(hashFile(root)) &&
    readFileSync(hashFile(root), 'utf8') === sourceHash(root)
  );
}

/**
 * @param {string} root
 * @param {string} node
 * @param {(pid: number) => void} started
 */
async function build(root, node, started) {
  console.error('Building the console, once …');
  const hash = sourceHash(root);
  const web = join(root, 'web');
  const vite = createRequire(join(web, 'package.json')).resolve('vite/package.json');
  const ending = await runChild(
    node,
    [join(dirname(vite), 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
    {
      cwd: web,
      started,
    },
  );
  if (ending.code !== 0) {
    throw new PrerequisiteError(
      'The console could not be built; what Vite said is above. Correct web/ and try again.',
    );
  }
  writeFileSync(hashFile(root), hash);
}

/** @param {string} root */
function hashFile(root) {
  return join(root, 'web', 'dist', '.source-hash');
}

/**
 * SHA-256 over path and content of every input, in a fixed order.
 *
 * @param {string} root
 */
export function sourceHash(root) {
  const hash = createHash('sha256');
  for (const path of INPUTS.flatMap((input) => filesUnder(root, input))) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @param {string} path relative to root; a file, a folder, or nothing
 * @returns {string[]}
 */
function filesUnder(root, path) {
  if (!existsSync(join(root, path))) return [];
  try {
    return readdirSync(join(root, path))
      .filter((name) => !NOT_INPUTS.has(name))
      .sort()
      .flatMap((name) => filesUnder(root, `${path}/${name}`));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return [path];
    throw error;
  }
}
