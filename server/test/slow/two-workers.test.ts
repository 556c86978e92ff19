import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MockModel, startMockModel } from '@touchstone/mock';
import pg from 'pg';
import { type ServeProcess, startServe } from '../support/cli-process.ts';
import { arithmetic, mockTarget, writeProviders } from '../support/evaluation-service.ts';
import { httpRequest } from '../support/http-request.ts';
import { freshPostgresDatabase, postgresSkipReason } from '../support/postgres.ts';
import { until } from '../support/until.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON body; what a test expects of it is what it asserts.
type Body = any;

const AT_ONCE = 8;
const answering = (value: string, ms: number) => ({
  defaults: {
    answers: { kind: 'list' as const, values: [value] },
    latency: { distribution: 'constant' as const, ms },
  },
});

describe('two processes that run evaluations on one PostgreSQL', {
  skip: postgresSkipReason() ?? false,
}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-workers-'));
  let mock: MockModel;
  let database: Awaited<ReturnType<typeof freshPostgresDatabase>>;
  let client: pg.Client;
  const processes: ServeProcess[] = [];

  before(async () => {
    mock = await startMockModel();
    database = await freshPostgresDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  beforeEach(() => mock.reset());
  after(async () => {
    for (const { child } of processes) child.kill('SIGCONT');
    await Promise.all(processes.map(({ stop }) => stop()));
    await client.end();
    await mock.stop();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function newProcess(name: string): Promise<ServeProcess> {
    const dataDir = join(folder, name);
    mkdirSync(dataDir, { recursive: true });
    const config = writeProviders(dataDir, mock, { max_concurrency: AT_ONCE });
    const flags = ['--data-dir', dataDir, '--database-url', database.url, '--touchstone-config', config];
    const made = await startServe([...flags, '--log-level', 'silent']);
    processes.push(made);
    return made;
  }

  async function ask({ url }: ServeProcess, method: string, path: string, json?: unknown): Promise<Body> {
    const { status, body } = await httpRequest(method, url + path, { json });
    assert.ok(status < 300, `${method} ${path} is ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  async function start(by: ServeProcess, items: number): Promise<string> {
    const { id: workspace } = await ask(by, 'POST', '/workspaces', { name: 'Shared' });
    const { id } = await ask(by, 'POST', `/workspaces/${workspace}/evaluations`, {
      name: 'Shared',
      targets: [mockTarget('model')],
      benchmarks: [arithmetic(items)],
      methodology: { cache: false, concurrency: AT_ONCE },
    });
    return `/workspaces/${workspace}/evaluations/${id}`;
  }

  async function ended(by: ServeProcess, path: string): Promise<Body> {
    return until(async () => {
      const evaluation = await ask(by, 'GET', path);
      return !['queued', 'running'].includes(evaluation.status) && evaluation;
    }, 50);
  }

  const samples = async (by: ServeProcess, path: string): Promise<Body[]> =>
    (await ask(by, 'GET', `${path}/samples?limit=1000`)).data;

  test('each evaluation is run by one of them, whoever it was given to', async () => {
    await mock.setScript(answering('1', 5));
    const both = [await newProcess('a'), await newProcess('b')];
    const of = (i: number) => both[i % 2] as ServeProcess;
    const paths = await Promise.all(Array.from({ length: 4 }, (_, i) => start(of(i), 15)));
    for (const [i, path] of paths.entries()) {
      const { status, results } = await ended(of(i + 1), path);
      assert.deepEqual([status, results.coverage[0].scored], ['completed', 15]);
    }
    assert.equal(mock.stats().requests, 4 * 15);
  });

  test('one that is cancelled, resumed and deleted through the other one stops, goes on once, and stops', async () => {
    await mock.setScript(answering('1', 200));
    const [a, b] = processes as [ServeProcess, ServeProcess];
    const path = await start(a, 400);
    const stopped = async () => {
      const asked = mock.stats().requests;
      await sleep(1000);
      await until(() => mock.stats().in_flight === 0, 20);
      assert.ok(mock.stats().requests <= asked + AT_ONCE);
    };
    for (const other of [a, b]) {
      const asked = mock.stats().requests;
      await until(() => mock.stats().requests >= asked + AT_ONCE);
      assert.equal((await ask(other, 'POST', `${path}/cancel`)).status, 'cancelled');
      await stopped();
      const answers = await Promise.all(
        [a, b, a, b].map(({ url }) => httpRequest('POST', `${url}${path}/resume`)),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409]);
    }
    const kept = await samples(b, path);
    assert.equal(new Set(kept.map(({ unit }) => unit)).size, kept.length);
    await ask(b, 'DELETE', path);
    await stopped();
    assert.equal((await httpRequest('GET', a.url + path)).status, 404);
  });

  test('one that is cancelled through the other one is left at once, also by calls that never end', async () => {
    await mock.setScript({ defaults: { hang_rate: 1 } });
    const [a, b] = processes as [ServeProcess, ServeProcess];
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const asked = mock.stats().requests;
      const path = await start(one, 20);
      await until(() => mock.stats().in_flight >= AT_ONCE);
      await ask(other, 'POST', `${path}/cancel`);
      // The calls would take as long as request_timeout_ms, four times over.
      await until(() => mock.stats().in_flight === 0, 20);
      assert.equal(mock.stats().requests, asked + 1 + AT_ONCE, 'the preflight, and the first calls');
    }
  });

  test('one that stood still while the other took its evaluation over writes nothing more', async () => {
    const [a, b] = processes as [ServeProcess, ServeProcess];
    await b.stop();
    // The one that stands still gets other answers than the one that takes over.
    await mock.setScript(answering('1111', 300));
    // So many that it is not at their end where the right moment to stop it is long in coming.
    const ITEMS = 400;
    const path = await start(a, ITEMS);
    await until(async () => (await samples(a, path)).length >= AT_ONCE, 20);
    await standStill(a);
    await until(() => mock.stats().in_flight === 0, 20);
    const kept = await storedAnswers();
    assert.ok(kept.length >= AT_ONCE && kept.length < ITEMS);
    assert.ok(mock.stats().requests > kept.length, 'no answer waits for the one that stands still');
    await mock.setScript(answering('2222', 1500));
    // Its lease ends, as if its 15 s had passed.
    await client.query('UPDATE jobs SET due_at = 1 WHERE owner IS NOT NULL');
    const heir = await newProcess('c');
    await until(() => mock.stats().in_flight !== 0);
    // It reads what has arrived, long before the other one has an answer to the same questions.
    a.child.kill('SIGCONT');
    await ask(a, 'GET', path);
    await mock.setScript(answering('2222', 5));
    const evaluation = await ended(heir, path);
    assert.equal(evaluation.status, 'completed');
    assert.deepEqual(await ask(a, 'GET', path), evaluation);
    const all = await storedAnswers();
    assert.equal(all.length, ITEMS);
    const before = new Set(kept.map(({ unit }) => unit));
    for (const { unit, answer } of all)
      assert.match(answer, before.has(unit) ? /1111/ : /2222/, `unit ${unit}`);
  });

  /** Stops a process without ending it, at a moment when no lock of the database is held for it. */
  async function standStill({ child }: ServeProcess): Promise<void> {
    await until(async () => {
      child.kill('SIGSTOP');
      await sleep(50);
      const { rows } = await client.query(
        `SELECT count(*)::int AS n FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`,
      );
      const rests = rows[0].n === 0;
      if (!rests) child.kill('SIGCONT');
      return rests;
    }, 7);
  }

  /** The rows of the newest evaluation, read without any of the processes. */
  async function storedAnswers(): Promise<{ unit: number; answer: string }[]> {
    const { rows } = await client.query(
      `SELECT unit::int, answer FROM evaluation_samples
       WHERE evaluation_id = (SELECT max(id) FROM evaluations) ORDER BY unit`,
    );
    return rows;
  }
});
