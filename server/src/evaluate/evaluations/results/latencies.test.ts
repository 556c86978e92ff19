import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalQuantile } from '../../../measure/statistics/distributions.ts';
import { createLatencies } from './latencies.ts';

/** Quantiles of latencies in ms, by per mille. */
function quantiles(latencies: readonly number[], ...perMille: number[]): (number | null)[] {
  const kept = createLatencies(latencies.length);
  for (const latency of latencies) kept.add(latency);
  return perMille.map((q) => kept.nearestRank(q));
}

/** Latencies of 1000 requests meant for every 10 ms, 1 ms of work each, with a server frozen for a second. */
const intended = Array.from({ length: 1000 }, (_, i) => Math.max(1, 1001 - 9 * i));

test('quantiles are nearest ranks, worked out with whole numbers', () => {
  const thousand = Array.from({ length: 1000 }, (_, i) => i + 1);
  for (const [perMille, rank] of [
    [500, 500],
    [950, 950],
    [990, 990],
    [999, 999],
    [1000, 1000],
    [1, 1],
    [0, 1],
  ] as const) {
    assert.deepEqual(quantiles(thousand, perMille), [rank], `${perMille} ‰`);
  }
  assert.deepEqual(quantiles([], 500), [null]);
  assert.deepEqual(quantiles([7], 999), [7]);
  assert.deepEqual(quantiles([2, 1], 500), [1]);
  assert.deepEqual(quantiles([3, 1, 2], 500), [2]);
});

test('the worked freeze of one second has the published quantiles', () => {
  assert.deepEqual(quantiles(intended, 500, 900, 950, 990, 999), [1, 101, 551, 911, 992]);
});

const logNormal = Array.from(
  { length: 1000 },
  (_, i) => 400 * Math.exp(0.5 * normalQuantile((i + 0.5) / 1000)),
);

test('1000 log-normal latencies have the worked median and 99th percentile', () => {
  assert.deepEqual(
    quantiles(logNormal, 500, 990).map((ms) => Math.round((ms ?? 0) * 10) / 10),
    [399.7, 1268.3],
  );
});

test('quantiles are those of the sorted list, to the microsecond, however far apart the latencies are', () => {
  const latencies = Array.from(
    { length: 2000 },
    (_, i) => Math.round(1000 * Math.exp(((i * 7919) % 2000) / 135)) / 1000,
  );
  const sorted = latencies.toSorted((a, b) => a - b);
  for (let perMille = 1; perMille <= 1000; perMille += 37) {
    assert.deepEqual(quantiles(latencies, perMille), [sorted[Math.ceil((perMille * 2000) / 1000) - 1]]);
  }
});

test('a latency beyond 71 minutes counts as 71 minutes, and no more fit than was said', () => {
  assert.deepEqual(quantiles([1e9], 500), [4_294_967.295]);
  assert.throws(() => createLatencies(0).add(1), RangeError);
});
