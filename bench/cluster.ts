/**
 * The same work by one process and by several together, in turns in one run, on two API nodes and one PostgreSQL:
 *
 *   node bench/cluster.ts units [workers] [units] [rounds]
 *     Units a second of an evaluation of a model that takes 500 ms, with 40 calls in flight a worker.
 *   node bench/cluster.ts load [generators] [requests a second] [seconds] [rounds]
 *     Percentiles of a load with their intervals, how late each generator was, its clock, and tries that were void.
 */
import type { Cluster } from '../server/test/support/cluster.ts';
import { arithmetic, mockTarget } from '../server/test/support/evaluation-service.ts';
import { startMockProcess } from '../server/test/support/mock-process.ts';
import { until } from '../server/test/support/until.ts';
import {
  measureInTurns,
  numberArguments,
  POSITIONAL_ARGUMENTS,
  printMachine,
  ratioOfMedians,
  withCluster,
} from './lib/harness.ts';

const AT_ONCE = 40;
const LATENCY_MS = 500;

const [what, ...numbers] = POSITIONAL_ARGUMENTS;
if (what === 'load') await compareLoad(...numberArguments([2, 500, 10, 2], numbers));
else if (what === 'units') await compareUnits(...numberArguments([3, 4000, 2], numbers));
else throw new Error('Say what is compared: units or load.');

function compareUnits(workers: number, units: number, rounds: number): Promise<void> {
  const latency = { distribution: 'constant' as const, ms: LATENCY_MS };
  return withCluster(
    async (cluster) => {
      printMachine(`${units} units of ${LATENCY_MS} ms, ${AT_ONCE} in flight a worker`);
      const rateOf = (some: number) => (warmsUp: boolean) =>
        unitsASecond(cluster, some, warmsUp ? AT_ONCE * some : units);
      const { one, several } = await measureInTurns(rounds, { one: rateOf(1), several: rateOf(workers) });
      const listed = (rates: readonly number[]) => rates.map((rate) => rate.toFixed(1)).join(' ');
      console.log(
        `one worker ${listed(one)} units/s, ${workers} workers ${listed(several)}, ${ratioOfMedians(several, one)}`,
      );
    },
    { defaults: { answers: { kind: 'list', values: ['1'] }, latency } },
  );
}

/** The time from the request to the results; workers are started before, and stopped after. */
async function unitsASecond(cluster: Cluster, some: number, units: number): Promise<number> {
  const { startWorker, db, mock } = cluster;
  const started = await Promise.all(Array.from({ length: some }, () => startWorker()));
  await until(async () => (await db.query('SELECT 1 FROM workers')).rowCount === some, 50);
  await mock.reset();
  const begun = performance.now();
  const { status, error_message } = await evaluated(cluster, await newWorkspaceOf(cluster), {
    targets: [mockTarget('model')],
    benchmarks: [arithmetic(units)],
    methodology: { cache: false, concurrency: AT_ONCE, max_concurrency: some * AT_ONCE },
  });
  const seconds = (performance.now() - begun) / 1000;
  const { requests } = mock.stats();
  if (status !== 'completed' || requests !== units)
    throw new Error(`${status} after ${requests} requests: ${error_message}`);
  await Promise.all(started.map(({ stop }) => stop()));
  return units / seconds;
}

async function compareLoad(generators: number, rate: number, seconds: number, rounds: number): Promise<void> {
  // The model is a separate process: beside the clients of this script it would itself be late.
  const latency = { distribution: 'lognormal', median_ms: 40, sigma: 0.5 };
  const mock = await startMockProcess({ defaults: { latency } });
  const compare = async (cluster: Cluster) => {
    printMachine(`${rate} requests/s for ${seconds} s, answers of a log-normal ${latency.median_ms} ms`);
    await Promise.all(Array.from({ length: generators }, () => cluster.startWorker('load')));
    for (let round = 1; round <= rounds; round++)
      for (const some of [1, generators]) {
        console.log(`round ${round}, ${some} sending: ${await loadOf(cluster, some, rate, seconds)}`);
      }
  };
  try {
    await withCluster(compare, {}, { base_url: `${mock.url}/v1` });
  } finally {
    await mock.stop();
  }
}

async function loadOf(cluster: Cluster, some: number, rate: number, seconds: number): Promise<string> {
  const workspace = await newWorkspaceOf(cluster);
  const { body: scenario } = await cluster.call('POST', `${workspace}/scenarios`, {
    name: 'Peak',
    workload_type: 'classification',
    traffic_profile: 'steady',
    slo_requirements: { throughput_rps: rate },
  });
  const { status, results, error_message } = await evaluated(cluster, workspace, {
    targets: [mockTarget('mock'), { target_type: 'scenario', target_id: scenario.id }],
    benchmarks: [{ benchmark_type: 'load', num_samples: rate * seconds, generators: some }],
  });
  const load = results?.load?.[0];
  if (load === undefined) return `${status} ${error_message} ${(results?.warnings ?? []).join(' ')}`;
  const percentiles = ['p50', 'p95', 'p99'].map((p) => {
    const { observed, ci_low, ci_high } = load.latency_ms[p];
    return `${p} ${observed.toFixed(1)} [${ci_low?.toFixed(1)}, ${ci_high?.toFixed(1)}]`;
  });
  // biome-ignore lint/suspicious/noExplicitAny: a JSON body.
  const each = (load.generators ?? []).map((one: any) => {
    const clock = `${one.clock_offset_ms} ± ${one.clock_uncertainty_ms.toFixed(2)} ms`;
    return `\n  ${one.requests} requests, lag p99 ${one.lag_p99_ms?.toFixed(1)} ms, clock ${clock}`;
  });
  const lag = load.schedule_lag_ms.p99.toFixed(1);
  return `${load.attempted} requests, ${percentiles.join(', ')} ms; lag p99 ${lag} ms; void tries ${load.void_tries ?? 0}${each.join('')}`;
}

async function newWorkspaceOf({ call }: Cluster): Promise<string> {
  return `/workspaces/${(await call('POST', '/workspaces', { name: 'W' })).body.id}`;
}

/** The evaluation, after it has ended. */
async function evaluated({ call }: Cluster, workspace: string, definition: object) {
  const { status, body } = await call('POST', `${workspace}/evaluations`, { name: 'E', ...definition });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return until(
    async () => {
      const { body: evaluation } = await call('GET', `${workspace}/evaluations/${body.id}`);
      return !['queued', 'running'].includes(evaluation.status) && evaluation;
    },
    200,
    600_000,
  );
}
