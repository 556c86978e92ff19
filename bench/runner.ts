/**
 * Units a second of an evaluation against a model server that answers at once, and what the service then holds in
 * memory: service and model server are processes of their own, concurrency 64, one target, arithmetic, ledger durable.
 * `started_at` to `completed_at` is what counts, so results and their storage are included. The first run warms up.
 * While it runs, `/healthz` is asked every 20 ms: what the main loop does beside the run waits as long as its answer.
 * After each run pages of its samples are read: the first ones, and those found by their outcome.
 *
 *   node bench/runner.ts [units] [--postgres] [--cpu-prof]   (writes the profile of the service to the working directory)
 *
 * With `--postgres` the ledger is in a private PostgreSQL of this machine, which does not wait for the disk: what is
 * compared are statements and round trips.
 * Without a number: 1,000 and 20,000 units. With one: 1,000 and that many, of at most 20,000 items, asked again and
 * again; 1,000,000 take ten minutes or so.
 */
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startMockModel } from '../server/src/mock-model/mock-model.ts';
import { type ServeProcess, startServe, temporaryFolder } from '../server/test/support/cli-process.ts';
import { arithmetic, mockTarget, writeProviders } from '../server/test/support/evaluation-service.ts';
import { startPrivatePostgres } from '../server/test/support/postgres.ts';
import { ask, mb, residentBytes } from '../server/test/support/service-calls.ts';

const CONCURRENCY = 64;
const WARM_UP = 1_000;
const SIZES = [1_000, 20_000];
const MOST_ITEMS = 20_000;
const PAGES = 20;
const PING_MS = 20;

if (process.argv[2] === 'serve-mock') await serveMock();
else await measure();

/** The child: a mock model that answers at once. */
async function serveMock(): Promise<void> {
  const mock = await startMockModel();
  process.once('disconnect', () => void mock.stop());
  process.send?.({ url: mock.url });
}

async function measure(): Promise<void> {
  const folder = temporaryFolder();
  const child = fork(fileURLToPath(import.meta.url), ['serve-mock'], { execArgv: [] });
  const [mock] = (await once(child, 'message')) as [{ url: string }];
  const config = writeProviders(folder.path, mock, { max_concurrency: CONCURRENCY });
  const server = process.argv.includes('--postgres') ? await startPrivatePostgres() : null;
  if (server !== null && 'skipped' in server) throw new Error(server.skipped);
  const database = server === null ? [] : ['--database-url', server.url];
  const flags = [
    '--data-dir',
    folder.path,
    '--log-level',
    'warn',
    '--touchstone-config',
    config,
    ...database,
  ];
  // As `npm start` does it, and not for the first time: the types were stripped before.
  const env = { NODE_COMPILE_CACHE: `${folder.path}/compile` };
  await (await startServe(flags, env)).stop();
  const profile = { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${process.cwd()}` };
  const service = await startServe(flags, { ...env, ...(process.argv.includes('--cpu-prof') && profile) });
  try {
    console.log(`${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node ${process.version}`);
    const before = mb(await residentBytes(service));
    console.log(`concurrency ${CONCURRENCY}; resident memory of the service before: ${before}`);
    const asked = Number(process.argv.slice(2).find((argument) => /^\d+$/.test(argument)));
    const sizes = asked > 0 ? [SIZES[0] as number, asked] : SIZES;
    for (const [i, units] of [WARM_UP, ...sizes].entries())
      await run(service, units, i === 0 ? 'warm-up' : '');
  } finally {
    await service.stop();
    await server?.stop();
    child.disconnect();
    await once(child, 'exit');
    folder.remove();
  }
}

async function run(service: ServeProcess, wanted: number, note: string): Promise<void> {
  const { id: workspace } = await ask(service, 'POST', '/workspaces', { name: 'Bench' });
  const path = `/workspaces/${workspace}/evaluations`;
  const epochs = Math.ceil(wanted / MOST_ITEMS);
  const items = Math.ceil(wanted / epochs);
  const units = items * epochs;
  const planned = performance.now();
  const { id } = await ask(service, 'POST', path, {
    name: 'Bench',
    targets: [mockTarget('instant')],
    benchmarks: [arithmetic(items)],
    methodology: { concurrency: CONCURRENCY, epochs },
  });
  const planning = ((performance.now() - planned) / 1000).toFixed(1);
  const [cpuBefore, wallBefore] = [await cpuSeconds(service), performance.now()];
  const pings = startPings(service);
  const peak = await peakUntilCompleted(service, `${path}?limit=1`);
  const waits = await pings.stop();
  const wall = (performance.now() - wallBefore) / 1000;
  const cpu = (await cpuSeconds(service)) - cpuBefore;
  const { started_at, completed_at, results } = await ask(service, 'GET', `${path}/${id}`);
  if (results.coverage[0].scored !== units) throw new Error('not every unit was scored');
  const seconds = (Date.parse(completed_at) - Date.parse(started_at)) / 1000;
  const rate = Math.round(units / seconds).toLocaleString('en-US');
  console.log(
    `${units.toLocaleString('en-US').padStart(9)} units: ${rate.padStart(6)} units/s (${seconds.toFixed(2)} s, ` +
      `planned in ${planning} s), peak resident memory ${mb(peak)}, ${((100 * cpu) / wall).toFixed(0)} % CPU ${note}`,
  );
  console.log(`        /healthz meanwhile: ${spread(waits)}`);
  await readPages(service, `${path}/${id}/samples?limit=50`, 'a page of 50 samples');
  await readPages(service, `${path}/${id}/samples?limit=50&outcome=scored`, 'of 50 by outcome');
}

async function peakUntilCompleted(service: ServeProcess, path: string): Promise<number> {
  for (let peak = 0; ; await sleep(250)) {
    peak = Math.max(peak, await residentBytes(service));
    const { data } = await ask(service, 'GET', path);
    if (data[0].status === 'completed') return peak;
    if (data[0].status !== 'running' && data[0].status !== 'queued') throw new Error(data[0].error_message);
  }
}

/** Asks for `/healthz` at short intervals until it is stopped, and says how long each answer took, in ms. */
function startPings(service: ServeProcess) {
  const times: number[] = [];
  let stopped = false;
  const pinging = (async () => {
    while (!stopped) {
      const began = performance.now();
      await ask(service, 'GET', '/healthz');
      times.push(performance.now() - began);
      await sleep(PING_MS);
    }
  })();
  return {
    async stop(): Promise<number[]> {
      stopped = true;
      await pinging;
      return times;
    },
  };
}

/** Reads pages of samples one after another, and says how long one took and what it weighs. */
async function readPages(service: ServeProcess, path: string, what: string): Promise<void> {
  const times: number[] = [];
  let [cursor, bytes] = ['', 0];
  for (let page = 0; page < PAGES; page++) {
    const began = performance.now();
    const body = await ask(service, 'GET', `${path}${cursor}`);
    times.push(performance.now() - began);
    bytes = Math.max(bytes, JSON.stringify(body).length);
    if (body.data.length < 50) throw new Error(`A page has ${body.data.length} samples.`);
    cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`;
  }
  console.log(`        ${what}: ${spread(times)}, ${(bytes / 1000).toFixed(0)} kB at most`);
}

function spread(times: number[]): string {
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number) => (sorted[Math.ceil(share * sorted.length) - 1] ?? 0).toFixed(1);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms of ${sorted.length}`;
}

/** `[[dd-]hh:]mm:ss` of CPU time, to the second. */
async function cpuSeconds({ child }: ServeProcess): Promise<number> {
  const time = await ps('time', child.pid);
  return time.split(/[-:]/).reduce((sum, part) => sum * 60 + Number(part), 0);
}

/** Not synchronous: what is timed meanwhile would wait for it. */
async function ps(field: string, pid: number | undefined): Promise<string> {
  const { stdout } = await promisify(execFile)('ps', ['-o', `${field}=`, '-p', String(pid)]);
  return stdout.trim();
}
