/**
 * Limits of an account that processes share:
 *
 *   node bench/account-limits.ts                         taking and giving back a slot: in memory, and leased
 *   node bench/account-limits.ts simulate [steps] [seed]  the simulation of server/test/support/simulate-leases.ts,
 *                                                        10,000 steps a seed; ends at the first broken promise
 */
import { cpus } from 'node:os';
import { type AccountState, EMPTY } from '../server/src/models/limits/account.ts';
import { createLeasedLimiter } from '../server/src/models/limits/leased-limiter.ts';
import { createLimiter, type Limiter } from '../server/src/models/limits/limiter.ts';
import { simulateLeases } from '../server/test/support/simulate-leases.ts';

const CALLS = 300_000;
const AT_ONCE = 64;
const ROUNDS = 12;
const STEPS = 10_000;

if (process.argv[2] === 'simulate')
  await simulate(Number(process.argv[3] ?? 1e6), Number(process.argv[4] ?? 1));
else await measure();

async function simulate(steps: number, first: number): Promise<void> {
  const sums = { steps: 0, calls: 0, kills: 0, pauses: 0, lost: 0, met: 0, quiet: 0, outlived: 0 };
  for (let seed = first; sums.steps < steps; seed++) {
    const report = await simulateLeases(seed, STEPS);
    for (const key of Object.keys(sums) as (keyof typeof sums)[]) sums[key] += report[key];
    if ((seed - first) % 50 === 49) console.log(seed, JSON.stringify(sums));
  }
  console.log(JSON.stringify(sums));
}

async function measure(): Promise<void> {
  console.log(`${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node ${process.version}`);
  console.log(
    `${CALLS} slots taken and given back, ${AT_ONCE} callers, ${AT_ONCE / 2} slots; microseconds of processor time each`,
  );
  for (let i = 0; i < ROUNDS; i++) {
    const inMemory = await callMany(createLimiter({ start: AT_ONCE / 2, max: AT_ONCE / 2 }));
    const leased = createLeased();
    const shared = await callMany(leased);
    await leased.stop();
    console.log(
      `in memory ${inMemory.toFixed(2)}   leased ${shared.toFixed(2)}   ratio ${(shared / inMemory).toFixed(2)}`,
    );
  }
}

function createLeased() {
  let state: AccountState = EMPTY;
  return createLeasedLimiter({
    account: 'bench',
    holder: 'bench',
    rules: { ceiling: AT_ONCE / 2, perMinute: null, leaseMs: 15_000 },
    store: {
      read: async () => ({ state, revision: null, now: Date.now() }),
      async write(_account, _row, next) {
        state = next;
        return true;
      },
    },
    timing: {
      now: () => performance.now(),
      later(ms, run) {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      random: Math.random,
    },
    onLapse() {},
  });
}

async function callMany(limiter: Limiter): Promise<number> {
  (await limiter.acquire()).release();
  const began = process.cpuUsage();
  let left = CALLS;
  const caller = async () => {
    while (left-- > 0) {
      const slot = await limiter.acquire();
      await null;
      slot.release();
      limiter.succeeded(true);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  const { user, system } = process.cpuUsage(began);
  return (user + system) / CALLS;
}
