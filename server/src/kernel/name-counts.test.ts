import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countName, type NameCounts, sumNames } from './name-counts.ts';

test('counts every name that a server may use, also those of members of objects', () => {
  const names: NameCounts = {};
  for (const name of ['gpt', '__proto__', 'constructor', '__proto__', null]) countName(names, name);
  const counts = '{"gpt":1,"__proto__":2,"constructor":1,"":1}';
  assert.equal(JSON.stringify(names), counts);
  assert.equal(JSON.stringify(sumNames([JSON.parse(counts)])), counts);
});
