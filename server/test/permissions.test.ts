import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createWebhooks } from '../src/app/webhooks/webhooks.ts';
import { defineTool, Input } from '../src/converse/tools/tool.ts';
import { createEvaluations } from '../src/evaluate/evaluations/evaluations.ts';
import { describeChoice } from '../src/evaluate/evaluations/kinds/registry.ts';
import { createSeries } from '../src/evaluate/series/series.ts';
import { createStacks } from '../src/evaluate/stacks/stacks.ts';
import type { Actor } from '../src/kernel/actor.ts';
import { AppError } from '../src/kernel/errors.ts';
import { createLog } from '../src/kernel/log.ts';
import { createBenchmarks } from '../src/measure/benchmarks/benchmarks.ts';
import { createPrices } from '../src/models/prices/prices.ts';
import { OPERATIONS, type OperationId, type Permission } from '../src/platform/access/operations.ts';
import { createHttp } from '../src/platform/http/http.ts';
import { onEachDatabaseInFull, type TestPlace } from './support/each-database.ts';
import { type EvaluationService, startEvaluationService } from './support/evaluation-service.ts';
import type { Answer } from './support/service.ts';
import { until } from './support/until.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON body; what a test expects of it is what it asserts.
type Body = any;
type Asked = [what: string, method: string, path: string, body?: unknown];

const TABLE = Object.entries<Permission>(OPERATIONS);
const NOBODY = '01900000-0000-7000-8000-000000000000';
const PRINCIPALS = {
  'no key': null,
  viewer: { role: 'viewer' },
  editor: { role: 'editor' },
  admin: { role: 'admin' },
  'agent that reads': { role: 'viewer', agent: true },
  'agent that writes': { role: 'editor', agent: true },
} as const;
type Principal = keyof typeof PRINCIPALS;
const RANK = { open: 0, viewer: 1, editor: 2, admin: 3 } as const;

/** What the table says of a principal: an agent's `asks` is past the door, and is answered with an approval or an error. */
function expected({ role, personRole, agent }: Permission, principal: Principal): 'let in' | 401 | 403 {
  const key = PRINCIPALS[principal];
  if (role === 'open') return 'let in';
  if (key === null) return 401;
  const isAgent = 'agent' in key;
  if (RANK[key.role] < RANK[isAgent ? role : (personRole ?? role)]) return 403;
  return isAgent && agent === 'refused' ? 403 : 'let in';
}

onEachDatabaseInFull('permissions', (makePlace) => {
  let place: TestPlace;
  let service: EvaluationService;
  let workspace: string;
  const keys = new Map<string, string>();
  const operations = new Map<string, { method: string; path: string; answers: string[] }>();

  before(async () => {
    place = await makePlace();
    const prices = { prices: { m: { input_usd_per_million: '1', output_usd_per_million: '1' } } };
    service = await startEvaluationService(place, { models: { m: {}, dear: {} } }, prices, {
      'requests-per-minute': '0',
    });
    workspace = await service.newWorkspace();
    const { paths } = (await service.call('GET', '/openapi.json')).body;
    for (const [path, methods] of Object.entries<Body>(paths))
      for (const [method, { operationId, responses }] of Object.entries<Body>(methods))
        operations.set(operationId, { method: method.toUpperCase(), path, answers: Object.keys(responses) });
    for (const [name, input] of [['admin', PRINCIPALS.admin], ...Object.entries(PRINCIPALS)] as const) {
      if (input === null || keys.has(name)) continue;
      const made = await call('admin', 'POST', '/api-keys', { name, ...input });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      keys.set(name, made.body.key);
    }
  });
  after(() => service?.stop());

  function call(by: string, method: string, path: string, body?: unknown, headers = {}): Promise<Answer> {
    const key = keys.get(by);
    const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` };
    return service.call(method, path, body, { ...authorization, ...headers });
  }
  const agent = (method: string, path: string, body?: unknown) =>
    call('agent that writes', method, path, body);
  const person = (method: string, path: string, body?: unknown) => call('editor', method, path, body);
  const within = (path: string) => `/workspaces/${workspace}${path}`;

  test('the table has a row for each operation of the API, and for nothing else but what tools alone do', () => {
    const listed = TABLE.map(([id]) => id);
    assert.deepEqual(
      [...operations.keys()].filter((id) => !listed.includes(id)),
      [],
    );
    assert.deepEqual(
      listed.filter((id) => !operations.has(id)),
      ['withdrawApproval'],
    );
  });

  test('what the table says an agent asks for is documented with 202, and nothing else is', () => {
    const asks = TABLE.filter(([, { agent: may }]) => may === 'asks').map(([id]) => id);
    const answers = [...operations].filter(([, { answers: statuses }]) => statuses.includes('202'));
    assert.deepEqual(answers.map(([id]) => id).toSorted(), asks.toSorted());
  });

  for (const principal of Object.keys(PRINCIPALS) as Principal[])
    test(`${principal}: each operation answers as the table says`, async () => {
      const wrong: string[] = [];
      for (const [id, permission] of TABLE) {
        const operation = operations.get(id);
        if (operation === undefined) continue;
        // In a workspace that is not there, so that nothing happens behind the door.
        const path = operation.path.replaceAll(/\{\w+_id\}/g, NOBODY).replace('{benchmark_type}', 'none');
        const { status } = await call(
          principal,
          operation.method,
          path,
          operation.method === 'GET' ? undefined : {},
        );
        const said = status === 401 || status === 403 ? status : 'let in';
        // A session is opened without a key by a page of the console alone, and by a right key.
        if (id === 'createSession' ? said !== 401 : said !== expected(permission, principal))
          wrong.push(`${id}: ${status}`);
      }
      assert.deepEqual(wrong, []);
    });

  test('tools of MCP stand for operations, and an agent calls none that the table refuses', async () => {
    const message = (method: string, params = {}) =>
      call(
        'agent that writes',
        'POST',
        '/mcp',
        { jsonrpc: '2.0', id: 1, method, params },
        {
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2025-11-25',
        },
      );
    const text = async (method: string, params?: object) =>
      JSON.stringify((await message(method, params)).body);
    const listed = (await text('tools/list')).replaceAll('\\"', '"');
    const names = [...listed.matchAll(/"name":"(\w+)"/g)].map(([, name = '']) => name);
    assert.ok(names.includes('create_workspace') && names.length > 10, names.join());
    assert.deepEqual(
      names.filter((name) => /series|webhook|preflight|try|label/.test(name)),
      [],
    );
    assert.match(
      await text('tools/call', { name: 'create_workspace', arguments: { name: 'x' } }),
      /forbidden/,
    );
  });

  test('what a person’s series uses, an agent changes by no path', async () => {
    const json = { type: 'text', content: 'input,expected\nWhat is 1 + 1?,2\nWhat is 2 + 2?,4\n' };
    const title = '50% of "my_data"';
    const dataset = await made('/sources', { ...json, title });
    await until(async () => (await person('GET', within(`/sources/${dataset}`))).body.status === 'ready', 20);
    const stack = await made('/stacks', { name: 'Used', model: { provider: 'mock', model_id: 'm' } });
    const scenario = await made('/scenarios', {
      name: 'Load',
      workload_type: 'chat',
      slo_requirements: { p95_latency_ms: 60_000 },
    });
    const series = await made('/series', {
      name: 'Nightly',
      schedule: { cron: '0 3 * * *' },
      margins: { score: 0.2 },
      evaluation: {
        name: 'Watched',
        targets: [
          { target_type: 'stack', target_id: stack.toUpperCase() },
          { target_type: 'scenario', target_id: scenario },
        ],
        benchmarks: [{ benchmark_type: 'dataset', subset: title }],
      },
    });
    const webhook = await made('/webhooks', {
      name: 'Chat',
      url: 'https://hooks.example.com/services/T0/SECRET',
      events: ['evaluation.completed'],
    });
    const other = await made('/sources', { type: 'text', title: 'Other', content: 'Something else.' });
    const twin = await made('/sources', { ...json, title: 'Twin' }, agent);
    const used = [`/stacks/${stack}`, `/scenarios/${scenario}`, `/sources/${dataset}`, `/series/${series}`];
    const state = async () =>
      JSON.stringify(await Promise.all(used.map(async (path) => (await person('GET', within(path))).body)));
    const [before, asked] = [await state(), service.requestsTo('m') + service.requestsTo('dear')];

    const dear = { name: 'Mine', model: { provider: 'mock', model_id: 'dear' } };
    const attacks: Asked[] = [
      ['the model behind the stack', 'PATCH', `/stacks/${stack}`, dear],
      ['the stack by its id in capitals', 'PATCH', `/stacks/${stack.toUpperCase()}`, dear],
      ['deleting the stack', 'DELETE', `/stacks/${stack}`],
      [
        'the load of the scenario',
        'PATCH',
        `/scenarios/${scenario}`,
        { name: 'Mine', workload_type: 'chat' },
      ],
      ['deleting the scenario', 'DELETE', `/scenarios/${scenario}`],
      ['renaming the dataset', 'PATCH', `/sources/${dataset}`, { title: 'Away' }],
      ['deleting the dataset', 'DELETE', `/sources/${dataset}`],
      ['reading the dataset again', 'POST', `/sources/${dataset}/reindex`],
      ['retrying the dataset', 'POST', `/sources/${dataset}/retry`],
      ['reading it again through another source of its content', 'POST', `/sources/${twin}/reindex`],
      ['another source of that title', 'POST', '/sources', { type: 'text', content: 'a,b', title }],
      ['a title from the first heading', 'POST', '/sources', { type: 'text', content: `# ${title}\n\na,b` }],
      ['a title from the file name', 'POST', '/sources', { type: 'text', content: '', filename: title }],
      ['renaming another source', 'PATCH', `/sources/${other}`, { title: ` ${title} ` }],
      ['deleting the series', 'DELETE', `/series/${series}`],
      ['the series', 'PATCH', `/series/${series}`, { max_cost_usd_per_month: 1e9 }],
      ['running the series', 'POST', `/series/${series}/runs`],
      ['a series of its own', 'POST', '/series', { name: 'x', margins: { score: 0.1 } }],
      ['a call of the stack', 'POST', '/stacks/try', { stack_id: stack }],
      ['a preflight', 'POST', '/evaluations/preflight', { name: 'x', targets: [] }],
      ['the addresses of webhooks', 'GET', '/webhooks'],
      ['the address of a webhook', 'GET', `/webhooks/${webhook}`],
      ['what a webhook was told', 'GET', `/webhooks/${webhook}/deliveries`],
      ['an address of its own', 'POST', '/webhooks', { name: 'x', url: 'https://x.example', events: [] }],
      ['the address of a webhook changed', 'PATCH', `/webhooks/${webhook}`, { url: 'https://x.example' }],
    ];
    const let_in: string[] = [];
    for (const [what, method, path, body] of attacks) {
      const { status, body: said } = await agent(method, within(path), body);
      if (status !== 403 || said.code !== 'forbidden' || JSON.stringify(said).includes('SECRET'))
        let_in.push(`${what}: ${status} ${JSON.stringify(said)}`);
    }
    assert.deepEqual(let_in, []);
    assert.equal(await state(), before);

    // A page says its title itself, once it is read: then the source keeps the title that it had.
    const page = `<!doctype html><html><head><title>${title.replaceAll('"', '&quot;')}</title></head><body><p>a,b</p></body></html>`;
    const added = await made('/sources', { type: 'text', content: page, filename: 'page.html' }, agent);
    const read = await until(async () => {
      const { body } = await person('GET', within(`/sources/${added}`));
      return ['ready', 'failed'].includes(body.status) && body;
    }, 20);
    assert.notEqual(read.title, title);

    // An import names its sources itself, also one that was begun before the series.
    const begun = await made('/imports', { name: 'Calls' }, agent);
    const named = await made('/series', {
      name: 'Imported',
      margins: { score: 0.2 },
      evaluation: {
        name: 'Calls (items)',
        targets: [{ target_type: 'model', model_provider: 'mock', model_id: 'm' }],
        benchmarks: [{ benchmark_type: 'arithmetic', num_samples: 2 }],
      },
    });
    assert.equal((await agent('POST', within('/imports'), { name: 'Calls' })).status, 403);
    const drafted = await made('/imports', { name: 'Drafted' }, agent);
    assert.equal((await agent('PATCH', within(`/imports/${drafted}`), { name: 'Calls' })).status, 403);
    const content = await fetch(`${service.url}${within(`/imports/${begun}/content?complete=true`)}`, {
      method: 'PUT',
      body: '{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]}\n',
      headers: {
        'content-type': 'application/octet-stream',
        authorization: `Bearer ${keys.get('agent that writes')}`,
      },
    });
    assert.equal(content.status, 403, await content.text());

    // People may; and an agent may where no series is.
    assert.equal((await person('PATCH', within(`/stacks/${stack}`), dear)).status, 200);
    const free = await made('/stacks', { name: 'Free', model: {} }, agent);
    assert.equal((await agent('PATCH', within(`/stacks/${free}`), dear)).status, 200);
    for (const id of [series, named])
      assert.equal((await person('DELETE', within(`/series/${id}`))).status, 204);
    assert.equal((await agent('DELETE', within(`/stacks/${stack}`))).status, 204);
    assert.equal(service.requestsTo('m') + service.requestsTo('dear'), asked);
  });

  test('an agent spends through no session, repeated key or other form of the address', async () => {
    const session = await service.call('POST', '/session', { key: keys.get('agent that writes') });
    const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? '';
    const origin = new URL(service.url).origin;
    const series = within('/series');
    const forms: [path: string, headers: Record<string, string>][] = [
      [series, { cookie, origin }],
      [`${series}/`, { authorization: `Bearer ${keys.get('agent that writes')}` }],
      [within('/%73eries'), { authorization: `Bearer ${keys.get('agent that writes')}` }],
      [
        series,
        { authorization: `bearer  ${keys.get('agent that writes')}`, 'x-http-method-override': 'GET' },
      ],
      [
        series,
        { authorization: `Bearer ${keys.get('agent that writes')}`, cookie: `x=1; ${cookie}`, origin },
      ],
    ];
    for (const [path, headers] of forms) {
      const { status, body } = await service.call('POST', path, {}, headers);
      assert.deepEqual([status, body.code], [403, 'forbidden'], path);
    }
  });

  async function made(path: string, body: unknown, by = person): Promise<string> {
    const answer = await by('POST', within(path), body);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body.id;
  }
});

const untouched = new Proxy({}, { get: (_, name) => assert.fail(`${String(name)} was read`) });
const AGENT: Actor = { id: 'k', role: 'editor', workspaces: null, isAgent: true, mayDecide: false };

test('the functions behind the doors refuse an agent before they look at anything, whatever led there', async () => {
  const evaluations = createEvaluations({ db: untouched, references: {} } as never);
  const series = createSeries({ db: untouched } as never);
  const webhooks = createWebhooks({ db: untouched, rules: untouched } as never);
  const stacks = createStacks({ db: untouched } as never);
  const prices = createPrices({ db: untouched } as never);
  const measured = {
    directory: '/nowhere',
    mirror: null,
    skipMalformed: false,
    measured: [],
    kindOf: describeChoice,
  };
  const benchmarks = createBenchmarks({ ...measured, downloader: untouched as never });
  const none = () => {};
  const { signal } = new AbortController();
  const calls: Partial<Record<OperationId, () => Promise<unknown>>> = {
    fetchBenchmark: () => benchmarks.fetch(AGENT, 'gsm8k', signal),
    createEvaluation: () => evaluations.create(AGENT, 'w', { name: 'x', targets: [] }, none),
    preflightEvaluation: () => evaluations.preflight(AGENT, 'w', { name: 'x', targets: [] }, signal),
    rerunEvaluation: () => evaluations.rerun(AGENT, 'w', 'e', none),
    rescoreEvaluation: () => evaluations.rescore(AGENT, 'w', 'e'),
    resumeEvaluation: () => evaluations.resume(AGENT, 'w', 'e'),
    retryEvaluation: () => evaluations.retry(AGENT, 'w', 'e'),
    createEvaluationSampleLabel: () => evaluations.label(AGENT, 'w', 'e', 's', { score: 1 }),
    createPrice: () => prices.create(AGENT, 'w', {} as never, none),
    deletePrice: () => prices.withdraw(AGENT, 'w', 'p'),
    createSeries: () => series.create(AGENT, 'w', {} as never, none),
    updateSeries: () => series.patch(AGENT, 'w', 's', { status: 'active' }, null),
    deleteSeries: () => series.remove(AGENT, 'w', 's', null),
    runSeries: () => series.run(AGENT, 'w', 's', none),
    tryGrader: () => evaluations.tryGrader(AGENT, 'w', { grader: 'exact' }, signal),
    tryStack: () => stacks.try(AGENT, 'w', { input: 'x' }, signal),
    createWebhook: () => webhooks.create(AGENT, 'w', {} as never, none),
    listWebhooks: () => webhooks.list(AGENT, 'w', {}),
    getWebhook: () => webhooks.get(AGENT, 'w', 'h'),
    updateWebhook: () => webhooks.patch(AGENT, 'w', 'h', { status: 'paused' }, null),
    deleteWebhook: () => webhooks.remove(AGENT, 'w', 'h', null),
    rotateWebhookSecret: () => webhooks.rotate(AGENT, 'w', 'h', {}),
    testWebhook: () => webhooks.test(AGENT, 'w', 'h', none),
    listWebhookDeliveries: () => webhooks.deliveries(AGENT, 'w', 'h', {}),
    resendWebhookDelivery: () => webhooks.resend(AGENT, 'w', 'h', 'd'),
  };
  for (const [id, permission] of TABLE) {
    // Those of admins are refused by the role, and a decision by who may decide.
    if (permission.agent === 'allowed' || permission.role === 'admin' || id === 'decideApproval') continue;
    const asked = calls[id as OperationId];
    assert.ok(asked, `this test does not call ${id}`);
    await assert.rejects(
      asked(),
      (error) => error instanceof AppError && error.code === 'forbidden',
      `${id} let an agent in`,
    );
  }
});

test('a route or a tool without a row, or with another effect than its row, stops the start', async () => {
  const access = { identify: untouched, checkHost: untouched, countRequest: untouched } as never;
  const log = createLog('silent');
  const options = {
    access,
    log,
    basePath: '',
    bodyLimit: 1000,
    bodiesLimit: 1000,
    bodyValues: 1000,
    version: '0',
  };
  const app = await createHttp({ ...options, document: false });
  const handler = async () => null;
  assert.throws(() => app.post('/workspaces/:workspace_id/rockets', { schema: {} }, handler), /createRocket/);
  await app.close();
  const tool = {
    ...{ name: 'x', title: 'x', description: 'x', input: Input({}), output: Input({}) },
    run: async () => ({}),
  };
  for (const [effect, operation] of [
    ['read', 'createEvaluation'],
    ['spend', 'createStack'],
    ['read', 'getHealthz'],
  ] as const)
    assert.throws(() => defineTool({ ...tool, effect, operations: [operation] }), /^Error: /, operation);
});
