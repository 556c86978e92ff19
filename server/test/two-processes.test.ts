import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { startServe } from './support/cli-process.ts';
import { emptyPostgresDatabase, freshPostgresDatabase, postgresSkipReason } from './support/postgres.ts';

/** One request of the race, to one of the two processes. */
interface Shot {
  path: string;
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

interface Hit {
  status: number;
  headers: Headers;
  body: { id?: string; code?: string; name?: string };
}

describe('two processes on one PostgreSQL', { skip: postgresSkipReason() ?? false }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-two-'));
  let urls: string[] = [];
  let database: Awaited<ReturnType<typeof emptyPostgresDatabase>>;
  let processes: Awaited<ReturnType<typeof startServe>>[] = [];
  let workspace: string;

  before(async () => {
    database = await emptyPostgresDatabase();
    const serve = (name: string) =>
      startServe(['--data-dir', join(folder, name), '--database-url', database.url]);
    // Both at once: the migrations race too.
    processes = await Promise.all([serve('a'), serve('b')]);
    urls = processes.map(({ url }) => url);
    const [made] = await both({ path: '/workspaces', body: { name: 'Raced for' } }, 1);
    workspace = `/workspaces/${made?.body.id}`;
  });
  after(async () => {
    await Promise.all(processes.map(({ stop }) => stop()));
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function shoot(url: string, { path, method = 'POST', body, headers }: Shot): Promise<Hit> {
    const response = await fetch(url + path, {
      method,
      body: JSON.stringify(body ?? {}),
      headers: { 'content-type': 'application/json', ...headers },
    });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Hit['body'],
    };
  }

  /** The same request `times` times at once, to either process in turn. */
  function both(shot: Shot, times: number): Promise<Hit[]> {
    return Promise.all(Array.from({ length: times }, (_, i) => shoot(urls[i % urls.length] ?? '', shot)));
  }

  async function newScenario(): Promise<string> {
    const body = { name: 'S', workload_type: 'chat' };
    const [made] = await both({ path: `${workspace}/scenarios`, body }, 1);
    return `${workspace}/scenarios/${made?.body.id}`;
  }

  test('of many changes with one If-Match exactly one is 200, the others 412', async () => {
    for (let round = 0; round < 10; round++) {
      const path = await newScenario();
      const body = { name: 'Changed', workload_type: 'chat' };
      const hits = await both({ path, method: 'PATCH', body, headers: { 'if-match': '"1"' } }, 10);
      const statuses = hits.map(({ status }) => status).sort();
      assert.deepEqual(statuses, [200, ...Array(9).fill(412)]);
      const tag = hits.find(({ status }) => status === 200)?.headers.get('etag');
      assert.equal(tag, '"2"');
    }
  });

  test('changes without If-Match all happen, one after the other, and none is lost', async () => {
    const path = await newScenario();
    const changes = ['p50_latency_ms', 'p95_latency_ms', 'p99_latency_ms', 'throughput_rps'];
    const hits = await Promise.all(
      changes.map((field, i) =>
        shoot(urls[i % 2] ?? '', {
          path,
          method: 'PATCH',
          body: { name: 'S', workload_type: 'chat', slo_requirements: { [field]: 5 } },
        }),
      ),
    );
    assert.deepEqual(
      hits.map(({ status }) => status),
      Array(4).fill(200),
    );
    const read = await (await fetch(urls[0] + path)).json();
    assert.deepEqual(
      Object.keys((read as { slo_requirements: object }).slo_requirements).sort(),
      changes.sort(),
    );
  });

  test('one Idempotency-Key makes one resource, however often and wherever it is sent', async () => {
    for (let round = 0; round < 15; round++) {
      const name = `Once ${round}`;
      const shot = { path: '/workspaces', body: { name }, headers: { 'idempotency-key': `k${round}` } };
      const hits = await both(shot, 8);
      const made = hits.filter(({ status }) => status === 201);
      const ids = new Set(made.map(({ body }) => body.id));
      assert.equal(ids.size, 1);
      for (const { status, body } of hits) {
        if (status !== 201) assert.deepEqual([status, body.code], [409, 'idempotency_in_progress']);
      }
      assert.equal(made.filter(({ headers }) => !headers.has('idempotency-replayed')).length, 1);
      const replayed = await both(shot, 2);
      assert.deepEqual(
        replayed.map(({ status, body }) => [status, body.id]),
        Array(2).fill([201, [...ids][0]]),
      );
      assert.equal(await count('SELECT count(*) AS n FROM workspaces WHERE name = $1', [name]), 1);
    }
  });

  test('one Idempotency-Key begins one run of a series, although a run that goes on refuses another', async () => {
    const target = { target_type: 'model', model_provider: 'baseline', model_id: 'echo' };
    const benchmark = { benchmark_type: 'arithmetic', num_samples: 300 };
    const body = {
      name: 'Raced for',
      evaluation: { name: 'Raced for', targets: [target], benchmarks: [benchmark] },
      margins: { score: 0.1 },
    };
    for (let round = 0; round < 5; round++) {
      const [series] = await both({ path: `${workspace}/series`, body }, 1);
      const path = `${workspace}/series/${series?.body.id}/runs`;
      const hits = await both({ path, headers: { 'idempotency-key': `run-${round}` } }, 8);
      const begun = hits.filter(({ status }) => status === 201);
      assert.equal(new Set(begun.map((hit) => hit.body.id)).size, 1);
      for (const hit of hits) {
        if (hit.status !== 201)
          assert.deepEqual([hit.status, hit.body.code], [409, 'idempotency_in_progress']);
      }
    }
  });

  test('one Idempotency-Key with two bodies makes one resource; the other body is 422', async () => {
    for (let round = 0; round < 10; round++) {
      const hits = await Promise.all(
        urls.map((url, i) =>
          shoot(url, {
            path: '/workspaces',
            body: { name: `Either ${round} ${i}` },
            headers: { 'idempotency-key': `either-${round}` },
          }),
        ),
      );
      assert.deepEqual(hits.map(({ status }) => status).sort(), [201, 422]);
    }
  });

  test('of many that delete one thing, one is 204 and the others 404; nothing is made in it afterwards', async () => {
    for (let round = 0; round < 5; round++) {
      const [made] = await both({ path: '/workspaces', body: { name: 'Doomed' } }, 1);
      const path = `/workspaces/${made?.body.id}`;
      const body = { name: 'S', workload_type: 'chat' };
      const making = both({ path: `${path}/scenarios`, body }, 6);
      const removing = Promise.all(
        urls.map(async (url) => (await fetch(url + path, { method: 'DELETE' })).status),
      );
      assert.deepEqual((await removing).sort(), [204, 404]);
      for (const { status } of await making) assert.ok(status === 201 || status === 404, `${status}`);
      const late = await both({ path: `${path}/scenarios`, body }, 2);
      assert.deepEqual(
        late.map(({ status }) => status),
        [404, 404],
      );
    }
  });

  test('a first key that both are given at once is made once', async () => {
    const own = await freshPostgresDatabase();
    const dir = (name: string) => ['--data-dir', join(folder, name), '--database-url', own.url];
    const env = { TOUCHSTONE_BOOTSTRAP_KEY: 'a-secret-of-twenty-characters' };
    const started = await Promise.all([startServe(dir('c'), env), startServe(dir('d'), env)]);
    try {
      const headers = { authorization: `Bearer ${env.TOUCHSTONE_BOOTSTRAP_KEY}` };
      for (const { url } of started) {
        const { data } = (await (await fetch(`${url}/api-keys`, { headers })).json()) as { data: object[] };
        assert.equal(data.length, 1);
      }
    } finally {
      await Promise.all(started.map(({ stop }) => stop()));
      await own.drop();
    }
  });

  async function count(sql: string, values: unknown[] = []): Promise<number> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      return Number((await client.query(sql, values)).rows[0].n);
    } finally {
      await client.end();
    }
  }
});
