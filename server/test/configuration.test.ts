import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flagOf, SETTINGS } from '../src/platform/settings.ts';
import { tableRows } from './markdown-table.ts';

describe('docs/configuration.md', () => {
  const documented = tableRows('docs/configuration.md').filter(([name = '']) => /^[A-Z_]+$/.test(name));

  it('has every setting, in the order of the code, and no other', () => {
    assert.deepEqual(
      documented.map(([name]) => name),
      Object.keys(SETTINGS),
    );
  });

  for (const [name, { fallback }] of Object.entries(SETTINGS)) {
    it(`says the flag and the default of ${name}`, () => {
      const row = documented.find(([documentedName]) => documentedName === name);
      assert.deepEqual(row?.slice(1, 3), [`--${flagOf(name)}`, fallback]);
    });
  }
});
