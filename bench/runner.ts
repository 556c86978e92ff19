/**
 * Units a second of an evaluation against a model server that answers at once, and what the service then holds in
 * memory: service and model server are processes of their own, concurrency 64, one target, arithmetic, ledger durable.
 * `started_at` to `completed_at` is what counts, so results and their storage are included. The first run warms up.
 * After each run pages of its samples are read.
 *
 *   node bench/runner.ts [--cpu-prof]   (writes the profile of the service to the working directory)
 */
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startMockModel } from '../server/src/mock-model/mock-model.ts';
import { type ServeProcess, startServe, temporaryFolder } from '../server/test/support/cli-process.ts';
import { arithmetic, mockTarget, writeProviders } from '../server/test/support/evaluation-service.ts';
import { httpRequest } from '../server/test/support/http-request.ts';

const CONCURRENCY = 64;
const SIZES = [1_000, 1_000, 20_000];
const PAGES = 20;

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
  const flags = ['--data-dir', folder.path, '--log-level', 'warn', '--touchstone-config', config];
  // As `npm start` does it, and not for the first time: the types were stripped before.
  const env = { NODE_COMPILE_CACHE: `${folder.path}/compile` };
  await (await startServe(flags, env)).stop();
  const profile = { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${process.cwd()}` };
  const service = await startServe(flags, { ...env, ...(process.argv.includes('--cpu-prof') && profile) });
  try {
    console.log(`${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node ${process.version}`);
    console.log(
      `concurrency ${CONCURRENCY}; resident memory of the service before: ${mb(residentKb(service))}`,
    );
    for (const [i, units] of SIZES.entries()) await run(service, units, i === 0 ? 'warm-up' : '');
  } finally {
    await service.stop();
    child.disconnect();
    await once(child, 'exit');
    folder.remove();
  }
}

async function run(service: ServeProcess, units: number, note: string): Promise<void> {
  const { id: workspace } = await ask(service, 'POST', '/workspaces', { name: 'Bench' });
  const path = `/workspaces/${workspace}/evaluations`;
  const { id } = await ask(service, 'POST', path, {
    name: 'Bench',
    targets: [mockTarget('instant')],
    benchmarks: [arithmetic(units)],
    methodology: { concurrency: CONCURRENCY },
  });
  const [cpuBefore, wallBefore] = [cpuSeconds(service), performance.now()];
  let peak = 0;
  for (;;) {
    peak = Math.max(peak, residentKb(service));
    const { data } = await ask(service, 'GET', `${path}?limit=1`);
    if (data[0].status === 'completed') break;
    await sleep(250);
  }
  const wall = (performance.now() - wallBefore) / 1000;
  const cpu = cpuSeconds(service) - cpuBefore;
  const { started_at, completed_at, results } = await ask(service, 'GET', `${path}/${id}`);
  if (results.coverage[0].scored !== units) throw new Error('not every unit was scored');
  const seconds = (Date.parse(completed_at) - Date.parse(started_at)) / 1000;
  const rate = Math.round(units / seconds).toLocaleString('en-US');
  console.log(
    `${units.toLocaleString('en-US').padStart(7)} units: ${rate.padStart(6)} units/s (${seconds.toFixed(2)} s), ` +
      `peak resident memory ${mb(peak)}, ${((100 * cpu) / wall).toFixed(0)} % CPU ${note}`,
  );
  await readPages(service, `${path}/${id}`);
}

/** Reads pages of 50 samples one after another, and says how long one took and what it weighs. */
async function readPages(service: ServeProcess, path: string): Promise<void> {
  const times: number[] = [];
  let [cursor, bytes] = ['', 0];
  for (let page = 0; page < PAGES; page++) {
    const began = performance.now();
    const body = await ask(service, 'GET', `${path}/samples?limit=50${cursor}`);
    times.push(performance.now() - began);
    bytes = Math.max(bytes, JSON.stringify(body).length);
    cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`;
  }
  const median = times.sort((a, b) => a - b)[PAGES / 2] ?? 0;
  console.log(
    `        a page of 50 samples: ${median.toFixed(1)} ms (median of ${PAGES}), ${(bytes / 1000).toFixed(0)} kB at most`,
  );
}

// biome-ignore lint/suspicious/noExplicitAny: a JSON body.
async function ask(service: ServeProcess, method: string, path: string, json?: unknown): Promise<any> {
  const { status, body } = await httpRequest(method, service.url + path, { json });
  if (status >= 300) throw new Error(`${method} ${path} is ${status}: ${JSON.stringify(body)}`);
  return body;
}

function mb(kb: number): string {
  return `${Math.round(kb / 1024)} MB`;
}

function residentKb({ child }: ServeProcess): number {
  return Number(ps('rss', child.pid));
}

/** `[[dd-]hh:]mm:ss` of CPU time, to the second. */
function cpuSeconds({ child }: ServeProcess): number {
  return ps('time', child.pid)
    .split(/[-:]/)
    .reduce((sum, part) => sum * 60 + Number(part), 0);
}

function ps(field: string, pid: number | undefined): string {
  return execFileSync('ps', ['-o', `${field}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();
}
