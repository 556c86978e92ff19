import { judgeMisses } from '../../server/src/slo/miss-rule.ts';
import { createRandom } from '../../server/src/statistics/statistics.ts';
import { arrivalTimes } from '../../server/src/traffic/arrivals.ts';
import type { RateOutcome } from '../../server/src/traffic/capacity-search.ts';

/** A queue of servers with a constant service time, and a p95 limit on it, tried with so many requests at each rate. */
export interface SimulatedQueue {
  servers: number;
  serviceMs: number;
  limitMs: number;
  requests: number;
}

export const ALLOWED = 0.05;

/** What Poisson arrivals at a rate come to, by the rule of the verdict; the warm-up is that of a window. */
export function simulatedVerdict(
  { servers, serviceMs, limitMs, requests }: SimulatedQueue,
  rateRps: number,
  seed: number,
): RateOutcome {
  const warmupMs = Math.min(5000, Math.max(1000, (requests * 1000) / rateRps / 5));
  const bounds = { untilMs: Infinity, count: { from: warmupMs, most: requests } };
  const times = arrivalTimes({ kind: 'poisson', rateRps }, bounds, createRandom(seed, 'simulated'));
  const free = new Array<number>(servers).fill(0);
  let counted = 0;
  let misses = 0;
  for (const at of times) {
    const server = free.indexOf(Math.min(...free));
    const ended = Math.max(at, free[server] as number) + serviceMs;
    free[server] = ended;
    if (at < warmupMs) continue;
    counted += 1;
    if (ended - at > limitMs) misses += 1;
  }
  return judgeMisses(counted, misses, ALLOWED);
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
