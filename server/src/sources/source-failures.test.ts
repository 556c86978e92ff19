import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { SOURCE_FAILURES } from './source-failures.ts';

test('the documentation lists every reason why a source fails, and whether trying again can help', () => {
  const text = readFileSync(new URL('../../../docs/sources.md', import.meta.url), 'utf8');
  const listed = [...text.matchAll(/^\| `(\w+)` \| (yes|no) \|/gm)].map(([, code, retryable]) => [
    code,
    retryable,
  ]);
  const known = Object.entries(SOURCE_FAILURES).map(([code, { retryable }]) => [
    code,
    retryable ? 'yes' : 'no',
  ]);
  assert.deepEqual(listed, known);
});
