import { allowedMissShare, countMissesAbove, judgeDependentMisses } from '../../server/src/decide/slo/slo.ts';
import { createRandom } from '../../server/src/measure/statistics/statistics.ts';
import { arrivalTimes } from '../../server/src/measure/traffic/arrivals.ts';
import type { RateOutcome } from '../../server/src/measure/traffic/capacity-search.ts';

/** A queue of servers with a constant service time and a p95 limit, with a number of requests at each rate. */
export interface SimulatedQueue {
  servers: number;
  serviceMs: number;
  limitMs: number;
  requests: number;
}

/** Latencies in ms of Poisson arrivals at a rate, after a warm-up. */
function latencies({ servers, serviceMs }: SimulatedQueue, times: Float64Array, warmupMs: number) {
  const free = new Float64Array(servers);
  const counted: number[] = [];
  for (const at of times) {
    let next = 0;
    for (let server = 1; server < servers; server++)
      if ((free[server] as number) < (free[next] as number)) next = server;
    const ended = Math.max(at, free[next] as number) + serviceMs;
    free[next] = ended;
    if (at >= warmupMs) counted.push(ended - at);
  }
  return Float64Array.from(counted);
}

/** Judges Poisson arrivals at a rate by the rule of the verdict, with the warm-up of a window. */
export function simulatedVerdict(queue: SimulatedQueue, rateRps: number, seed: number): RateOutcome {
  const { requests, limitMs } = queue;
  const warmupMs = Math.min(5000, Math.max(1000, (requests * 1000) / rateRps / 5));
  const bounds = { untilMs: Infinity, count: { from: warmupMs, most: requests } };
  const times = arrivalTimes({ kind: 'poisson', rateRps }, bounds, createRandom(seed, 'simulated'));
  return judgeDependentMisses(
    countMissesAbove([latencies(queue, times, warmupMs)], limitMs),
    allowedMissShare('p95'),
  );
}

/** The highest rate, on a fine grid, at which most of the seeds pass. */
export function simulatedCapacity(queue: SimulatedQueue, seeds: number): number {
  const most = (1000 * queue.servers) / queue.serviceMs;
  let highest = 0;
  for (let rate = most * 0.3; rate < most * 2; rate *= 1.01) {
    const verdicts = Array.from({ length: seeds }, (_, seed) => simulatedVerdict(queue, rate, seed));
    if (verdicts.filter((verdict) => verdict === 'pass').length * 2 > seeds) highest = rate;
  }
  return highest;
}

/** Number of requests that determines the true rate to about half a per cent. */
const REQUESTS_FOR_TRUE_RATE = 500_000;

/** The rate at which the p95 of an endless load equals the limit, by bisection. */
export function trueCapacity(queue: SimulatedQueue): number {
  const most = (1000 * queue.servers) / queue.serviceMs;
  let [low, high] = [most * 0.1, most];
  while (high / low > 1.003) {
    const rateRps = Math.sqrt(low * high);
    const warmupMs = 20_000;
    const bounds = { untilMs: Infinity, count: { from: warmupMs, most: REQUESTS_FOR_TRUE_RATE } };
    const times = arrivalTimes({ kind: 'poisson', rateRps }, bounds, createRandom(0, 'truth'));
    const found = latencies(queue, times, warmupMs);
    const missed = found.reduce((sum, latency) => sum + Number(latency > queue.limitMs), 0);
    if (missed <= allowedMissShare('p95') * found.length) low = rateRps;
    else high = rateRps;
  }
  return low;
}
