import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { BUNDLES, buildServer } from '../scripts/build-server.ts';
import type { Cluster } from '../server/test/support/cluster.ts';
import { mockTarget } from '../server/test/support/evaluation-service.ts';
import { startMockProcess } from '../server/test/support/mock-process.ts';
import { startPrivatePostgres } from '../server/test/support/postgres.ts';
import { until } from '../server/test/support/until.ts';

/*
 * The same load sent by one process and by several together, in turns: percentiles with their intervals, how late each
 * generator was, its clock, and tries that were void.
 *
 *   node bench/generators.ts [generators] [requests a second] [seconds] [rounds]
 */

const [generators = 2, rate = 500, seconds = 10, rounds = 2] = process.argv.slice(2).map(Number);
const LATENCY = { distribution: 'lognormal' as const, median_ms: 40, sigma: 0.5 };

// biome-ignore lint/suspicious/noExplicitAny: a JSON body.
type Body = any;

const server = await startPrivatePostgres();
if ('skipped' in server) throw new Error(server.skipped);
mkdirSync(BUNDLES, { recursive: true });
const folder = mkdtempSync(join(BUNDLES, 'generators-'));
// The model is a process of its own: beside the clients of this script it would be what is late.
const mock = await startMockProcess({ defaults: { latency: LATENCY } });
let cluster: Cluster | null = null;
try {
  process.env.TEST_CLI = await buildServer(folder);
  process.env.TEST_DATABASE_URL = server.url;
  // It reads which program it starts, and where, when it is imported.
  const { startCluster } = await import('../server/test/support/cluster.ts');
  cluster = await startCluster({}, { base_url: `${mock.url}/v1` });
  console.log(
    `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}; ${rate} requests/s for ${seconds} s, answers of a log-normal ${LATENCY.median_ms} ms`,
  );
  await Promise.all(Array.from({ length: generators }, () => cluster?.startWorker('load')));
  for (let round = 1; round <= rounds; round++)
    for (const some of [1, generators]) print(round, some, await measure(cluster, some));
} finally {
  await cluster?.stop();
  await mock.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measure({ call }: Cluster, some: number): Promise<Body> {
  const { body: workspace } = await call('POST', '/workspaces', { name: 'W' });
  const at = `/workspaces/${workspace.id}`;
  const { body: scenario } = await call('POST', `${at}/scenarios`, {
    name: 'Peak',
    workload_type: 'classification',
    traffic_profile: 'steady',
    slo_requirements: { throughput_rps: rate },
  });
  const { status, body } = await call('POST', `${at}/evaluations`, {
    name: 'E',
    targets: [mockTarget('mock'), { target_type: 'scenario', target_id: scenario.id }],
    benchmarks: [{ benchmark_type: 'load', num_samples: rate * seconds, generators: some }],
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return until(
    async () => {
      const { body: evaluation } = await call('GET', `${at}/evaluations/${body.id}`);
      return !['queued', 'running'].includes(evaluation.status) && evaluation;
    },
    200,
    600_000,
  );
}

function print(round: number, some: number, { status, results, error_message }: Body): void {
  const who = `round ${round}, ${some} sending (load ${loadavg()[0]?.toFixed(1)})`;
  const load = results?.load?.[0];
  if (load === undefined) {
    console.log(`${who}: ${status} ${error_message} ${(results?.warnings ?? []).join(' ')}`);
    return;
  }
  const interval = (p: string) => {
    const { observed, ci_low, ci_high } = load.latency_ms[p];
    return `${p} ${observed.toFixed(1)} [${ci_low?.toFixed(1)}, ${ci_high?.toFixed(1)}]`;
  };
  console.log(
    `${who}: ${load.attempted} requests, ${['p50', 'p95', 'p99'].map(interval).join(', ')} ms; lag p99 ${load.schedule_lag_ms.p99.toFixed(1)} ms; void tries ${load.void_tries ?? 0}`,
  );
  for (const [i, one] of (load.generators ?? []).entries())
    console.log(
      `  generator ${i + 1}: ${one.requests} requests, lag p99 ${one.lag_p99_ms?.toFixed(1)} ms, clock ${one.clock_offset_ms} ± ${one.clock_uncertainty_ms.toFixed(2)} ms`,
    );
}
