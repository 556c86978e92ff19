/**
 * How far a search for capacity is off by chance alone, by the number of requests at each rate: searches of simulated
 * queues against the highest rate that most seeds pass, and how often the fresh run at 0.95 holds. Sends nothing.
 *
 *   node bench/load-search.ts [searches]
 */
import { searchCapacity } from '../server/src/traffic/capacity-search.ts';
import { type SimulatedQueue, simulatedCapacity, simulatedVerdict } from './lib/simulated-queue.ts';

const searches = Number(process.argv[2] ?? 60);
const SEEDS = 21;

console.log(`${searches} searches each; p95 limit of 3.125 times the service`);
console.log('requests  servers  within 10 %  fresh run holds  seconds at a service of 20 ms');
for (const requests of [100, 300, 1400, 3000]) {
  for (const servers of [2, 4, 8]) {
    const queue = { servers, serviceMs: 20, limitMs: 62.5, requests };
    const { near, held, seconds } = await searched(queue);
    const cells = [percent(near).padStart(11), percent(held).padStart(15), seconds.toFixed(0).padStart(9)];
    console.log(`${String(requests).padStart(8)}  ${String(servers).padStart(7)}  ${cells.join('  ')}`);
  }
}

async function searched(queue: SimulatedQueue) {
  const truth = simulatedCapacity(queue, SEEDS);
  const limits = { startRps: (500 * queue.servers) / queue.serviceMs, maxRps: 1e6, tolerance: 0.08 };
  let [near, held, seconds] = [0, 0, 0];
  for (let search = 0; search < searches; search += 1) {
    let seed = 1000 * (search + 1);
    const found = await searchCapacity(limits, async (rate) => simulatedVerdict(queue, rate, seed++));
    const middle = Math.sqrt((found.highestPassedRps ?? 0) * (found.lowestNotPassedRps ?? 0));
    if (Math.abs(middle / truth - 1) <= 0.1) near += 1;
    if (found.confirmed === true) held += 1;
    for (const { rateRps } of found.steps) seconds += queue.requests / rateRps;
  }
  return { near: near / searches, held: held / searches, seconds: seconds / searches };
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
