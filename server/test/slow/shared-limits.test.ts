import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MockModel, startMockModel } from '@touchstone/mock';
import { type ServeProcess, startServe } from '../support/cli-process.ts';
import { arithmetic, mockTarget, writeProviders } from '../support/evaluation-service.ts';
import { httpRequest } from '../support/http-request.ts';
import { freshPostgresDatabase, postgresSkipReason } from '../support/postgres.ts';
import { until } from '../support/until.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON body; what a test expects of it is what it asserts.
type Body = any;

const AT_ONCE = 8;
const LEASE_S = 3;

describe('two processes on one PostgreSQL that ask one account', {
  skip: postgresSkipReason() ?? false,
}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-limits-'));
  let mock: MockModel;
  let database: Awaited<ReturnType<typeof freshPostgresDatabase>>;
  let processes: ServeProcess[] = [];

  before(async () => {
    mock = await startMockModel();
    database = await freshPostgresDatabase();
  });
  beforeEach(() => mock.reset());
  after(async () => {
    await Promise.all(processes.map(({ stop }) => stop()));
    await mock.stop();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function startBoth(limits: object): Promise<[ServeProcess, ServeProcess]> {
    await Promise.all(processes.map(({ stop }) => stop()));
    processes = await Promise.all(
      ['a', 'b'].map((name) => {
        const dataDir = join(folder, name);
        mkdirSync(dataDir, { recursive: true });
        const config = writeProviders(dataDir, mock, limits);
        return startServe([
          ...['--data-dir', dataDir, '--database-url', database.url, '--touchstone-config', config],
          ...['--log-level', 'silent', '--limit-lease-seconds', String(LEASE_S)],
        ]);
      }),
    );
    return processes as [ServeProcess, ServeProcess];
  }

  async function ask({ url }: ServeProcess, method: string, path: string, json?: unknown): Promise<Body> {
    const { status, body } = await httpRequest(method, url + path, { json });
    assert.ok(status < 300, `${method} ${path} is ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  /** Six evaluations, each of a model of its own: a process runs four at a time, so both run some. */
  async function startSix(by: ServeProcess, items: number, methodology: object): Promise<string[]> {
    const { id: workspace } = await ask(by, 'POST', '/workspaces', { name: 'Shared' });
    const paths: string[] = [];
    for (let i = 0; i < 6; i++) {
      const { id } = await ask(by, 'POST', `/workspaces/${workspace}/evaluations`, {
        name: `Shared ${i}`,
        targets: [mockTarget(`model-${i}`)],
        benchmarks: [arithmetic(items)],
        methodology: { cache: false, ...methodology },
      });
      paths.push(`/workspaces/${workspace}/evaluations/${id}`);
    }
    return paths;
  }

  const statuses = async (by: ServeProcess, paths: readonly string[]) =>
    Promise.all(paths.map(async (path) => (await ask(by, 'GET', path)).status as string));

  const answersIn = (ms: number) =>
    mock.setScript({
      defaults: {
        answers: { kind: 'list', values: ['1'] },
        latency: { distribution: 'constant', ms },
      },
    });

  test('together have no more calls in flight than the account allows, and use what it allows', async () => {
    await answersIn(150);
    const [a] = await startBoth({ max_concurrency: AT_ONCE });
    const paths = await startSix(a, 40, { concurrency: 16 });
    await until(async () => (await statuses(a, paths)).filter((status) => status === 'running').length > 4);
    await until(async () => (await statuses(a, paths)).every((status) => status === 'completed'), 100);
    assert.equal(mock.stats().max_in_flight, AT_ONCE);
    assert.equal(mock.stats().requests, 6 * 40);
  });

  test('what a killed one held comes back', async () => {
    await answersIn(300);
    const [a, b] = await startBoth({ max_concurrency: AT_ONCE });
    const paths = await startSix(a, 400, { concurrency: 16 });
    await until(async () => (await statuses(a, paths)).filter((status) => status === 'running').length > 4);
    await until(() => mock.stats().in_flight === AT_ONCE);
    b.child.kill('SIGKILL');
    await b.ended;
    // By then its connections are closed, and its calls have ended.
    await sleep(1000);
    await until(() => mock.stats().in_flight === AT_ONCE);
    const most = mock.stats().max_in_flight;
    assert.ok(most <= AT_ONCE, `${most} in flight`);
    for (const path of paths) await ask(a, 'POST', `${path}/cancel`).catch(() => {});
  });

  test('together begin no more in any minute than the account allows', async () => {
    const perMinute = 300;
    await answersIn(20);
    const [a] = await startBoth({ requests_per_minute: perMinute });
    const seen = [{ at: performance.now(), requests: 0 }];
    const paths = await startSix(a, 75, { concurrency: 16 });
    await until(
      async () => {
        seen.push({ at: performance.now(), requests: mock.stats().requests });
        return mock.stats().requests === 6 * 75;
      },
      20,
      100_000,
    );
    let most = 0;
    let from = 0;
    for (const { at, requests } of seen) {
      while ((seen[from] as { at: number }).at < at - 60_000) from += 1;
      most = Math.max(most, requests - (seen[from] as { requests: number }).requests);
    }
    assert.ok(most <= perMinute, `${most} in a minute`);
    assert.ok(most > 0.9 * perMinute, `${most} in a minute`);
    await until(async () => (await statuses(a, paths)).every((status) => status === 'completed'), 100);
  });
});

describe('two processes on one PostgreSQL that are asked with one key', {
  skip: postgresSkipReason() ?? false,
}, () => {
  const PER_MINUTE = 100;
  const STREAMS = 3;
  const KEY = 'a-key-of-more-than-twenty-characters';
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-keys-'));
  const authorization = `Bearer ${KEY}`;
  let database: Awaited<ReturnType<typeof freshPostgresDatabase>>;
  const processes: ServeProcess[] = [];
  let events: string;
  let began: number;

  before(async () => {
    began = performance.now();
    database = await freshPostgresDatabase();
    for (const name of ['a', 'b'])
      processes.push(
        await startServe(
          [
            ...['--data-dir', join(folder, name), '--database-url', database.url, '--log-level', 'silent'],
            ...['--requests-per-minute', String(PER_MINUTE), '--streams-per-key', String(STREAMS)],
          ],
          { TOUCHSTONE_BOOTSTRAP_KEY: KEY },
        ),
      );
    const { body } = await httpRequest('POST', `${processes[0]?.url}/workspaces`, {
      json: { name: 'Keys' },
      headers: { authorization },
    });
    events = `/workspaces/${(body as Body).id}/events`;
  });
  after(async () => {
    await Promise.all(processes.map(({ stop }) => stop()));
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const urlOf = (i: number) => (processes[i % processes.length] as ServeProcess).url;

  /** Keeps the response: one that is collected as garbage closes its stream, and another finds its place. */
  async function openStream(i: number): Promise<{ response: Response; close(): void }> {
    const closing = new AbortController();
    const headers = { authorization, accept: 'text/event-stream' };
    const response = await fetch(urlOf(i) + events, { headers, signal: closing.signal });
    return { response, close: () => closing.abort() };
  }

  test('a key has no more streams open than it may, and one that is closed may be opened at the other', async () => {
    const many = await Promise.all(Array.from({ length: 4 * STREAMS }, (_, i) => openStream(i)));
    const open = many.filter(({ response }) => response.status === 200);
    assert.equal(open.length, STREAMS);
    assert.ok(many.every(({ response }) => response.status === 200 || response.status === 429));
    for (const { close } of open) close();
    for (const i of [0, 1]) {
      const again = await until(async () => {
        const stream = await openStream(i);
        return stream.response.status === 200 && stream;
      }, 100);
      again.close();
    }
  });

  test('a key is answered no more often in a minute than it may be', async () => {
    const hits = await Promise.all(
      Array.from({ length: 2 * PER_MINUTE }, async (_, i) => {
        const response = await fetch(`${urlOf(i)}/workspaces`, { headers: { authorization } });
        await response.arrayBuffer();
        return response;
      }),
    );
    const allowed = hits.filter(({ status }) => status === 200).length;
    // A busy machine may have come into a further minute.
    const minutes = 1 + Math.floor((performance.now() - began) / 60_000);
    // The streams before were counted too, at least one a try.
    assert.ok(allowed <= minutes * PER_MINUTE - 4 * STREAMS, `${allowed} allowed`);
    assert.ok(allowed >= PER_MINUTE / 3, `${allowed} allowed`);
    const refused = hits.filter(({ status }) => status === 429);
    assert.equal(refused.length, hits.length - allowed);
    for (const { headers } of refused) assert.ok(Number(headers.get('retry-after')) > 0);
  });
});
