import assert from 'node:assert/strict';
import type { Interval } from '../../src/measure/statistics/interval.ts';

/** For tests: equal to `digits` decimal places, as a printed reference value is. */
export function assertClose(
  actual: number | null | undefined,
  expected: number,
  digits: number,
  what = '',
): void {
  assert.equal(typeof actual, 'number', `${what} is ${actual}, expected ${expected}`);
  const distance = Math.abs((actual as number) - expected);
  // The last printed digit may be rounded either way; the tiny share is for halves in binary.
  assert.ok(distance <= 0.5000001 * 10 ** -digits, `${what} is ${actual}, expected ${expected}`);
}

/** For tests: equal to a relative error, for values over many magnitudes. */
export function assertRelative(actual: number, expected: number, error: number, what = ''): void {
  const distance = Math.abs(actual - expected);
  assert.ok(distance <= error * Math.abs(expected), `${what} is ${actual}, expected ${expected}`);
}

/** For tests: both ends equal to `digits` decimal places. */
export function assertInterval(
  actual: Interval | null,
  [low, high]: readonly [number, number],
  digits: number,
  what = '',
): void {
  assertClose(actual?.low, low, digits, `${what} low`);
  assertClose(actual?.high, high, digits, `${what} high`);
}

/** For tests: the same cases on every run, so that a failure is a change and not luck. */
export const PROPERTY_RUN = { seed: 2411, numRuns: 300 } as const;
