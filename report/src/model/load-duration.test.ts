import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadDurationSentence } from './load-duration.ts';

const load = (...seconds: (number | null)[]) => ({
  duration_seconds: seconds.includes(null) ? null : seconds.reduce<number>((sum, one) => sum + (one ?? 0), 0),
  benchmarks: seconds.map((duration_seconds, i) => ({
    benchmark: ['load/Busy hour', 'capacity/Busy hour'][i] ?? '',
    duration_seconds,
  })),
});

test('how long load takes is said in all, and of each benchmark where there are several', () => {
  const rows: [load: ReturnType<typeof load> | undefined, said: string | null][] = [
    [undefined, null],
    [load(48), 'Load takes about 48 s.'],
    [
      load(600, 5400),
      'Load takes about 1 h 40 min: Load: Busy hour 10 min and Capacity, Busy hour 1 h 30 min.',
    ],
    [
      load(null, 120),
      'The duration of load is not known before the first response: Load: Busy hour unknown and Capacity, Busy hour 2 min.',
    ],
  ];
  for (const [given, said] of rows) assert.equal(loadDurationSentence(given ? { load: given } : {}), said);
});
