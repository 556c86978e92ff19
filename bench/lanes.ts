import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUNDLES, buildServer } from '../scripts/build-server.ts';
import { openDatabase } from '../server/src/db/db.ts';
import { createLog } from '../server/src/kernel/log.ts';
import type { Cluster } from '../server/test/support/cluster.ts';
import { arithmetic, mockTarget } from '../server/test/support/evaluation-service.ts';
import { startPrivatePostgres } from '../server/test/support/postgres.ts';
import { simulateLanes } from '../server/test/support/simulate-lanes.ts';
import { until } from '../server/test/support/until.ts';

/*
 * One evaluation on several workers beside the same on one, in turns in one run: units a second of a model that takes
 * 500 ms, with 40 calls in flight a worker.
 *
 *   node bench/lanes.ts [workers] [units] [rounds]
 *   node bench/lanes.ts simulate [steps] [seed]     the simulation of server/test/support/simulate-lanes.ts; ends at
 *                                                   the first broken promise
 */

const AT_ONCE = 40;
const LATENCY_MS = 500;
const STEPS = 1500;
/** A simulation writes all the time, and no machine fails in it. */
const MEMORY = '/dev/shm';

if (process.argv[2] === 'simulate')
  await simulate(Number(process.argv[3] ?? 200_000), Number(process.argv[4] ?? 1));
else await compare(process.argv.slice(2).map(Number));

async function simulate(most: number, first: number): Promise<void> {
  const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'touchstone-lanes-'));
  const db = await openDatabase({ dataDir: folder, log: createLog('silent') });
  const sums = {
    steps: 0,
    calls: 0,
    dividedAnew: 0,
    kills: 0,
    stalls: 0,
    cancellations: 0,
    lost: 0,
    delayed: 0,
    clocks: 0,
    again: 0,
    late: 0,
  };
  try {
    for (let seed = first; sums.steps < most; seed++) {
      const report = await simulateLanes(db, seed, STEPS);
      for (const key of Object.keys(sums) as (keyof typeof sums)[]) sums[key] += report[key];
      if ((seed - first) % 20 === 19) console.log(seed, JSON.stringify(sums));
    }
    console.log(JSON.stringify(sums));
  } finally {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compare([workers = 3, units = 4000, rounds = 2]: number[]): Promise<void> {
  const server = await startPrivatePostgres();
  if ('skipped' in server) throw new Error(server.skipped);
  mkdirSync(BUNDLES, { recursive: true });
  const folder = mkdtempSync(join(BUNDLES, 'lanes-'));
  let cluster: Cluster | null = null;
  try {
    process.env.TEST_CLI = await buildServer(folder);
    process.env.TEST_DATABASE_URL = server.url;
    // It reads which program it starts, and where, when it is imported.
    const { startCluster } = await import('../server/test/support/cluster.ts');
    const latency = { distribution: 'constant' as const, ms: LATENCY_MS };
    cluster = await startCluster({ defaults: { answers: { kind: 'list', values: ['1'] }, latency } });
    console.log(
      `${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}; ${units} units of ${LATENCY_MS} ms, ` +
        `${AT_ONCE} in flight a worker`,
    );
    const rates = new Map<number, number[]>();
    for (let round = 1; round <= rounds; round++) {
      for (const some of [1, workers]) {
        const rate = await measure(cluster, some, units);
        rates.set(some, [...(rates.get(some) ?? []), rate]);
        console.log(
          `round ${round}, ${some} of ${workers} workers: ${rate.toFixed(1)} units/s (load ${loadavg()[0]?.toFixed(1)})`,
        );
      }
    }
    const mean = (some: number) => (rates.get(some) ?? []).reduce((sum, rate) => sum + rate, 0) / rounds;
    console.log(`${workers} workers: ${(mean(workers) / mean(1)).toFixed(2)} times the rate of one`);
  } finally {
    await cluster?.stop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Units a second from the request to the results; workers are started before, and stopped after. */
async function measure(
  { startWorker, call, db, mock }: Cluster,
  some: number,
  units: number,
): Promise<number> {
  const started = await Promise.all(Array.from({ length: some }, () => startWorker()));
  await until(async () => (await db.query('SELECT 1 FROM workers')).rowCount === some, 50);
  await mock.reset();
  const { body: workspace } = await call('POST', '/workspaces', { name: 'W' });
  const begun = performance.now();
  const { status, body } = await call('POST', `/workspaces/${workspace.id}/evaluations`, {
    name: 'E',
    targets: [mockTarget('model')],
    benchmarks: [arithmetic(units)],
    methodology: { cache: false, concurrency: AT_ONCE, max_concurrency: some * AT_ONCE },
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  const path = `/workspaces/${workspace.id}/evaluations/${body.id}`;
  const ended = await until(
    async () => {
      const { body: evaluation } = await call('GET', path);
      return !['queued', 'running'].includes(evaluation.status) && evaluation;
    },
    200,
    600_000,
  );
  const seconds = (performance.now() - begun) / 1000;
  const { requests } = mock.stats();
  if (ended.status !== 'completed' || requests !== units)
    throw new Error(`${ended.status} after ${requests} requests: ${ended.error_message}`);
  await Promise.all(started.map(({ stop }) => stop()));
  return units / seconds;
}
