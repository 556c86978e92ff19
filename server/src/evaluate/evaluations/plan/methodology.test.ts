import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveMethodology } from './methodology.ts';

test('without a correction the warning says how often chance names a winner at the level that is asked for', () => {
  const cases: readonly [confidence: number, said: string][] = [
    [0.95, '1 in 20'],
    [95, '1 in 20'],
    [0.99, '1 in 100'],
    [0.9, '1 in 10'],
  ];
  for (const [confidence_level, said] of cases) {
    const warnings: string[] = [];
    resolveMethodology({ confidence_level, correction: 'none' }, warnings);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', new RegExp(`about ${said} `));
  }
  const warnings: string[] = [];
  resolveMethodology({ correction: 'holm' }, warnings);
  assert.deepEqual(warnings, []);
});
