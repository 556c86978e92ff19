/**
 * How two processes on one PostgreSQL learn of each other: from the answer to a change at A until its event at a stream
 * of B; the statements that an idle process makes; and from SIGKILL of the one that runs an evaluation until the other
 * asks the model. Other bundles, of an earlier version say, are measured in turn with the present one, in the same run.
 * Linux only.
 *
 *   node bench/waking.ts [cli.mjs …]
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type MockModel, startMockModel } from '../mock/src/mock.ts';
import { type ServeProcess, startServe, temporaryFolder } from '../server/test/support/cli-process.ts';
import { arithmetic, mockTarget, writeProviders } from '../server/test/support/evaluation-service.ts';
import { freshPostgresDatabase } from '../server/test/support/postgres.ts';
import { ask } from '../server/test/support/service-calls.ts';
import { until } from '../server/test/support/until.ts';
import {
  describePercentiles,
  newWorkspace,
  POSITIONAL_ARGUMENTS,
  printMachine,
  withBundle,
} from './lib/harness.ts';

const ROUNDS = 2;
const CHANGES = 200;
const CHANGES_WITHIN_MS = 40_000;
const IDLE_MS = 30_000;
/** PostgreSQL reports a session's statistics within 10 s: excludes those of the start. */
const TOLD_AFTER_MS = 12_000;

await withBundle(async (present, url) => {
  printMachine();
  process.env.TEST_DATABASE_URL = url;
  for (let round = 1; round <= ROUNDS; round++)
    for (const cli of [...POSITIONAL_ARGUMENTS, present])
      await measure(`round ${round}, ${cli === present ? 'present' : cli}`, cli);
});

async function measure(name: string, cli: string): Promise<void> {
  const folder = temporaryFolder();
  const database = await freshPostgresDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const mock = await startMockModel({
    script: {
      defaults: {
        answers: { kind: 'list', values: ['1'] },
        latency: { distribution: 'constant', ms: 200 },
      },
    },
  });
  const services: ServeProcess[] = [];
  try {
    for (const each of ['a', 'b']) {
      const dataDir = join(folder.path, each);
      mkdirSync(dataDir);
      const config = writeProviders(dataDir, mock, { max_concurrency: 8 });
      const place = ['--data-dir', dataDir, '--database-url', database.url, '--log-level', 'error'];
      services.push(await startServe([...place, '--touchstone-config', config], {}, cli));
    }
    const [a, b] = services as [ServeProcess, ServeProcess];
    const say = (text: string) => console.log(`${name}: ${text}`);
    await sleep(TOLD_AFTER_MS);
    say(`idle ${(await idleRate(client)).toFixed(1)} statements a second and process`);
    say(`event from A to B ${describePercentiles(await eventDelays(a, b))}`);
    say(`takeover ${Math.round(await takeover(a, services, client, mock))} ms`);
  } finally {
    for (const service of services) await service.kill();
    await client.end();
    await mock.stop();
    await database.drop();
    folder.remove();
  }
}

/** Transactions of both processes: outside of batches each statement is one. */
async function idleRate(client: pg.Client): Promise<number> {
  const count = async () => {
    const { rows } = await client.query(
      `SELECT xact_commit + xact_rollback AS n FROM pg_stat_database WHERE datname = current_database()`,
    );
    return Number(rows[0].n);
  };
  const before = await count();
  await sleep(IDLE_MS);
  return ((await count()) - before) / 2 / (IDLE_MS / 1000);
}

async function eventDelays(a: ServeProcess, b: ServeProcess): Promise<number[]> {
  const workspace = await newWorkspace(a);
  const stop = new AbortController();
  const response = await fetch(`${b.url}${workspace}/events`, { signal: stop.signal });
  const told = new Map<string, number>();
  const reading = read(response, (text) => {
    for (const [, stack] of text.matchAll(/event: stack.updated\ndata: \{"id":"([^"]+)"/g))
      if (stack !== undefined && !told.has(stack)) told.set(stack, performance.now());
  });
  await sleep(2000);
  const delays: number[] = [];
  const begun = performance.now();
  for (let n = 0; n < CHANGES && performance.now() - begun < CHANGES_WITHIN_MS; n++) {
    const stack = await ask(a, 'POST', `${workspace}/stacks`, { name: `Stack ${n}`, model: {} });
    const made = performance.now();
    delays.push(Math.max(0, (await until(() => told.get(stack.id), 1)) - made));
    await sleep(Math.random() * 50);
  }
  stop.abort();
  await reading;
  return delays;
}

async function read(response: Response, hear: (text: string) => void): Promise<void> {
  let rest = '';
  try {
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      rest += text;
      const end = rest.lastIndexOf('\n\n');
      hear(rest.slice(0, end + 2));
      rest = rest.slice(end + 2);
    }
  } catch {
    // Ended by us.
  }
}

/** From the end of the process that runs an evaluation until another asks the model. */
async function takeover(
  a: ServeProcess,
  services: readonly ServeProcess[],
  client: pg.Client,
  mock: MockModel,
): Promise<number> {
  await ask(a, 'POST', `${await newWorkspace(a)}/evaluations`, {
    name: 'Taken over',
    targets: [mockTarget('model')],
    benchmarks: [arithmetic(4000)],
    methodology: { cache: false, concurrency: 8 },
  });
  await until(() => mock.stats().requests > 100);
  const { rows } = await client.query(`SELECT owner FROM jobs WHERE owner IS NOT NULL`);
  const pid = Number(String(rows[0].owner).split('/')[1]);
  const killed = performance.now();
  await services.find(({ child }) => child.pid === pid)?.kill();
  await sleep(50);
  const { requests } = mock.stats();
  await until(() => mock.stats().requests > requests, 60);
  return performance.now() - killed;
}
