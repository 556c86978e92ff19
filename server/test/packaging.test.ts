import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import { VERSION } from '../src/kernel/version.ts';
import { SETTINGS } from '../src/platform/settings.ts';
import { settingsOf } from './support/unpacked-image.ts';

const file = (path: string) => new URL(`../../packaging/${path}`, import.meta.url);
const compose = parse(readFileSync(file('container/compose.yaml'), 'utf8'), { merge: true });
const unit = readFileSync(file('systemd/touchstone.service'), 'utf8');

/** What Node itself reads. */
const OF_NODE = ['NODE_COMPILE_CACHE', 'NODE_COMPILE_CACHE_PORTABLE'];

test('image, compose file and unit set what is a setting', () => {
  const image = settingsOf(file('container/Containerfile').pathname);
  const ofUnit = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, pairs = '']) => pairs.split(' '));
  const named = [
    ...Object.keys(image),
    ...Object.keys(compose.services.api.environment),
    ...ofUnit.map((pair) => pair.split('=')[0] ?? ''),
  ];
  assert.ok(named.length > 8, named.join());
  assert.deepEqual(
    named.filter((name) => !(name in SETTINGS) && !OF_NODE.includes(name)),
    [],
  );
});

test('image and compose file name this version', () => {
  assert.match(
    readFileSync(file('container/Containerfile'), 'utf8'),
    new RegExp(`^ARG VERSION=${VERSION}$`, 'm'),
  );
  assert.equal(compose.services.api.image, `touchstone:${VERSION}`);
});

test('every process of the compose file runs read-only, without capabilities, and waits for what it needs', () => {
  for (const name of ['api', 'worker']) {
    const { read_only, cap_drop, depends_on, environment } = compose.services[name];
    assert.equal(environment.ROLE, name);
    assert.deepEqual([read_only, cap_drop], [true, ['ALL']], name);
    for (const other of Object.keys(depends_on)) assert.ok(other in compose.services, other);
    assert.match(environment.DATABASE_URL, /@postgres:5432\/touchstone$/);
  }
});
