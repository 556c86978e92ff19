import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sampleId } from '../src/evaluate/evaluations/stores/sample-id.ts';
import { placeApproval } from './support/approval-row.ts';
import { onEachDatabase, type TestPlace } from './support/each-database.ts';
import { type Operation, operationsOf, sampleOf } from './support/schema-walk.ts';
import { type Answer, type Service, startService } from './support/service.ts';

/** What stands in every text of workspace B, and must not appear in what anyone is told of A. */
const SECRET = 'zebra-of-b';

/** The least that each collection takes; a collection of the document that is not here fails the test. */
const BODIES: Record<string, (mark: string) => object> = {
  scenarios: (mark) => ({ name: mark, workload_type: 'chat' }),
  stacks: (mark) => ({ name: mark, model: { provider: 'baseline', model_id: 'echo' } }),
  prices: (mark) => ({
    provider: mark,
    model_id: mark,
    input_usd_per_million: 1,
    source: mark,
    as_of: '2026-11-01',
  }),
  messages: (mark) => ({ role: 'user', content: mark, respond: false }),
  sources: (mark) => ({ type: 'text', title: mark, content: `${mark} is written here` }),
  imports: (mark) => ({ name: mark }),
  webhooks: (mark) => ({ name: mark, url: 'https://hooks.invalid/', events: ['series.alarm'] }),
  series: (mark) => ({
    name: mark,
    evaluation: {
      name: mark,
      targets: [{ target_type: 'model', model_provider: 'baseline', model_id: 'arithmetic' }],
      benchmarks: [{ benchmark_type: 'arithmetic', num_samples: 5 }],
    },
    margins: { score: 0.1 },
  }),
  evaluations: (mark) => ({
    name: mark,
    targets: [
      { target_type: 'model', model_provider: 'baseline', model_id: 'echo' },
      { target_type: 'model', model_provider: 'baseline', model_id: 'arithmetic' },
    ],
    benchmarks: [{ benchmark_type: 'arithmetic', num_samples: 5 }],
  }),
};

interface Filled {
  id: string;
  /** By the name of its path parameter: `scenario_id`. */
  ids: Record<string, string>;
}

onEachDatabase('two workspaces', (newPlace) => {
  let place: TestPlace;
  let service: Service;
  let operations: Operation[];
  let a: Filled;
  let b: Filled;
  let call: Service['call'];

  before(async () => {
    place = await newPlace();
    service = await startService(place);
    call = (...request) => service.call(...request);
    operations = operationsOf((await call('GET', '/openapi.json')).body);
    a = await fill('apple-of-a');
    b = await fill(SECRET);
  });
  after(() => service.stop());

  /** The path parameters of resources inside a workspace, with their collections. */
  function nouns(): [parameter: string, collection: string][] {
    const found = new Map(
      operations.flatMap(({ path }) =>
        [...path.matchAll(/^\/workspaces\/\{workspace_id\}\/(\w+)\/\{(\w+)\}$/g)].map(
          ([, collection = '', parameter = '']) => [parameter, collection] as const,
        ),
      ),
    );
    return [...found];
  }

  /** A workspace with one resource of each noun of the document. */
  async function fill(mark: string): Promise<Filled> {
    const workspace = await call('POST', '/workspaces', { name: mark });
    const { id } = workspace.body;
    const ids: Record<string, string> = {};
    for (const [parameter, collection] of nouns()) {
      if (collection === 'approvals') {
        ids[parameter] = await placeApproval(place, id, mark);
        continue;
      }
      const body = BODIES[collection];
      assert.ok(body, `Say in BODIES what ${collection} take, so that their isolation is tested.`);
      const made = await call('POST', `/workspaces/${id}/${collection}`, body(mark));
      assert.equal(made.status, 201, `${collection}: ${JSON.stringify(made.body)}`);
      ids[parameter] = made.body.id;
    }
    const sent = await call('POST', `/workspaces/${id}/webhooks/${ids.webhook_id}/test`);
    ids.delivery_id = sent.body.id;
    ids.sample_id = sampleId(ids.evaluation_id ?? '', 0);
    return { id, ids };
  }

  const at = (path: string, workspaceId: string, ids: Record<string, string>) =>
    path.replace('{workspace_id}', workspaceId).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const id = ids[name];
      assert.ok(id, `${path}: nothing is known of ${name}`);
      return id;
    });

  const inside = () => operations.filter(({ path }) => path.startsWith('/workspaces/{workspace_id}'));

  /** A body that the route takes: the given one of its collection where there is one, else what its schema says. */
  function bodyOf({ method, path, body }: Operation): unknown {
    if (body === undefined) return undefined;
    const collection = path.split('/').at(method === 'POST' ? -1 : -2) ?? '';
    if (method === 'PATCH' || method === 'POST') {
      const made = BODIES[collection]?.('apple-of-a');
      // A patch takes fewer fields than a creation: those its schema names.
      const known = Object.entries(made ?? {}).filter(([name]) => body.properties?.[name]);
      if (made)
        return { ...(method === 'PATCH' ? (sampleOf(body) as object) : {}), ...Object.fromEntries(known) };
    }
    return sampleOf(body);
  }

  async function ask(
    operation: Operation,
    path: string,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const query = operation.path.endsWith('/export') ? '?format=json' : '';
    return call(operation.method, path + query, bodyOf(operation), headers);
  }

  function assertHidden({ status, body }: Answer, what: string): void {
    assert.equal(status, 404, `${what}: ${status} ${JSON.stringify(body)}`);
    assert.equal(body.code, 'not_found', what);
    assert.ok(!JSON.stringify(body).includes(SECRET), what);
  }

  test('a resource of B is not found in A, whatever is asked of it, and nothing happens to it', async () => {
    for (const operation of inside().filter(({ path }) => (path.match(/\{/g) ?? []).length > 1)) {
      const what = `${operation.method} ${operation.path}`;
      assertHidden(await ask(operation, at(operation.path, a.id, b.ids)), what);
      assertHidden(await ask(operation, at(operation.path, a.id.toUpperCase(), upper(b.ids))), what);
    }
    await assertWhole(b);
  });

  test('what A lists, finds and counts is its own', async () => {
    for (const operation of inside()) {
      const collects =
        operation.method === 'GET' && !operation.path.endsWith('}') && !operation.path.endsWith('/events');
      if (!collects) continue;
      const path = at(operation.path, a.id, a.ids);
      const { status, body } = await call('GET', path);
      assert.ok(status < 500, `${path}: ${status}`);
      assert.ok(!JSON.stringify(body ?? '').includes(SECRET), path);
    }
    const found = await call('POST', `/workspaces/${a.id}/search`, { query: SECRET, mode: 'keyword' });
    assert.deepEqual(found.body.results ?? found.body.data, []);
    const counts = (await call('GET', `/workspaces/${a.id}`)).body;
    for (const noun of ['source', 'message', 'scenario', 'stack', 'evaluation'])
      assert.equal(counts[`${noun}_count`], 1, noun);
  });

  test("A cannot name B's resources in a body", async () => {
    const stack = { target_type: 'stack', target_id: b.ids.stack_id };
    const evaluation = { ...BODIES.evaluations?.('x'), targets: [stack, stack] };
    for (const path of ['evaluations', 'evaluations/estimate']) {
      const { status, body } = await call('POST', `/workspaces/${a.id}/${path}`, evaluation);
      assert.equal(status, 422, JSON.stringify(body));
      assert.ok(!JSON.stringify(body).includes(SECRET));
    }
    const query = { query: SECRET, mode: 'keyword', source_ids: [b.ids.source_id] };
    const found = await call('POST', `/workspaces/${a.id}/search`, query);
    assert.deepEqual(found.body.results ?? found.body.data, []);
  });

  test('a cursor of B shows nothing of B in A', async () => {
    for (const [, collection] of nouns()) {
      await call('POST', `/workspaces/${b.id}/${collection}`, BODIES[collection]?.(SECRET));
      const page = await call('GET', `/workspaces/${b.id}/${collection}?limit=1`);
      const cursor = page.body.next_cursor;
      if (typeof cursor !== 'string') continue;
      const { status, body } = await call('GET', `/workspaces/${a.id}/${collection}?cursor=${cursor}`);
      assert.equal(status, 200);
      assert.ok(!JSON.stringify(body).includes(SECRET), collection);
    }
  });

  test('a key limited to A, of any role, does not find B anywhere; a deleted workspace is found nowhere', async () => {
    const admin = await call('POST', '/api-keys', { name: 'root', role: 'admin' });
    const root = { authorization: `Bearer ${admin.body.key}` };
    for (const role of ['viewer', 'editor', 'admin']) {
      const made = await call('POST', '/api-keys', { name: role, role, workspaces: [a.id] }, root);
      const limited = { authorization: `Bearer ${made.body.key}` };
      for (const operation of inside()) {
        const what = `${role}: ${operation.method} ${operation.path}`;
        assertHidden(await ask(operation, at(operation.path, b.id, b.ids), limited), what);
      }
      const { body } = await call('GET', '/workspaces', undefined, limited);
      assert.deepEqual(
        body.data.map(({ id }: { id: string }) => id),
        [a.id],
      );
      const { status } = await call('POST', '/workspaces', { name: 'x' }, limited);
      assert.equal(status, 403);
    }
    await assertWhole(b, root);

    assert.equal((await call('DELETE', `/workspaces/${b.id}`, undefined, root)).status, 204);
    for (const operation of inside()) {
      const what = `deleted: ${operation.method} ${operation.path}`;
      assertHidden(await ask(operation, at(operation.path, b.id, b.ids), root), what);
    }
    const { body } = await call('GET', '/workspaces', undefined, root);
    assert.ok(!JSON.stringify(body).includes(SECRET));
    assert.ok(JSON.stringify(body).includes(a.id));
  });

  async function assertWhole({ id, ids }: Filled, headers: Record<string, string> = {}): Promise<void> {
    for (const [parameter, collection] of nouns()) {
      const path = `/workspaces/${id}/${collection}/${ids[parameter]}`;
      const { status, body } = await call('GET', path, undefined, headers);
      assert.equal(status, 200, path);
      assert.ok(JSON.stringify(body).includes(SECRET), path);
    }
  }
});

function upper(ids: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, id.toUpperCase()]));
}
