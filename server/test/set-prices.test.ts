import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { runCli } from './support/cli-process.ts';
import { onEachDatabaseInFull, type TestPlace } from './support/each-database.ts';
import {
  arithmetic,
  type EvaluationService,
  mockTarget,
  startEvaluationService,
} from './support/evaluation-service.ts';
import { type Service, startService } from './support/service.ts';

const COST = [{ benchmark_type: 'cost' }];
const TODAY = new Date().toISOString().slice(0, 10);
const PRICE = {
  provider: 'mock',
  model_id: 'm',
  input_usd_per_million: 1,
  output_usd_per_million: 1,
  source: 'contract 4711',
  as_of: '2026-11-01',
};

onEachDatabaseInFull('prices that are set while the service runs', (newPlace) => {
  let place: TestPlace;
  let service: EvaluationService;
  let call: EvaluationService['call'];
  let workspaceId: string;
  let scenario: object;
  let own: string;

  before(async () => {
    place = await newPlace();
    service = await startEvaluationService(
      place,
      {},
      {
        prices: {
          known: { input_usd_per_million: 8, output_usd_per_million: 8 },
          billed: { input_usd_per_million: 8, output_usd_per_million: 8 },
        },
      },
    );
    ({ call } = service);
    workspaceId = await service.newWorkspace();
    own = `/workspaces/${workspaceId}/prices`;
    scenario = await newScenario(workspaceId);
  });
  after(() => service.stop());

  async function newScenario(id: string): Promise<object> {
    const made = await call('POST', `/workspaces/${id}/scenarios`, {
      name: 'Support',
      workload_type: 'chat',
      slo_requirements: { throughput_rps: 1 },
      traffic_profile: 'steady',
      budget: { cost_per_1k_requests_usd: 1000 },
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    return { target_type: 'scenario', target_id: made.body.id };
  }

  async function priced(id = workspaceId, limits = scenario, model = 'm') {
    const path = await service.start(id, { targets: [mockTarget(model), limits], benchmarks: COST });
    const { results } = await service.ended(path);
    const [evidence] = results.evidence;
    return {
      path,
      line: evidence.cost.lines[0],
      requirement: results.requirements.find(({ kind }: { kind: string }) => kind.startsWith('cost')),
      results,
    };
  }

  const set = async (at: string, more: object = {}) => {
    const made = await call('POST', at, { ...PRICE, ...more });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    return made.body;
  };
  const list = async (at: string) => (await call('GET', at)).body.data;

  it('hold from the next evaluation on, whose verdict and manifest name whose price it is', async () => {
    assert.equal((await priced()).line, undefined, 'no price is known before');
    await set('/catalog/prices', { input_usd_per_million: 3 });
    const first = await priced();
    assert.equal(first.line.unit_usd, 3);
    assert.equal(first.line.source, `price set for all workspaces on ${TODAY}, source: contract 4711`);
    const price = await set(own, { input_usd_per_million: 2 });
    assert.deepEqual(
      [price.scope, price.set_by, price.source, price.ended_at],
      ['workspace', 'open', 'contract 4711', null],
    );
    const { path, line, requirement, results } = await priced();
    const said = `price set by this workspace on ${TODAY}, source: contract 4711`;
    assert.deepEqual([line.unit_usd, line.source, line.as_of], [2, said, '2026-11-01']);
    assert.equal(requirement.status, 'pass');
    assert.match(requirement.reason, new RegExp(`, at the ${said}$`));
    assert.ok(JSON.stringify(results.verdict ?? []).length > 2);
    const { body } = await call('GET', `${path}/manifest`);
    assert.deepEqual(
      [body.targets[0].set_price.input_usd_per_million, body.targets[0].set_price.set_by],
      [2, 'workspace'],
    );
    const html = await call('GET', `${path}/export?format=html`);
    assert.match(String(html.body), new RegExp(said));
  });

  it('leave what was decided before, also where it is graded again', async () => {
    const path = await service.start(workspaceId, {
      targets: [mockTarget('m'), scenario],
      benchmarks: [...COST, arithmetic(2)],
    });
    await service.ended(path);
    await set(own, { input_usd_per_million: 9 });
    const rescored = await call('POST', `${path}/rescore`);
    assert.equal(rescored.status, 200, JSON.stringify(rescored.body));
    const { results } = await service.ended(path);
    assert.equal(results.evidence[0].cost.lines[0].unit_usd, 2);
    const manifest = (await call('GET', `${path}/manifest`)).body;
    assert.equal(manifest.targets[0].set_price.input_usd_per_million, 2);
    assert.equal((await priced()).line.unit_usd, 9);
  });

  it('are replaced and withdrawn, and stay in the history', async () => {
    const [inForce] = (await list(own)).filter(({ scope }: { scope: string }) => scope === 'workspace');
    assert.equal(inForce.input_usd_per_million, 9);
    assert.equal((await call('DELETE', `${own}/${inForce.id}`)).status, 204);
    assert.equal((await call('DELETE', `${own}/${inForce.id}`)).status, 404);
    assert.equal((await priced()).line.unit_usd, 3);
    const history = (await list(`${own}?history=true`)).filter(
      ({ scope }: { scope: string }) => scope === 'workspace',
    );
    assert.deepEqual(
      history.map(({ input_usd_per_million, ended_by }: Record<string, unknown>) => [
        input_usd_per_million,
        ended_by,
      ]),
      [
        [2, 'open'],
        [9, 'open'],
      ],
    );
    assert.deepEqual(
      (await list(own)).map(({ scope }: { scope: string }) => scope),
      ['service'],
    );
  });

  it('hold on their days alone, the later one first, and in their workspace alone', async () => {
    await set(own, { input_usd_per_million: 5 });
    await set(own, { input_usd_per_million: 7, from: '2097-01-01' });
    assert.equal((await list(own)).length, 3);
    assert.equal((await priced()).line.unit_usd, 5);
    await set(own, { input_usd_per_million: 6, from: '2026-01-01', until: '2090-01-01' });
    assert.equal((await priced()).line.unit_usd, 6);
    const models = (await call('GET', `/catalog/models?workspace_id=${workspaceId}`)).body.data;
    const shown = models.find(({ model_id }: { model_id: string }) => model_id === 'm');
    assert.equal(shown.origin, 'set');
    assert.deepEqual(
      shown.prices.map((price: Record<string, unknown>) => [
        price.from ?? null,
        price.until ?? null,
        price.input_usd_per_million,
        price.set_by,
      ]),
      [
        [null, '2026-01-01', 5, 'workspace'],
        ['2090-01-01', '2097-01-01', 5, 'workspace'],
        ['2097-01-01', null, 7, 'workspace'],
        ['2026-01-01', '2090-01-01', 6, 'workspace'],
      ],
    );
    const other = await service.newWorkspace();
    assert.equal((await priced(other, await newScenario(other))).line.unit_usd, 3);
    const all = (await call('GET', '/catalog/models')).body.data;
    assert.equal(
      all.find(({ model_id }: { model_id: string }) => model_id === 'm').prices[0].input_usd_per_million,
      3,
    );
  });

  it('count before the price that the provider is configured with', async () => {
    const settled = await service.newWorkspace();
    const limits = await newScenario(settled);
    assert.match((await priced(settled, limits, 'known')).line.source, /TOUCHSTONE_CONFIG/);
    await set(`/workspaces/${settled}/prices`, { model_id: 'known', input_usd_per_million: 0.5 });
    assert.equal((await priced(settled, limits, 'known')).line.unit_usd, 0.5);
  });

  it('are what one call of a stack is charged, each workspace with its own', async () => {
    const [id, other] = [await service.newWorkspace(), await service.newWorkspace()];
    const rates = { input_usd_per_million: 500, output_usd_per_million: 500 };
    await set(`/workspaces/${id}/prices`, { model_id: 'billed', ...rates });
    for (const [of, rate] of [
      [id, 500],
      [other, 8],
    ] as const) {
      const model = { provider: 'mock', model_id: 'billed' };
      const stack = await call('POST', `/workspaces/${of}/stacks`, { name: 'S', model });
      const trial = { stack_id: stack.body.id, input: 'What is 1 + 1?' };
      const { status, body } = await call('POST', `/workspaces/${of}/stacks/try`, trial);
      assert.equal(status, 200, JSON.stringify(body));
      const { input_tokens, output_tokens } = body.usage;
      assert.equal(Math.round((body.cost_usd * 1e6) / (input_tokens + output_tokens)), rate);
    }
  });

  it('replace and withdraw each other once, also where several requests come in the same moment', async () => {
    const prices = `/workspaces/${await service.newWorkspace()}/prices`;
    const ofWorkspace = async () =>
      (await list(prices)).filter(({ scope }: { scope: string }) => scope === 'workspace');
    await Promise.all([1, 2, 3, 4].map((usd) => set(prices, { input_usd_per_million: usd })));
    const [inForce, ...others] = await ofWorkspace();
    assert.deepEqual(others, []);
    const withdrawn = await Promise.all([1, 2, 3].map(() => call('DELETE', `${prices}/${inForce.id}`)));
    assert.deepEqual(withdrawn.map(({ status }) => status).sort(), [204, 404, 404]);
  });

  it('are what a new evaluation is estimated, limited and billed with, also for a model that had no price', async () => {
    const id = await service.newWorkspace();
    const prices = `/workspaces/${id}/prices`;
    const limited = (max_cost_usd: number | null, model: string) => ({
      targets: [mockTarget(model)],
      benchmarks: [arithmetic(2)],
      ...(max_cost_usd !== null && { methodology: { max_cost_usd } }),
    });
    const estimated = async (model: string) => {
      const body = { name: 'Test', ...limited(1, model) };
      const { body: said } = await call('POST', `/workspaces/${id}/evaluations/estimate`, body);
      const { input_tokens, output_tokens, cost_usd } = said.targets[0];
      const rate = cost_usd && Math.round((cost_usd * 1e6) / (input_tokens + output_tokens));
      return [rate, JSON.stringify(said.warnings ?? []).includes('models without one')];
    };
    assert.deepEqual(await estimated('free'), [null, true]);
    assert.deepEqual(await estimated('billed'), [8, false]);
    const rates = { input_usd_per_million: 500, output_usd_per_million: 500 };
    for (const model_id of ['free', 'billed']) await set(prices, { model_id, ...rates });
    assert.deepEqual(await estimated('free'), [500, false]);
    assert.deepEqual(await estimated('billed'), [500, false]);
    const path = await service.start(id, limited(null, 'billed'));
    await service.ended(path);
    const manifest = (await call('GET', `${path}/manifest`)).body;
    assert.equal(manifest.targets[0].price.input_usd_per_million, '500');
    for (const sample of await service.samples(path)) {
      const { input_tokens, output_tokens, cost_usd } = sample;
      assert.ok(Math.abs(cost_usd - (input_tokens + output_tokens) * 500e-6) < 1e-9, JSON.stringify(sample));
    }
    const stopped = await service.ended(await service.start(id, limited(1e-9, 'free')));
    assert.equal(stopped.status, 'cancelled', JSON.stringify(stopped));
  });

  const refused: [what: string, more: object, status: number, says: RegExp][] = [
    ['days that end before they begin', { from: '2027-01-01', until: '2026-01-01' }, 422, /not after from/],
    [
      'a service tier without a rate that the price has',
      { service_tiers: { flex: { input_usd_per_million: 1 } } },
      422,
      /output_usd_per_million/,
    ],
    ['tiers that overlap', { context_tiers: [tier(10), tier(5)] }, 422, /tiers overlap/],
    ['an owner that is not theirs to state', { set_by: 'service' }, 400, /set_by/],
    ['no source', { source: '' }, 400, /source/],
    ['no date of the source', { as_of: 'yesterday' }, 400, /as_of/],
    ['a negative price', { input_usd_per_million: -1 }, 400, /input_usd_per_million/],
  ];
  for (const [what, more, status, says] of refused)
    it(`are refused with ${what}`, async () => {
      const { body, ...answer } = await call('POST', own, { ...PRICE, ...more });
      assert.equal(answer.status, status, JSON.stringify(body));
      assert.match(JSON.stringify(body), says);
    });

  it('are seen by another process at once where several use the database', async (t) => {
    if (place.url === undefined) return t.skip('SQLite has one process');
    const second: Service = await startService(place, {});
    try {
      await set(own, { input_usd_per_million: 4, from: '2026-02-01', until: '2089-01-01' });
      const { body } = await second.call('GET', `/catalog/models?workspace_id=${workspaceId}`);
      assert.match(JSON.stringify(body.data), /"input_usd_per_million":4[,}]/);
    } finally {
      await second.app.stop();
    }
  });

  it('are set, listed and withdrawn from the command line', async () => {
    const run = (...args: string[]) => runCli(['prices', ...args, '--url', service.url]);
    const named = ['--workspace', workspaceId];
    const rates = ['--input', '3.5', '--output', '21', '--cached-input', '0.4'];
    const made = await run('set', 'mock', 'cli', ...rates, '--source', 'invoice 8', ...named, '--json');
    assert.equal(made.code, 0, made.stderr);
    const { id, input_usd_per_million, as_of } = JSON.parse(made.stdout);
    assert.deepEqual([input_usd_per_million, as_of], [3.5, TODAY]);
    const listed = await run('list', ...named);
    assert.match(
      listed.stdout,
      /mock\/cli {2}\$3\.50 input, \$21 output per million tokens, for this workspace\n {2}invoice 8/,
    );
    const tiers = {
      request_usd: 0.01,
      context_tiers: [{ above_input_tokens: 10, input_usd_per_million: 4, output_usd_per_million: 8 }],
      service_tiers: { flex: { input_usd_per_million: 1, output_usd_per_million: 2 } },
    };
    await call('POST', own, { ...PRICE, ...tiers, model_id: 'tiered' });
    const rest = ['--input', '2', '--output', '3', '--source', 'invoice 9', ...named];
    const kept = await run('set', 'mock', 'tiered', ...rest);
    assert.match(
      kept.stdout,
      /Kept from the price before: the price of a request, the rates of long inputs, the rates of service tiers/,
    );
    const { body } = await call('GET', own);
    const {
      request_usd,
      context_tiers,
      service_tiers,
      input_usd_per_million: now,
    } = body.data.find(({ model_id }: Record<string, unknown>) => model_id === 'tiered');
    assert.deepEqual({ now, request_usd, context_tiers, service_tiers }, { now: 2, ...tiers });
    assert.equal((await run('withdraw', id, ...named)).code, 0);
    assert.doesNotMatch((await run('list', ...named)).stdout, /mock\/cli/);
    assert.match((await run('list', ...named, '--history')).stdout, /invoice 8.*ended/);
    assert.equal((await run('withdraw', id, ...named)).code, 1);
    const all = await run('set', 'mock', 'all', '--input', '1', '--source', 'x', '--all-workspaces');
    assert.equal(all.code, 0, all.stderr);
    for (const wrong of [
      ['set', 'mock', 'm', '--input', '1', ...named],
      ['set', 'mock', 'm', '--source', 'x', ...named],
      ['set', 'mock', 'm', '--input', 'much', '--source', 'x', ...named],
      ['set', 'mock', ...named],
      ['list', ...named, '--all-workspaces'],
    ])
      assert.equal((await run(...wrong)).code, 2, wrong.join(' '));
  });

  it('are set by editors for a workspace, and for all by admins who are not limited to some; never by agents', async () => {
    const admin = (await call('POST', '/api-keys', { name: 'a', role: 'admin' })).body.key;
    const asAdmin = { authorization: `Bearer ${admin}` };
    const key = async (body: object) => {
      const made = await call('POST', '/api-keys', { name: 'k', ...body }, asAdmin);
      return { authorization: `Bearer ${made.body.key}` };
    };
    const limited = await key({ role: 'admin', workspaces: [workspaceId] });
    const editor = await key({ role: 'editor' });
    const agent = await key({ role: 'editor', agent: true });
    const viewer = await key({ role: 'viewer' });
    const statusOf = async (at: string, headers: Record<string, string>) =>
      (await call('POST', at, PRICE, headers)).status;
    for (const [headers, ofWorkspace, ofAll] of [
      [asAdmin, 201, 201],
      [limited, 201, 403],
      [editor, 201, 403],
      [agent, 403, 403],
      [viewer, 403, 403],
    ] as const)
      assert.deepEqual(
        [await statusOf(own, headers), await statusOf('/catalog/prices', headers)],
        [ofWorkspace, ofAll],
      );
    const elsewhere = await key({
      role: 'admin',
      workspaces: [(await call('POST', '/workspaces', { name: 'X' }, asAdmin)).body.id],
    });
    for (const path of [own, `/catalog/models?workspace_id=${workspaceId}`])
      assert.equal((await call('GET', path, undefined, elsewhere)).status, 404);
    assert.equal((await call('GET', own, undefined, viewer)).status, 200);
  });
});

function tier(above_input_tokens: number) {
  return { above_input_tokens, input_usd_per_million: 1, output_usd_per_million: 1 };
}
