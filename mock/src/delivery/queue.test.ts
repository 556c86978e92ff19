import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSchedule } from './queue.ts';

/** When requests of 10 ms each are done that arrive at these times. */
function done(arrivals: number[], servers: number | null, standstills: [number, number][] = []): number[] {
  const windows = standstills.map(([from_ms, for_ms]) => ({ from_ms, for_ms }));
  const schedule = createSchedule(servers, windows);
  return arrivals.map((at) => schedule.admit(at, 10)(10));
}

const CASES: [string, number[], number[]][] = [
  ['without a queue none waits', done([0, 0, 3], null), [10, 10, 13]],
  ['one server takes one after another', done([0, 0, 3, 100], 1), [10, 20, 30, 110]],
  ['two servers take two at once, in the order of arrival', done([0, 1, 2, 3], 2), [10, 11, 20, 21]],
  ['nothing is done while it stands still', done([0, 4, 8], null, [[5, 100]]), [110, 113 - 4 + 5, 115]],
  ['a standstill holds the queue up', done([0, 0], 1, [[5, 100]]), [110, 120]],
  [
    'standstills follow one another, counted from the first request',
    done([1000], 1, [
      [8, 10],
      [2, 5],
    ]),
    [1000 + 10 + 5 + 10],
  ],
];

for (const [name, actual, expected] of CASES) test(name, () => assert.deepEqual(actual, expected));

test('the parts of one answer wait for their own work only', () => {
  const schedule = createSchedule(1, [{ from_ms: 5, for_ms: 100 }]);
  const progress = schedule.admit(0, 10);
  assert.deepEqual([progress(0), progress(5), progress(6), progress(10)], [0, 5, 106, 110]);
});

test('a server frozen for a second gives the latencies of the reference example', () => {
  // 1,000 requests, one every 10 ms, 1 ms of work each; percentiles by nearest rank of the intended times.
  const schedule = createSchedule(1, [{ from_ms: 5000, for_ms: 1000 }]);
  const latencies = Array.from({ length: 1000 }, (_, i) => schedule.admit(i * 10, 1)(1) - i * 10);
  latencies.sort((a, b) => a - b);
  const rank = (r: number) => latencies[r - 1];
  assert.deepEqual([rank(500), rank(900), rank(950), rank(990), rank(999)], [1, 101, 551, 911, 992]);
  assert.equal((latencies.reduce((sum, x) => sum + x) / 1000).toFixed(1), '57.1');
});
