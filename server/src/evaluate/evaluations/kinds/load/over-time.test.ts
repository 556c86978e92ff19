import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadOverTime } from './over-time.ts';

/** A window in which a request is sent every `everyMs`; those of `lost` are not answered. */
function windowOf(requests: number, everyMs: number, latencyMs: number, lost: readonly number[] = []) {
  const times = Float64Array.from({ length: requests }, (_, i) => i * everyMs);
  const latencies = times.map((_, i) => (lost.includes(i) ? Infinity : latencyMs));
  const windowMs = requests * everyMs;
  const ends = times.map((ms, i) => ms + (latencies[i] ?? 0)).filter((ms) => ms < windowMs);
  return { windowMs, times, latencies, completedAt: ends };
}

test('slices are laid one after another, and each part has what was sent, what ended and what was lost in it', () => {
  const parts = loadOverTime([windowOf(20, 100, 50), windowOf(20, 100, 90, [3, 4])]);
  assert.deepEqual(parts, [
    { from_ms: 0, sent: 20, completed: 20, errors: 0, p50_ms: 50, p95_ms: 50, p99_ms: null },
    { from_ms: 2000, sent: 20, completed: 18, errors: 2, p50_ms: 90, p95_ms: null, p99_ms: null },
  ]);
});

test('what is sent at one end is completed at the other', () => {
  const parts = loadOverTime([windowOf(40, 100, 1000)]);
  assert.deepEqual(
    parts.map(({ sent, completed }) => [sent, completed]),
    [
      [20, 10],
      [20, 20],
    ],
  );
});

test('there are never more than 60 parts, and together they have every request', () => {
  const parts = loadOverTime([windowOf(9000, 1, 5), windowOf(9000, 1, 5)]);
  assert.equal(parts.length, 60);
  assert.equal(
    parts.reduce((sum, { sent }) => sum + sent, 0),
    18_000,
  );
  assert.ok(parts.every(({ p99_ms }) => p99_ms === 5));
});

test('where nothing was sent there is nothing to show', () => {
  assert.deepEqual(loadOverTime([]), []);
  assert.deepEqual(loadOverTime([windowOf(0, 1, 5)]), []);
});
