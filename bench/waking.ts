import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { BUNDLES, buildServer } from '../scripts/build-server.ts';
import { startMockModel } from '../server/src/mock-model/mock-model.ts';
import type { ServeProcess } from '../server/test/support/cli-process.ts';
import { arithmetic, mockTarget, writeProviders } from '../server/test/support/evaluation-service.ts';
import { freshPostgresDatabase, startPrivatePostgres } from '../server/test/support/postgres.ts';
import { ask } from '../server/test/support/service-calls.ts';
import { until } from '../server/test/support/until.ts';

/*
 * How two processes on one PostgreSQL learn of each other: from the answer to a change at A until its event at a stream
 * of B; the statements that an idle process makes; and from SIGKILL of the one that runs an evaluation until the other
 * asks the model. node bench/waking.ts [cli.mjs …]: other bundles, of an earlier version say, are measured in turn
 * with the present one, in the same run. Linux only.
 */

const ROUNDS = 2;
const CHANGES = 200;
const CHANGES_WITHIN_MS = 40_000;
const IDLE_MS = 30_000;
/** A session of PostgreSQL tells within 10 s what it has done: the start is not to be counted. */
const TOLD_AFTER_MS = 12_000;

if (process.argv[2] === 'measure') await measure(process.argv[3] as string);
else await compare(process.argv.slice(2));

async function compare(others: readonly string[]): Promise<void> {
  mkdirSync(BUNDLES, { recursive: true });
  const folder = mkdtempSync(join(BUNDLES, 'waking-'));
  const server = await startPrivatePostgres();
  if ('skipped' in server) throw new Error(server.skipped);
  try {
    const present = await buildServer(folder);
    console.log(`${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}`);
    for (let round = 1; round <= ROUNDS; round++) {
      for (const cli of [...others, present]) {
        const name = cli === present ? 'present' : cli;
        const env = { ...process.env, TEST_CLI: cli, TEST_DATABASE_URL: server.url };
        const child = fork(fileURLToPath(import.meta.url), ['measure', `round ${round}, ${name}`], { env });
        const [code] = await once(child, 'exit');
        if (code !== 0) throw new Error(`the measuring of ${name} ended with ${code}`);
      }
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(name: string): Promise<void> {
  // It reads which program it starts when it is imported.
  const { startServe } = await import('../server/test/support/cli-process.ts');
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-waking-'));
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
      const dataDir = join(folder, each);
      mkdirSync(dataDir);
      const config = writeProviders(dataDir, mock, { max_concurrency: 8 });
      const place = ['--data-dir', dataDir, '--database-url', database.url, '--log-level', 'error'];
      services.push(await startServe([...place, '--touchstone-config', config]));
    }
    const [a, b] = services as [ServeProcess, ServeProcess];
    const say = (text: string) => console.log(`${name}: ${text} (load ${loadavg()[0]?.toFixed(1)})`);
    await sleep(TOLD_AFTER_MS);
    say(`idle ${(await idleRate(client)).toFixed(1)} statements a second and process`);
    const delays = await eventDelays(a, b);
    say(`event from A to B p50 ${at(delays, 0.5)} ms, p99 ${at(delays, 0.99)} ms, most ${at(delays, 1)} ms`);
    say(`takeover ${Math.round(await takeover(a, services, client, mock))} ms`);
  } finally {
    for (const service of services) await service.kill();
    await client.end();
    await mock.stop();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
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
  const { id } = await ask(a, 'POST', '/workspaces', { name: 'Told' });
  const stop = new AbortController();
  const response = await fetch(`${b.url}/workspaces/${id}/events`, { signal: stop.signal });
  const told = new Map<string, number>();
  const reading = read(response, (text) => {
    for (const [, stack] of text.matchAll(/event: stack.updated\ndata: \{"id":"([^"]+)"/g))
      if (stack !== undefined && !told.has(stack)) told.set(stack, performance.now());
  });
  await sleep(2000);
  const delays: number[] = [];
  const begun = performance.now();
  for (let n = 0; n < CHANGES && performance.now() - begun < CHANGES_WITHIN_MS; n++) {
    const stack = await ask(a, 'POST', `/workspaces/${id}/stacks`, { name: `Stack ${n}`, model: {} });
    const made = performance.now();
    delays.push(Math.max(0, (await until(() => told.get(stack.id), 1)) - made));
    await sleep(Math.random() * 50);
  }
  stop.abort();
  await reading;
  return delays.sort((one, other) => one - other);
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
  mock: Awaited<ReturnType<typeof startMockModel>>,
): Promise<number> {
  const { id } = await ask(a, 'POST', '/workspaces', { name: 'Taken over' });
  await ask(a, 'POST', `/workspaces/${id}/evaluations`, {
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

function at(sorted: readonly number[], share: number): number {
  return Math.round(sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN);
}
