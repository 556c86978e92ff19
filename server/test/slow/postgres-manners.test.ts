import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startMockModel } from '@touchstone/mock';
import { type ServeProcess, startServe } from '../support/cli-process.ts';
import { arithmetic, mockTarget, writeProviders } from '../support/evaluation-service.ts';
import { httpRequest } from '../support/http-request.ts';
import { NO_PGBOUNCER, startPgBouncer } from '../support/pgbouncer.ts';
import { startPrivatePostgres } from '../support/postgres.ts';
import { until } from '../support/until.ts';
import { keepWriting } from '../support/write-load.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON body; what a test expects of it is what it asserts.
type Body = any;

const OUTAGE_MS = 20_000;
const ITEMS = 300;
const WARN = 40;
/** Three in a row: by looking alone, every 10 s, the second would take longer. */
const HEARD_WITHIN_MS = 4000;

async function place(t: TestContext) {
  const server = await startPrivatePostgres();
  if ('skipped' in server) return server;
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-manners-'));
  const mock = await startMockModel({ script: SLOW });
  const services: ServeProcess[] = [];
  t.after(async () => {
    for (const service of services) await service.kill();
    await mock.stop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const serve = async (name: string, settings: Record<string, string>) => {
    const dataDir = join(folder, name);
    mkdirSync(dataDir);
    const config = writeProviders(dataDir, mock, { max_concurrency: 4 });
    const flags = Object.entries(settings).flatMap(([flag, value]) => [`--${flag}`, value]);
    const service = await startServe(['--data-dir', dataDir, '--touchstone-config', config, ...flags]);
    services.push(service);
    return service;
  };
  return { server, mock, serve };
}

const SLOW = {
  defaults: {
    answers: { kind: 'list' as const, values: ['1'] },
    latency: { distribution: 'constant' as const, ms: 100 },
  },
};

async function ask({ url }: ServeProcess, method: string, path: string, json?: unknown): Promise<Body> {
  const { status, body } = await httpRequest(method, url + path, { json });
  assert.ok(status < 300, `${method} ${path} is ${status}: ${JSON.stringify(body)}`);
  return body;
}

async function evaluate(by: ServeProcess, items: number): Promise<string> {
  const { id: workspace } = await ask(by, 'POST', '/workspaces', { name: 'W' });
  const { id } = await ask(by, 'POST', `/workspaces/${workspace}/evaluations`, {
    name: 'E',
    targets: [mockTarget('model')],
    benchmarks: [arithmetic(items)],
    methodology: { cache: false, concurrency: 4 },
  });
  return `/workspaces/${workspace}/evaluations/${id}`;
}

const ended = (by: ServeProcess, path: string): Promise<Body> =>
  until(async () => {
    const evaluation = await ask(by, 'GET', path);
    return !['queued', 'running'].includes(evaluation.status) && evaluation;
  }, 50);

const messages = ({ log }: ServeProcess) =>
  log()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { time: string; level: number; msg: string });

test('PostgreSQL away for 20 s: reads and writes are 503, a line of the log a second says so, and all goes on by itself', async (t) => {
  const made = await place(t);
  if ('skipped' in made) return t.skip(made.skipped);
  const { server, mock, serve } = made;
  const both = [
    await serve('a', { 'database-url': server.url }),
    await serve('b', { 'database-url': server.url }),
  ] as const;
  const [a, b] = both;
  const path = await evaluate(a, ITEMS);
  await until(() => mock.stats().requests > 40);
  const kept = (await ask(b, 'GET', `${path}/samples?limit=1000`)).data.length;
  const restart = await server.shutDown();
  const began = Date.now();
  const answers = new Set<string>();
  while (Date.now() - began < OUTAGE_MS) {
    for (const { url } of both) {
      const { status, body } = await httpRequest('GET', `${url}/workspaces`);
      answers.add(`${status} ${(body as Body).code}`);
    }
    assert.equal((await httpRequest('GET', `${a.url}/healthz`)).status, 200);
    await sleep(100);
  }
  assert.deepEqual([...answers], ['503 storage_unavailable']);
  assert.equal((await httpRequest('GET', `${a.url}/readyz`)).status, 503);
  await restart();
  const back = Date.now();
  for (const { url } of both)
    await until(async () => (await httpRequest('GET', `${url}/readyz`)).status === 200);
  t.diagnostic(`ready again ${Date.now() - back} ms after PostgreSQL`);
  for (const service of both) {
    const lines = messages(service).filter(
      ({ level, time }) => level >= WARN && Date.parse(time) >= began && Date.parse(time) < back,
    );
    t.diagnostic(`${lines.length} lines: ${JSON.stringify(countBy(lines.map(({ msg }) => msg)))}`);
    const seconds = (back - began) / 1000;
    assert.ok(lines.length >= 1 && lines.length <= seconds + 3, `${lines.length} lines in ${seconds} s`);
  }
  const { status, results } = await ended(b, path);
  assert.deepEqual([status, results.coverage[0].scored], ['completed', ITEMS]);
  const samples = (await ask(a, 'GET', `${path}/samples?limit=1000`)).data as Body[];
  assert.equal(new Set(samples.map(({ unit }) => unit)).size, ITEMS);
  assert.ok(kept > 0);
  // Notifications arrive again, without a word from anybody.
  await until(() => both.every((one) => messages(one).some(({ msg }) => /arrive again/.test(msg))));
  await toldWithin(a, b, HEARD_WITHIN_MS);
});

test('behind PgBouncer in transaction mode all works: by looking every second, and at once with DATABASE_DIRECT_URL', async (t) => {
  const made = await place(t);
  if ('skipped' in made) return t.skip(made.skipped);
  const { server, serve } = made;
  const pooler = await startPgBouncer(server.url);
  if (pooler === null) return t.skip(NO_PGBOUNCER);
  t.after(() => pooler.stop());
  const deaf = [
    await serve('a', { 'database-url': pooler.url }),
    await serve('b', { 'database-url': pooler.url }),
  ] as const;
  for (const service of deaf)
    assert.ok(
      messages(service).some(({ msg }) => /Set DATABASE_DIRECT_URL/.test(msg)),
      service.log(),
    );
  await toldWithin(...deaf, 5000);
  assert.equal((await ended(deaf[1], await evaluate(deaf[0], 20))).status, 'completed');
  const settings = { 'database-url': pooler.url, 'database-direct-url': server.url };
  const hearing = [await serve('c', settings), await serve('d', settings)] as const;
  for (const service of hearing)
    assert.ok(!messages(service).some(({ msg }) => /DATABASE_DIRECT_URL/.test(msg)), service.log());
  await toldWithin(...hearing, HEARD_WITHIN_MS);
  assert.equal((await ended(hearing[1], await evaluate(hearing[0], 20))).status, 'completed');
});

test('PgBouncer is killed, and stopped for a while, under load: no acknowledged write is lost, and all goes on by itself', async (t) => {
  const made = await place(t);
  if ('skipped' in made) return t.skip(made.skipped);
  const { server, mock, serve } = made;
  const pooler = await startPgBouncer(server.url);
  if (pooler === null) return t.skip(NO_PGBOUNCER);
  t.after(() => pooler.stop());
  const settings = { 'database-url': pooler.url, 'database-direct-url': server.url };
  const both = [await serve('a', settings), await serve('b', settings)] as const;
  const [a, b] = both;
  const writer = keepWriting(a.url);
  const path = await evaluate(b, ITEMS);
  for (const [signal, away] of [
    ['SIGKILL', 0],
    ['SIGTERM', 3000],
    ['SIGKILL', 3000],
  ] as const) {
    const asked = mock.stats().requests;
    await until(() => mock.stats().requests > asked + 40);
    const again = await pooler.end(signal);
    await sleep(away);
    await again();
    const took = await writer.writesAgain();
    t.diagnostic(`${signal}, ${away} ms away: written again after ${took} ms`);
    assert.ok(took < 10_000, `${took} ms`);
  }
  t.diagnostic(await writer.endsWithAll());
  const { status, results } = await ended(a, path);
  assert.deepEqual([status, results.coverage[0].scored], ['completed', ITEMS]);
  const sent = mock.stats().requests - ITEMS;
  assert.ok(sent <= (results.cost.cut_off_calls ?? 0), `${sent} requests were sent again`);
  for (const service of both) assert.equal(service.child.exitCode, null, 'no process was started again');
  await toldWithin(a, b, HEARD_WITHIN_MS);
});

/** A change at one is told to a stream of the other in this time, three times one after the other. */
async function toldWithin(one: ServeProcess, other: ServeProcess, ms: number): Promise<void> {
  const { id } = await ask(one, 'POST', '/workspaces', { name: 'Told' });
  const stop = new AbortController();
  const { body } = await fetch(`${other.url}/workspaces/${id}/events`, { signal: stop.signal });
  let told = '';
  const reading = (async () => {
    for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) told += text;
  })().catch(() => {});
  await until(() => told.includes('resync'));
  for (const name of ['S', 'T', 'U']) {
    const stack = await ask(one, 'POST', `/workspaces/${id}/stacks`, { name, model: {} });
    const made = performance.now();
    await until(() => told.includes(stack.id));
    const took = performance.now() - made;
    assert.ok(took <= ms, `it took ${took} ms`);
  }
  stop.abort();
  await reading;
}

function countBy(texts: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const text of texts) counts[text] = (counts[text] ?? 0) + 1;
  return counts;
}
