import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { ensureInstalled, isInstalled } from './install.mjs';
import { npmCommand } from './npm-ci.mjs';
import { pinnedNodePath, thisMachine } from './pinned-node.mjs';

const LOCK = {
  packages: {
    '': {},
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b': { version: '2.0.0', optional: true },
  },
};

let root = '';
/** @type {string[]} */
let said = [];
let installs = 0;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'touchstone install-'));
  said = [];
  installs = 0;
  writeJson('package-lock.json', LOCK);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** What `npm ci` leaves behind, as far as the check looks at it. */
const install = async () => {
  installs += 1;
  mkdirSync(join(root, 'node_modules', 'a'), { recursive: true });
  writeJson('node_modules/.package-lock.json', { packages: { 'node_modules/a': { version: '1.0.0' } } });
  const pinned = pinnedNodePath(root, thisMachine());
  if (pinned) {
    mkdirSync(dirname(pinned), { recursive: true });
    writeFileSync(pinned, '');
  }
};
const ensure = () => ensureInstalled(root, { install, say: (line) => said.push(line) });

test('a fresh checkout is installed, and says so; the second command finds it installed', async () => {
  await ensure();
  assert.equal(isInstalled(root), true);
  assert.match(said.join(), /Installing dependencies/);
  await ensure();
  assert.equal(installs, 1);
});

test('commands that start at once install once', async () => {
  await Promise.all([ensure(), ensure(), ensure()]);
  assert.equal(installs, 1);
  assert.equal(said.filter((line) => line.startsWith('Waiting: process')).length, 2);
});

test('a changed lock file is installed again', async () => {
  await ensure();
  writeJson('package-lock.json', { packages: { 'node_modules/a': { version: '1.0.1' } } });
  assert.equal(isInstalled(root), false);
  await ensure();
  assert.equal(installs, 2);
});

test('a failed installation is passed on and leaves no stamp', async () => {
  await ensure();
  writeJson('package-lock.json', { packages: { 'node_modules/a': { version: '9.9.9' } } });
  const failing = ensureInstalled(root, {
    install: () => Promise.reject(new Error('no network')),
    say: () => {},
  });
  await assert.rejects(failing, /no network/);
  assert.equal(existsSync(join(root, 'node_modules', '.touchstone-installed')), false);
});

test('what somebody installed with npm itself is taken as it is', async () => {
  await install();
  await ensure();
  assert.equal(installs, 1);
  assert.equal(isInstalled(root), true);
});

test('what npm itself installed from another lock file, or lost since, is not', async () => {
  await install();
  rmSync(join(root, 'node_modules', 'a'), { recursive: true });
  await ensure();
  assert.equal(installs, 2);
});

test('a folder that belongs to somebody else is not written to when everything is there', async (t) => {
  if (process.getuid?.() === 0) return t.skip('root may write everywhere');
  await install();
  chmodSync(join(root, 'node_modules'), 0o555);
  await ensure();
  chmodSync(join(root, 'node_modules'), 0o755);
  assert.equal(installs, 1);
});

test('npm is the one that started us, on its own Node and never on one inside node_modules', () => {
  const inside = '/here/node_modules/.bin';
  const env = {
    PATH: `${inside}:/usr/bin`,
    npm_execpath: '/npm/bin/npm-cli.js',
    npm_node_execpath: '/usr/bin/node',
  };
  const found = npmCommand('/here', env);
  assert.deepEqual(
    [found.command, found.args, found.env.PATH],
    ['/usr/bin/node', ['/npm/bin/npm-cli.js'], '/usr/bin'],
  );
  assert.equal(npmCommand('/here', { ...env, npm_node_execpath: `${inside}/node` }).command, 'node');
  assert.equal(npmCommand('/here', { ...env, npm_execpath: '/pnpm/bin/pnpm.cjs' }).command, 'npm');
  assert.equal(npmCommand('/here', { PATH: '/usr/bin' }).command, 'npm');
});

/**
 * @param {string} path
 * @param {unknown} value
 */
function writeJson(path, value) {
  writeFileSync(join(root, path), JSON.stringify(value));
}
