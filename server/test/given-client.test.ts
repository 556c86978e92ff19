import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startMockModel } from '@touchstone/mock';
import { GIVEN, type GivenOperation, type GivenType } from './given-contract.ts';
import { onEachDatabaseInFull, type TestPlace } from './support/each-database.ts';
import { inFull } from './support/in-full.ts';
import { type Service, startService } from './support/service.ts';

/*
 * A strict client written from the given part of the contract alone, against a running service. It knows the
 * given fields and nothing else; the few resources that no given operation makes are made by the helper `make`.
 */

type Json = Record<string, unknown>;

/** More than a page of any length has, 1,000; or than what lists often give without being asked for more. */
const MESSAGES = inFull(250, 1100);

function operation(method: GivenOperation['method'], ending: string): GivenOperation {
  const found = GIVEN.find((given) => given.method === method && given.path.endsWith(ending));
  assert.ok(found, `${method} …${ending} is given`);
  return found;
}

/**
 * Every given field is there with its type. What a client sent comes back as it was sent: of an object inside it,
 * fields that were left out may be missing. What the service makes, `results`, is whole at every depth.
 */
function requireFields(answer: Json, fields: Json, at: string, partial = false): void {
  for (const [field, type] of Object.entries(fields)) {
    const [, name = '', mark] = /^(\w+)(\[\]|\?)?$/.exec(field) ?? [];
    if (partial && !(name in answer)) continue;
    assert.ok(name in answer, `${at}/${name} is missing`);
    const value = answer[name];
    if (mark === '[]') requireItems(value, type as GivenType, `${at}/${name}`);
    else if (mark !== '?' || value !== null) requireType(value, type as GivenType, `${at}/${name}`);
  }
}

function requireItems(value: unknown, type: GivenType, at: string): void {
  assert.ok(Array.isArray(value), `${at} is an array`);
  for (const [i, item] of value.entries()) requireType(item, type, `${at}/${i}`);
}

function requireType(value: unknown, type: GivenType, at: string): void {
  if (typeof type !== 'string') {
    assert.ok(value !== null && typeof value === 'object' && !Array.isArray(value), `${at} is an object`);
    requireFields(value as Json, type, at, !at.startsWith('/results'));
    return;
  }
  if (type.endsWith('?')) {
    if (value !== null) requireType(value, type.slice(0, -1), at);
    return;
  }
  if (type.endsWith('[]')) {
    requireItems(value, type.slice(0, -2), at);
    return;
  }
  if (type === 'integer')
    assert.ok(Number.isInteger(value), `${at} is an integer, not ${JSON.stringify(value)}`);
  else if (type === 'object') assert.ok(value !== null && typeof value === 'object', `${at} is an object`);
  else assert.equal(typeof value, type, `${at} is a ${type}, not ${JSON.stringify(value)}`);
}

onEachDatabaseInFull('a client that knows the given contract alone', (place) => {
  let where: TestPlace;
  let service: Service;
  let mock: Awaited<ReturnType<typeof startMockModel>>;
  let workspace = '';
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-given-'));

  before(async () => {
    where = await place();
    mock = await startMockModel({
      script: { models: { slow: { latency: { distribution: 'constant', ms: 100 } } } },
    });
    const config = join(folder, 'providers.json');
    const provider = {
      name: 'mock',
      kind: 'openai-compatible',
      base_url: `${mock.url}/v1`,
      max_concurrency: 2,
    };
    writeFileSync(config, JSON.stringify({ providers: [provider] }));
    service = await startService(where, { 'touchstone-config': config });
    workspace = ((await make('/workspaces', { name: 'Given' })) as { id: string }).id;
  });

  after(async () => {
    await service?.stop();
    await mock?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function ask(method: string, path: string, body?: unknown): Promise<{ status: number; body: Json }> {
    const response = await fetch(service.url + path, {
      method: method.toUpperCase(),
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    return { status: response.status, body: (await response.json()) as Json };
  }

  async function make(path: string, body: unknown): Promise<Json> {
    const made = await ask('post', path, body);
    assert.equal(made.status, 201, JSON.stringify(made.body));
    return made.body;
  }

  /** Carries out a given operation and holds the answer against what was given. */
  async function given(
    method: GivenOperation['method'],
    ending: string,
    id: string,
    body?: unknown,
    query = '',
  ) {
    const known = operation(method, ending);
    const path = known.path.replace('{workspace_id}', workspace).replace(/\{\w+\}/, id);
    const answer = await ask(method, path + query, body);
    assert.equal(answer.status, known.status, JSON.stringify(answer.body));
    if (known.listed === undefined) {
      requireFields(answer.body, known.answer, '');
      return answer.body;
    }
    const items = answer.body[known.listed] as Json[];
    assert.ok(Array.isArray(items));
    for (const [i, item] of items.entries()) requireFields(item, known.answer, `/${known.listed}/${i}`);
    return { items };
  }

  const inWorkspace = () => `/workspaces/${workspace}`;
  const items = (answer: Json) => answer.items as Json[];

  test('a workspace is renamed, and the whole object just read can be sent back', async () => {
    const renamed = await given('patch', '{workspace_id}', '', { name: 'Renamed' });
    assert.equal(renamed.name, 'Renamed');
    const again = await given('patch', '{workspace_id}', '', { ...renamed, name: 'Given' });
    assert.equal(again.name, 'Given');
    assert.equal((await given('patch', '{workspace_id}', '', {})).name, 'Given');
  });

  test('a text is added, becomes ready, is listed and found', async () => {
    const content = '# Warranty\n\nThe lamp carries a warranty of three years.';
    const added = await given('post', '/sources', '', { type: 'text', content });
    assert.ok(['pending', 'processing', 'ready'].includes(added.status as string));
    await until(async () => {
      const listed = await given('get', '/sources', '', undefined, '?type=text&status=ready');
      return items(listed).some(({ id }) => id === added.id);
    });
    const found = await given('post', '/search', '', {
      query: 'warranty lamp',
      mode: 'keyword',
      limit: 5,
      source_ids: [added.id],
    });
    assert.equal(items(found)[0]?.source_id, added.id);
    assert.deepEqual(items(await given('post', '/search', '', { query: 'warranty', source_ids: [] })), []);
    const everywhere = items(await given('post', '/search', '', { query: 'warranty lamp' }));
    const scores = everywhere.map(({ score }) => score as number);
    assert.deepEqual(
      scores,
      [...scores].sort((a, b) => b - a),
    );
    assert.ok(scores.every((score) => score >= 0 && score <= 1));
  });

  test('sources are listed whole, however many there are', async () => {
    for (let i = 0; i < 120; i += 20) {
      await Promise.all(
        Array.from({ length: 20 }, (_, k) =>
          make(`${inWorkspace()}/sources`, { type: 'text', content: `Note ${i + k}` }),
        ),
      );
    }
    const all = items(await given('get', '/sources', ''));
    assert.ok(all.length >= 121, `${all.length} sources are listed`);
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
  });

  test('messages are listed oldest first, by limit and offset, beyond any default', async () => {
    for (let i = 0; i < MESSAGES; i += 50) {
      // One after another within a group: the order of what is sent at once is nobody's.
      for (let k = 0; k < 50; k++)
        await make(`${inWorkspace()}/messages`, { role: 'user', content: `m${i + k}`, respond: false });
    }
    const first = items(await given('get', '/messages', ''));
    assert.equal(first[0]?.content, 'm0');
    const page = items(await given('get', '/messages', '', undefined, `?limit=100&offset=${MESSAGES - 50}`));
    assert.deepEqual(
      page.map(({ content }) => content),
      Array.from({ length: 50 }, (_, i) => `m${MESSAGES - 50 + i}`),
    );
  });

  test('a scenario is made with all fields, and changed by sending back what was read', async () => {
    const body = {
      name: 'Support chat',
      workload_type: 'chat',
      traffic_profile: 'diurnal',
      slo_requirements: {
        p50_latency_ms: 400,
        p95_latency_ms: 900,
        p99_latency_ms: 1500,
        throughput_rps: 20,
        availability: 99.9,
      },
      budget: { monthly_limit_usd: 4000, cost_per_1k_requests_usd: 1.5 },
      compliance: { regions: ['eu-west-1'], certifications: ['SOC 2'] },
      vendor_lock_in_tolerance: 'low',
    };
    const made = await given('post', '/scenarios', '', body);
    for (const [name, value] of Object.entries(body)) assert.deepEqual(made[name], value);
    const changed = await given('patch', '{scenario_id}', made.id as string, {
      ...made,
      name: 'Support chat, EU',
    });
    assert.deepEqual({ ...changed, updated_at: 0 }, { ...made, name: 'Support chat, EU', updated_at: 0 });
    const bare = await given('post', '/scenarios', '', { name: 'Bare', workload_type: 'chat' });
    assert.deepEqual(
      [bare.slo_requirements, bare.budget, bare.traffic_profile, bare.vendor_lock_in_tolerance],
      [{}, {}, null, null],
    );
    await given('patch', '{scenario_id}', bare.id as string, bare);
  });

  test('a stack is made as a draft, and changed by sending back what was read', async () => {
    const draft = await given('post', '/stacks', '', { name: 'Draft', model: {} });
    assert.deepEqual([draft.model, draft.framework, draft.hardware, draft.description], [{}, {}, {}, null]);
    const model = { provider: 'mock', model_id: 'slow', temperature: 0.2, max_tokens: 100 };
    const hardware = { cloud_provider: 'aws', region: 'eu-west-1', gpu_type: 'H100', instance_family: 'p5' };
    const framework = {
      orchestration: 'LangGraph',
      observability: 'Langfuse',
      logging: 'Loki',
      tracing: 'OpenTelemetry',
    };
    const changed = await given('patch', '{stack_id}', draft.id as string, {
      ...draft,
      model,
      framework,
      hardware,
    });
    assert.deepEqual([changed.model, changed.framework, changed.hardware], [model, framework, hardware]);
    await given('patch', '{stack_id}', draft.id as string, changed);
  });

  test('an evaluation is renamed while it runs, by sending back the whole object just read', async () => {
    const targets = [
      { target_type: 'model', model_provider: 'mock', model_id: 'slow', label: 'slow' },
      { target_type: 'model', model_provider: 'baseline', model_id: 'echo', label: 'echo' },
    ];
    const made = await make(`${inWorkspace()}/evaluations`, {
      name: 'First',
      targets,
      benchmarks: [{ benchmark_type: 'arithmetic', num_samples: 60 }],
      methodology: { sample_size: 60, confidence_level: 0.95, random_seed: 7 },
    });
    const id = made.id as string;
    const read = async () => (await ask('get', `${inWorkspace()}/evaluations/${id}`)).body;
    await until(async () => (await read()).status === 'running');
    const running = await read();
    const renamed = await given('patch', '{evaluation_id}', id, {
      ...running,
      name: 'Renamed',
      description: 'While it runs',
    });
    assert.deepEqual(
      [renamed.name, renamed.description, renamed.targets],
      ['Renamed', 'While it runs', targets],
    );
    await until(async () => (await read()).status === 'completed');
    const done = await given('patch', '{evaluation_id}', id, await read());
    const results = done.results as {
      target_results: { target_label: string; metrics: Json; benchmark_scores: Json }[];
      comparisons: Json[];
      overall_summary: string;
    };
    const [target] = results.target_results;
    assert.deepEqual(
      results.target_results.map(({ target_label }) => target_label),
      ['slow', 'echo'],
    );
    assert.equal(typeof target?.metrics, 'object');
    assert.equal(typeof target?.benchmark_scores.arithmetic, 'number');
    assert.ok(results.comparisons.length > 0);
    for (const { target_a, target_b } of results.comparisons) {
      assert.deepEqual([target_a, target_b], ['slow', 'echo']);
    }
    assert.equal(typeof results.overall_summary, 'string');
  });
});

const PATIENCE_MS = 30_000;

async function until(holds: () => Promise<boolean>): Promise<void> {
  const giveUp = Date.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (Date.now() > giveUp) throw new Error('It did not happen in time.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
