import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ServeProcess } from '../support/cli-process.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { arithmetic, mockTarget } from '../support/evaluation-service.ts';
import { httpRequest } from '../support/http-request.ts';
import { postgresSkipReason } from '../support/postgres.ts';
import { until } from '../support/until.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON body; what a test expects of it is what it asserts.
type Body = any;

const FACT = 'The kestrel gateway accepts forty requests a second from each tenant.';

describe('two API nodes behind a proxy and a worker', { skip: postgresSkipReason() ?? false }, () => {
  let cluster: Cluster;
  let worker: ServeProcess;
  let at: string;
  let sourceId: string;
  const stacks: string[] = [];

  before(async () => {
    cluster = await startCluster({
      defaults: { answers: { kind: 'list', values: ['1'] }, latency: { distribution: 'constant', ms: 20 } },
    });
    worker = await cluster.startWorker();
    at = `/workspaces/${(await made('/workspaces', { name: 'Shared' })).id}`;
  });
  after(() => cluster.stop());

  async function made(path: string, body: unknown): Promise<Body> {
    const answer = await cluster.call('POST', path, body);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body;
  }

  /** A stream of the workspace's events at one node, and what it has said so far. */
  async function follow(node: ServeProcess, path = `${at}/events`) {
    const stop = new AbortController();
    const headers = { ...cluster.headers, accept: 'text/event-stream' };
    const response = await fetch(node.url + path, { headers, signal: stop.signal });
    assert.equal(response.status, 200);
    let said = '';
    const reading = (async () => {
      for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) said += text;
    })().catch(() => {});
    await until(() => said !== '');
    return {
      said: () => said,
      async close() {
        stop.abort();
        await reading;
      },
    };
  }

  test('each says its role; a worker answers nothing but that it lives and is ready', async () => {
    for (const { url } of cluster.nodes) {
      const { body } = await until(async () => {
        const answer = await httpRequest('GET', `${url}/readyz`);
        return answer.status === 200 && answer;
      });
      assert.deepEqual(body, { status: 'ready', role: 'api', indexes: 'warm' });
    }
    const { body } = await httpRequest('GET', `${worker.url}/readyz`);
    assert.deepEqual(body, { status: 'ready', role: 'worker', indexes: 'as_needed' });
    assert.equal((await httpRequest('GET', `${worker.url}/healthz`)).status, 200);
    for (const path of ['/workspaces', '/session', '/docs', '/openapi.json', '/mcp', '/console/'])
      assert.equal((await cluster.call('GET', path, undefined, { at: worker })).status, 404, path);
  });

  test('a session that one node opened is known at the other, and ends at both', async () => {
    const { key } = await made('/api-keys', { name: 'person', role: 'editor' });
    const opened = await cluster.call('POST', '/session', { key });
    assert.equal(opened.status, 204);
    const cookie = String(opened.headers['set-cookie']).split(';')[0] as string;
    const ask = (node: ServeProcess, method = 'GET') =>
      httpRequest(method, `${node.url}/session`, { headers: { cookie, origin: node.url } });
    for (const node of cluster.nodes) assert.equal((await ask(node)).body.role, 'editor');
    assert.equal((await ask(cluster.nodes[0], 'DELETE')).status, 204);
    await until(async () => (await ask(cluster.nodes[1])).status === 401);
  });

  test('one Idempotency-Key makes one resource, whichever node it reaches', async () => {
    const headers = { 'idempotency-key': 'once' };
    const hits = [];
    for (let n = 0; n < 4; n++)
      hits.push(await cluster.call('POST', '/workspaces', { name: 'Once' }, { headers }));
    assert.equal(new Set(hits.map(({ body }) => body.id)).size, 1);
    assert.deepEqual(
      hits.map(({ headers }) => headers['idempotency-replayed']),
      [undefined, 'true', 'true', 'true'],
    );
  });

  test('an upload through the proxy is read by the worker, told to both nodes, and found at both', async () => {
    const streams = [await follow(cluster.nodes[0]), await follow(cluster.nodes[1])];
    const text = `# Limits\n\n${FACT}\n\n${'Nothing else of it is known here. '.repeat(60_000)}`;
    const response = await fetch(`${cluster.proxy.url}${at}/sources?type=text&filename=limits.md`, {
      method: 'POST',
      headers: { ...cluster.headers, 'content-type': 'text/markdown' },
      body: text,
    });
    assert.equal(response.status, 201, await response.clone().text());
    sourceId = ((await response.json()) as Body).id;
    for (const { said, close } of streams) {
      await until(() => new RegExp(`source.updated\\ndata: [^\\n]*${sourceId}[^\\n]*"ready"`).test(said()));
      await close();
    }
    for (const node of cluster.nodes) {
      const found = await until(async () => {
        const body = { query: 'kestrel gateway', mode: 'keyword' };
        const { body: answer } = await cluster.call('POST', `${at}/search`, body, { at: node });
        return answer.results?.length > 0 && answer;
      });
      assert.equal(found.results[0].source_id, sourceId);
    }
  });

  test('an evaluation of stacks for a scenario: asked for at one node, run by the worker, followed at the other', async () => {
    for (const name of ['Small', 'Large'])
      stacks.push((await made(`${at}/stacks`, { name, model: { provider: 'mock', model_id: name } })).id);
    const scenario = await made(`${at}/scenarios`, {
      name: 'Support',
      workload_type: 'chat',
      budget: { monthly_limit_usd: 1000 },
    });
    const [one, other] = cluster.nodes;
    const stream = await follow(other);
    const { body, status } = await cluster.call(
      'POST',
      `${at}/evaluations`,
      {
        name: 'Both',
        targets: [
          ...stacks.map((target_id) => ({ target_type: 'stack', target_id })),
          { target_type: 'scenario', target_id: scenario.id },
        ],
        benchmarks: [arithmetic(30)],
      },
      { at: one },
    );
    assert.equal(status, 201, JSON.stringify(body));
    await until(() => new RegExp(`evaluation.completed\\ndata: [^\\n]*${body.id}`).test(stream.said()));
    assert.match(stream.said(), /evaluation\.progress/);
    await stream.close();
    const read = await Promise.all(
      cluster.nodes.map((node) =>
        cluster.call('GET', `${at}/evaluations/${body.id}`, undefined, { at: node }),
      ),
    );
    assert.deepEqual(read[0]?.body, read[1]?.body);
    assert.deepEqual([read[0]?.body.status, read[0]?.body.results.coverage.length], ['completed', 2]);
  });

  test('one that is cancelled at a node is left by the worker at once', async () => {
    await cluster.mock.setScript({ defaults: { hang_rate: 1 } });
    const { id } = await made(`${at}/evaluations`, {
      name: 'Hangs',
      targets: [mockTarget('model')],
      benchmarks: [arithmetic(20)],
    });
    await until(() => cluster.mock.stats().in_flight > 0);
    await cluster.call('POST', `${at}/evaluations/${id}/cancel`);
    await until(() => cluster.mock.stats().in_flight === 0);
  });

  test('a question asked at one node is answered by the worker, streamed there and at the other', async () => {
    const [one, other] = cluster.nodes;
    const question = {
      content: 'How many requests a second does the kestrel gateway accept from each tenant?',
    };
    const { body, status } = await cluster.call('POST', `${at}/messages`, question, { at: one });
    assert.equal(status, 201, JSON.stringify(body));
    const streams = await Promise.all(
      [one, other].map((node) => follow(node, `${at}/messages/${body.answer_id}`)),
    );
    for (const { said, close } of streams) {
      await until(() => /event: done\n/.test(said()));
      assert.match(said(), /forty requests a second/);
      await close();
    }
  });

  test('all of it went over both nodes, and every job was run by the worker', async () => {
    const [first = 0, second = 0] = cluster.proxy.counts;
    assert.ok(first > 3 && Math.abs(first - second) <= 1, `${cluster.proxy.counts}`);
    const { rows } = await cluster.db.query(
      `SELECT DISTINCT split_part(owner, '/', 2) AS pid FROM jobs WHERE owner IS NOT NULL`,
    );
    for (const { pid } of rows) assert.equal(Number(pid), worker.child.pid);
  });

  test('an API node that starts later is ready once it has the indexes of all workspaces', async () => {
    const late = await cluster.startNode();
    const { body } = await until(async () => {
      const answer = await httpRequest('GET', `${late.url}/readyz`);
      return answer.status === 200 && answer;
    });
    assert.equal(body.indexes, 'warm');
    const found = await cluster.call(
      'POST',
      `${at}/search`,
      { query: 'kestrel gateway', mode: 'keyword' },
      { at: late },
    );
    assert.deepEqual([found.body.results[0].source_id, found.body.warnings], [sourceId, undefined]);
  });
});
