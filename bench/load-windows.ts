/**
 * How long the largest window of load that may be sent holds the main loop, step by step: its record is put together
 * and stored when it ends, read when results are made, and five such are summed up.
 *
 *   node bench/load-windows.ts
 */
import { cpus } from 'node:os';
import { readWindow, storeWindow } from '../server/src/evaluations/kinds/load/stored-load.ts';
import { createRandom } from '../server/src/statistics/statistics.ts';
import { summariseFigures } from '../server/src/traffic/load-summary.ts';
import { fromColumns, type LoadRequest, toColumns } from '../server/src/traffic/request-log.ts';
import { figuresOf } from '../server/src/traffic/slice-figures.ts';
import { MOST_TO_SEND } from '../server/src/traffic/window-plan.ts';

const ROUNDS = 9;
const random = createRandom(1);
const columns = toColumns(Array.from({ length: MOST_TO_SEND }, (_, i) => request(i)));
const steady = { fromMs: 0, toMs: Infinity };

const taken = new Map<string, number[]>();
for (let round = 0; round < ROUNDS; round += 1) {
  const requests = timed('requests of a thread’s columns', () => fromColumns(columns));
  const text = timed('store', () =>
    storeWindow({
      record: { requests, steady, saturatedAtMs: null, reasons: [] },
      contaminated: false,
      generators: [],
      voidTries: [],
    }),
  );
  const window = timed('read', () => readWindow(text));
  const figures = timed('figures', () => figuresOf({ ...window, steady }));
  timed('sum up five windows', () => summariseFigures(Array(5).fill(figures), 0.95));
}
console.log(
  `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}; ${MOST_TO_SEND} requests`,
);
console.log(`the median of ${ROUNDS}, ms`);
for (const [step, ms] of taken) {
  const median = ms.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? 0;
  console.log(`${step.padEnd(32)}${median.toFixed(1).padStart(7)}`);
}

function timed<T>(step: string, work: () => T): T {
  const begun = performance.now();
  const result = work();
  taken.set(step, [...(taken.get(step) ?? []), performance.now() - begun]);
  return result;
}

function request(i: number): LoadRequest {
  const scheduledMs = i * 1.37;
  const lastMs = scheduledMs + 30 + 300 * random.fraction();
  const sentMs = scheduledMs + random.fraction();
  const times = { scheduledMs, calledMs: sentMs, sentMs, firstMs: lastMs - 20, lastMs };
  const tokens = { inputTokens: random.below(900), outputTokens: random.below(50), cachedTokens: null };
  return { ...times, firstTextMs: lastMs - 20, endedMs: lastMs, ...tokens, chunks: 15, outcome: 'answered' };
}
