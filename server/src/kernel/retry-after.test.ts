import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryAfterMs } from './retry-after.ts';

const NOW = Date.UTC(2026, 10, 23, 12, 0, 0);
const YEAR_MS = 365 * 24 * 3_600_000;

const ROWS: readonly (readonly [header: string | string[] | undefined, ms: number | undefined])[] = [
  ['120', 120_000],
  ['0', 0],
  [' 7 ', 7000],
  ['1.5', 1500],
  ['0.0004', 1],
  [['3', '9'], 3000],
  ['Mon, 23 Nov 2026 12:01:00 GMT', 60_000],
  ['Monday, 23-Nov-26 12:01:00 GMT', 60_000],
  ['Mon Nov 23 12:01:00 2026', 60_000],
  ['Sun Nov  1 12:01:00 2026', 0],
  ['Mon, 23 Nov 2026 11:00:00 GMT', 0],
  ['2026-11-23T12:01:00Z', 60_000],
  ['2026-11-23T13:01:00+01:00', 60_000],
  ['99999999999', YEAR_MS],
  ['9'.repeat(400), YEAR_MS],
  ['Fri, 31 Dec 9999 23:59:59 GMT', YEAR_MS],
  [undefined, undefined],
  ['', undefined],
  [[], undefined],
  ['-5', undefined],
  ['+5', undefined],
  ['1e3', undefined],
  ['0x10', undefined],
  ['Infinity', undefined],
  ['NaN', undefined],
  ['120, 240', undefined],
  ['5 seconds', undefined],
  ['soon', undefined],
  ['2026', 2_026_000],
  ['2026-11-23', undefined],
  ['Mon, 99 Nov 2026 12:01:00 GMT', undefined],
];
for (const [header, ms] of ROWS) {
  const said = String(header).slice(0, 40);
  test(`Retry-After: ${said} is ${ms === undefined ? 'not understood' : `${ms} ms`}`, () => {
    assert.equal(retryAfterMs(header, NOW), ms);
  });
}

const MORE_EXACT: readonly (readonly [milliseconds: string, ms: number])[] = [
  ['250', 250],
  ['0', 0],
  ['-1', 2000],
  ['soon', 2000],
  ['', 2000],
];
for (const [milliseconds, ms] of MORE_EXACT) {
  test(`Retry-After-Ms: “${milliseconds}” beside Retry-After: 2 is ${ms} ms`, () => {
    assert.equal(retryAfterMs('2', NOW, milliseconds), ms);
  });
}
