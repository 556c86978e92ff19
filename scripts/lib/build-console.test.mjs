import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { ensureConsole, sourceHash } from './build-console.mjs';

// In place of Vite: counts its runs and writes the page, or fails.
const BUILDER = `
  const fs = require('node:fs');
  if (fs.existsSync('broken')) process.exit(1);
  fs.mkdirSync('dist', { recursive: true });
  fs.writeFileSync('dist/index.html', '');
  fs.appendFileSync('../builds', '.');`;

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'touchstone console-'));
  write('web/index.html', '<script src="src/main.tsx">');
  write('web/package.json', '{}');
  write('client/src/client.ts', 'export const client = 1;');
  write('node_modules/vite/package.json', '{}');
  write('node_modules/vite/bin/vite.js', BUILDER);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const ensure = () => ensureConsole(root, process.execPath);
const builds = () => readFileSync(join(root, 'builds'), 'utf8').length;

test('the console is built once for the same sources, by commands that start at once too', async () => {
  await Promise.all([ensure(), ensure()]);
  await ensure();
  assert.equal(builds(), 1);
});

test('it is built again when a source of its own or of the client changes, or the page is gone', async () => {
  await ensure();
  write('web/src/main.tsx', 'render()');
  await ensure();
  write('client/src/client.ts', 'export const client = 2;');
  await ensure();
  rmSync(join(root, 'web', 'dist', 'index.html'));
  await ensure();
  assert.equal(builds(), 4);
});

test('a failed build says so and is tried again', async () => {
  write('web/broken', '');
  await assert.rejects(ensure(), /console could not be built/);
  rmSync(join(root, 'web', 'broken'));
  await ensure();
  assert.equal(builds(), 1);
});

test('what the build itself writes is no source', async () => {
  const before = sourceHash(root);
  write('web/dist/index.html', '');
  write('web/node_modules/x/index.js', '');
  assert.equal(sourceHash(root), before);
});

test('without a console there is nothing to build', async () => {
  rmSync(join(root, 'web'), { recursive: true });
  await ensure();
  assert.throws(builds, { code: 'ENOENT' });
});

/**
 * @param {string} path
 * @param {string} content
 */
function write(path, content) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}
