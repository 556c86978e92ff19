/**
 * A search for capacity against a mock model with a queue of c servers, beside an offline simulation of the same queue,
 * limits, number of requests and rule: the middle of the bracket against the highest rate that passes in the
 * simulation (the median over seeds), and a fresh run at 0.95 of the lower end.
 *
 * With the usual 1400 requests at each rate it takes some five minutes, and says what it does as it goes; bench/load-search.ts
 * says how far off a search is by chance alone.
 *
 *   node bench/load-capacity.ts [requests at each rate]
 */
import { cpus } from 'node:os';
import { ALLOWED_MISSES, judgeDependent, missesOver } from '../server/src/slo/slo.ts';
import { searchCapacity } from '../server/src/traffic/capacity-search.ts';
import { createLoadThreads } from '../server/src/traffic/load-threads.ts';
import { windowAtRate } from '../server/src/traffic/plan-windows.ts';
import { figuresOf, type LoadSlice } from '../server/src/traffic/slice-figures.ts';
import { startMockProcess } from '../server/test/support/mock-process.ts';
import { simulatedCapacity } from './lib/simulated-queue.ts';

const requests = Number(process.argv[2] ?? 1400);
const LIMIT_MS = 62.5;
const SERVICE_MS = 20;
const SERVERS = [2, 4, 8];
const SEEDS = 41;
const TOLERANCE = 0.08;

console.log(`${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}`);
console.log(`p95 ≤ ${LIMIT_MS} ms, ${requests} requests a rate, service ${SERVICE_MS} ms, Poisson arrivals`);
console.log('servers  passed  not passed  middle  simulated  difference  fresh run at 0.95');
for (const servers of SERVERS) {
  const { low, high, confirmed } = await searched(servers);
  const middle = Math.sqrt(low * high);
  const simulated = simulatedCapacity({ servers, serviceMs: SERVICE_MS, limitMs: LIMIT_MS, requests }, SEEDS);
  const cells = [low, high, middle, simulated].map((rate) => rate.toFixed(1).padStart(8));
  const off = `${((100 * (middle - simulated)) / simulated).toFixed(1)} %`.padStart(10);
  console.log(
    `${String(servers).padStart(7)} ${cells.join('  ')}  ${off}  ${confirmed ? 'holds' : 'does not hold'}`,
  );
}

async function searched(servers: number): Promise<{ low: number; high: number; confirmed: boolean }> {
  const defaults = {
    latency: { distribution: 'constant', ms: SERVICE_MS },
    servers,
    answers: { kind: 'list', values: ['ok'] },
  };
  const mock = await startMockProcess({ defaults });
  const threads = createLoadThreads({
    providers: [{ name: 'mock', kind: 'openai-compatible', baseUrl: `${mock.url}/v1` }],
    logLevel: 'warn',
  });
  const target = { provider: 'mock', modelId: 'mock', quirks: {}, requestTimeoutMs: 30_000 };
  const one = { dist: 'constant', value: 20 } as const;
  const load = { profile: 'steady', requests, seed: 5, inputTokens: one, outputTokens: one };
  let number = 0;
  try {
    const limits = { startRps: (500 * servers) / SERVICE_MS, maxRps: 1000, tolerance: TOLERANCE };
    const found = await searchCapacity(limits, async (rateRps) => {
      const window = windowAtRate(load, rateRps, number++);
      const record = await threads.run(target, window, new AbortController().signal);
      const verdict = record.saturatedAtMs === null ? judge(record) : 'fail';
      console.error(`  ${servers} servers, ${rateRps.toFixed(1)} requests/s: ${verdict}`);
      return verdict;
    });
    const low = found.highestPassedRps ?? 0;
    return { low, high: found.lowestNotPassedRps ?? low, confirmed: found.confirmed === true };
  } finally {
    await threads.stop();
    await mock.stop();
  }
}

function judge(slice: LoadSlice) {
  return judgeDependent(missesOver([figuresOf(slice).latencies], LIMIT_MS), ALLOWED_MISSES.p95);
}
