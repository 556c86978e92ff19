/**
 * A search for capacity against a mock model with a queue of c servers, beside an offline simulation of the same queue,
 * limits, number of requests and rule: the middle of the bracket against the highest rate that passes in the
 * simulation (the median over seeds), and a fresh run at 0.95 of the lower end.
 *
 * With the usual 300 requests at each rate it takes some three to four minutes, and says what it does as it goes.
 *
 *   node bench/load-capacity.ts [requests at each rate]
 */
import { cpus } from 'node:os';
import { arrivalTimes } from '../server/src/evaluations/load/arrivals.ts';
import { searchCapacity } from '../server/src/evaluations/load/capacity-search.ts';
import { createLoadThreads } from '../server/src/evaluations/load/load-threads.ts';
import { windowAtRate } from '../server/src/evaluations/load/plan-windows.ts';
import { type LoadSlice, steadyRequests } from '../server/src/evaluations/load/slice-figures.ts';
import { missesOf } from '../server/src/evaluations/operational/held-at.ts';
import { createRandom } from '../server/src/evaluations/statistics/statistics.ts';
import { judgeMisses } from '../server/src/evaluations/verdict/verdict.ts';
import { startMockProcess } from './lib/mock-process.ts';

const requests = Number(process.argv[2] ?? 300);
const LIMIT_MS = 250;
const ALLOWED = 0.05;
const SERVICE_MS = 80;
const SERVERS = [2, 4, 8];
const SEEDS = 41;
const TOLERANCE = 0.08;

console.log(`${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}`);
console.log(`p95 ≤ ${LIMIT_MS} ms, ${requests} requests a rate, service ${SERVICE_MS} ms, Poisson arrivals`);
console.log('servers  passed  not passed  middle  simulated  difference  fresh run at 0.95');
for (const servers of SERVERS) {
  const { low, high, confirmed } = await searched(servers);
  const middle = Math.sqrt(low * high);
  const simulated = simulatedCapacity(servers);
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
  const steady = steadyRequests(slice);
  return judgeMisses(steady.length, missesOf(steady, LIMIT_MS), ALLOWED);
}

/** The highest rate, on a fine grid, at which most seeds pass. */
function simulatedCapacity(servers: number): number {
  const most = (1000 * servers) / SERVICE_MS;
  let highest = 0;
  for (let rate = most * 0.3; rate < most * 2; rate *= 1.01) {
    const passes = Array.from({ length: SEEDS }, (_, seed) => simulatedVerdict(servers, rate, seed));
    if (passes.filter((verdict) => verdict === 'pass').length * 2 > SEEDS) highest = rate;
  }
  return highest;
}

function simulatedVerdict(servers: number, rateRps: number, seed: number) {
  const warmupMs = Math.min(5000, Math.max(1000, (requests * 1000) / rateRps / 5));
  const bounds = { untilMs: Infinity, count: { from: warmupMs, most: requests } };
  const times = arrivalTimes({ kind: 'poisson', rateRps }, bounds, createRandom(seed, 'simulated'));
  const free = new Array<number>(servers).fill(0);
  let counted = 0;
  let misses = 0;
  for (const at of times) {
    const server = free.indexOf(Math.min(...free));
    const ended = Math.max(at, free[server] as number) + SERVICE_MS;
    free[server] = ended;
    if (at < warmupMs) continue;
    counted += 1;
    if (ended - at > LIMIT_MS) misses += 1;
  }
  return judgeMisses(counted, misses, ALLOWED);
}
