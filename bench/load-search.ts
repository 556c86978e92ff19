/**
 * What a search for capacity finds, by the number of requests at each rate: searches of simulated queues against the rate
 * at which a load without an end just holds its limit. Sends nothing.
 *
 *   node bench/load-search.ts [searches] [first seed]
 */
import { searchCapacity } from '../server/src/traffic/capacity-search.ts';
import { type SimulatedQueue, simulatedVerdict, trueCapacity } from './lib/simulated-queue.ts';

const searches = Number(process.argv[2] ?? 60);
const firstSeed = Number(process.argv[3] ?? 1);

console.log(`${searches} searches each; p95 limit of 3.125 times the service; shares of the true capacity`);
console.log('requests  servers  confirmed: median, 5 %, 95 %  above it  none found  seconds at 20 ms');
for (const requests of [100, 300, 1400, 3000]) {
  for (const servers of [2, 4, 8]) {
    const { shares, above, none, seconds } = await searched({
      servers,
      serviceMs: 20,
      limitMs: 62.5,
      requests,
    });
    const at = (share: number) => (shares[Math.floor(share * (shares.length - 1))] ?? 0).toFixed(2);
    const cells = [at(0.5), at(0.05), at(0.95)].map((cell) => cell.padStart(6)).join('  ');
    const rest = [percent(above).padStart(8), percent(none).padStart(10), seconds.toFixed(0).padStart(7)];
    console.log(
      `${String(requests).padStart(8)}  ${String(servers).padStart(7)}     ${cells}       ${rest.join('  ')}`,
    );
  }
}

/** The confirmed rates as shares of the true one, ascending; how many are above it, and how many searches confirmed none. */
async function searched(queue: SimulatedQueue) {
  const truth = trueCapacity(queue);
  const limits = { startRps: (500 * queue.servers) / queue.serviceMs, maxRps: 1e6, tolerance: 0.08 };
  const shares: number[] = [];
  let seconds = 0;
  for (let search = 0; search < searches; search += 1) {
    let seed = 1000 * (search + firstSeed);
    const found = await searchCapacity(limits, async (rate) => simulatedVerdict(queue, rate, seed++));
    if (found.confirmed === true) shares.push((found.confirmedRps ?? 0) / truth);
    for (const { rateRps } of found.steps) seconds += queue.requests / rateRps / searches;
  }
  const above = shares.filter((share) => share > 1).length / searches;
  shares.sort((a, b) => a - b);
  return { shares, above, none: 1 - shares.length / searches, seconds };
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
