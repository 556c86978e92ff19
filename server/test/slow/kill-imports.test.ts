import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killImport } from './kill-imports.ts';

test('an import of 24 MB whose service is killed twice has each call once', async () => {
  const { bytes, calls } = await killImport(24);
  assert.ok(bytes >= 24e6 && calls > 1000);
});
