/**
 * Units a second of an evaluation against a model server that answers at once, and what the service then holds in
 * memory: service and model server are processes of their own, concurrency 64, one target, arithmetic, ledger durable.
 * `started_at` to `completed_at` is what counts, so results and their storage are included. The first run warms up.
 * While it runs, `/healthz` is asked every 20 ms: what the main loop does beside the run waits as long as its answer.
 * After each run pages of its samples are read.
 *
 *   node bench/runner.ts [units] [--postgres] [--cpu-prof]   (writes the profile of the service to the working directory)
 *   node bench/runner.ts [units] --endpoint
 *
 * With `--postgres` the ledger is in a private PostgreSQL of this machine, which does not wait for the disk: what is
 * compared are statements and round trips. Without a number: 1,000 and 20,000 units. With one: 1,000 and that many, of at
 * most 20,000 items, asked again and again; 1,000,000 take ten minutes or so. With `--endpoint` the same server is asked
 * in turns as a model and as an application by its endpoint, whole and streamed: the ratios of their rates.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServeProcess, temporaryFolder } from '../server/test/support/cli-process.ts';
import { arithmetic, mockTarget, writeProviders } from '../server/test/support/evaluation-service.ts';
import { startMockProcess } from '../server/test/support/mock-process.ts';
import { startPrivatePostgres } from '../server/test/support/postgres.ts';
import { ask, mb, residentBytes } from '../server/test/support/service-calls.ts';
import {
  describePercentiles,
  formatPercent,
  measureInTurns,
  newWorkspace,
  numberArguments,
  printMachine,
  processorMsOfProcess,
  ratioOfMedians,
  runEvaluation,
  withService,
} from './lib/harness.ts';

const CONCURRENCY = 64;
const WARM_UP = 1_000;
const MAX_ITEMS = 20_000;
const PAGES = 20;
const PING_MS = 20;
const ROUNDS = 3;

const hasFlag = (flag: string) => process.argv.includes(flag);
const [units] = numberArguments([20_000]);

const mock = await startMockProcess({});
const server = hasFlag('--postgres') ? await startPrivatePostgres() : null;
if (server !== null && 'skipped' in server) throw new Error(server.skipped);
const flags = (folder: string) => {
  const config = writeProviders(folder, mock, { max_concurrency: CONCURRENCY });
  return ['--touchstone-config', config, ...(server === null ? [] : ['--database-url', server.url])];
};
// As `npm start` does it after the first time, when the types are already stripped.
const cache = temporaryFolder();
const env = { NODE_COMPILE_CACHE: cache.path };
const profile = { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${process.cwd()}` };
try {
  await withService(async () => {}, flags, env);
  await withService(measure, flags, { ...env, ...(hasFlag('--cpu-prof') && profile) });
} finally {
  cache.remove();
  await server?.stop();
  await mock.stop();
}

async function measure(service: ServeProcess): Promise<void> {
  const before = mb(await residentBytes(service));
  printMachine(`concurrency ${CONCURRENCY}; resident memory of the service before: ${before}`);
  if (hasFlag('--endpoint')) await besideEndpoints(service);
  else for (const size of [WARM_UP, 1_000, units]) await run(service, size);
}

async function measured(service: ServeProcess, workspace: string, wanted: number, target: object) {
  const epochs = Math.ceil(wanted / MAX_ITEMS);
  const items = Math.ceil(wanted / epochs);
  const found = await runEvaluation(service, workspace, {
    targets: [target],
    benchmarks: [arithmetic(items)],
    methodology: {
      concurrency: CONCURRENCY,
      max_concurrency: CONCURRENCY,
      epochs,
      // What is asked again is asked again.
      ...(hasFlag('--endpoint') && { cache: false }),
    },
  });
  if (found.results.coverage[0].scored !== items * epochs) throw new Error('not every unit was scored');
  return { ...found, units: items * epochs, rate: (items * epochs) / found.seconds };
}

async function run(service: ServeProcess, wanted: number): Promise<void> {
  const workspace = await newWorkspace(service);
  const [cpuBefore, wallBefore] = [processorMsOfProcess(service.child.pid), performance.now()];
  const pings = startPings(service);
  const found = await measured(service, workspace, wanted, mockTarget('instant'));
  const waits = await pings.stop();
  const share = (processorMsOfProcess(service.child.pid) - cpuBefore) / (performance.now() - wallBefore);
  console.log(
    `${found.units.toLocaleString('en-US').padStart(9)} units: ${Math.round(found.rate)} units/s (${found.seconds.toFixed(2)} s, ` +
      `planned in ${(found.plannedInMs / 1000).toFixed(1)} s), peak resident memory ${mb(found.peakBytes)}, ${formatPercent(share, 0)} CPU`,
  );
  console.log(`        /healthz meanwhile: ${describePercentiles(waits)}`);
  await readPages(service, `${found.path}/samples?limit=50`, 'a page of 50 samples');
  await readPages(service, `${found.path}/samples?limit=50&outcome=scored`, 'of 50 by outcome');
}

/** Requests `/healthz` at short intervals until it is stopped, and returns the time of each response in ms. */
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

/** Reads pages of samples one after another, and returns the time and size of each. */
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
  console.log(`        ${what}: ${describePercentiles(times)}, ${(bytes / 1000).toFixed(0)} kB at most`);
}

async function besideEndpoints(service: ServeProcess): Promise<void> {
  const workspace = await newWorkspace(service);
  const stack = async (stream: boolean) => {
    const body = { name: 'App', model: {}, endpoint: endpointOf(mock.url, stream) };
    return { target_type: 'stack', target_id: (await ask(service, 'POST', `${workspace}/stacks`, body)).id };
  };
  const [whole, streamed] = [await stack(false), await stack(true)];
  const rateOf = (target: object) => async (warmsUp: boolean) =>
    (await measured(service, workspace, warmsUp ? WARM_UP : units, target)).rate;
  const rates = await measureInTurns(ROUNDS, {
    model: rateOf(mockTarget('instant')),
    endpoint: rateOf(whole),
    streamed: rateOf(streamed),
  });
  for (const [name, all] of Object.entries(rates))
    console.log(
      `${name.padEnd(8)} ${all.map(Math.round).join(' ')} units/s, ${ratioOfMedians(all, rates.model)}`,
    );
  console.log(`resident memory of the service after: ${mb(await residentBytes(service))}`);
}

function endpointOf(url: string, stream: boolean): object {
  const usage = { input_tokens: '$.usage.prompt_tokens', output_tokens: '$.usage.completion_tokens' };
  const choice = `$.choices[0].${stream ? 'delta' : 'message'}.content`;
  return {
    kind: 'http',
    url: `${url}/v1/chat/completions`,
    request: {
      model: 'instant',
      messages: '{{messages}}',
      seed: '{{seed}}',
      ...(stream && { stream: true, stream_options: { include_usage: true } }),
    },
    response: { answer: choice, model: '$.model', finish_reason: '$.choices[0].finish_reason', usage },
    ...(stream && { stream: { format: 'sse', done: '[DONE]' } }),
  };
}
