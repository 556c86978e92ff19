import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { onEachDatabaseInFull } from '../../../test/support/each-database.ts';
import { type JsonServer, startJsonServer } from '../../../test/support/json-server.ts';
import { PROTOCOLS, SAID } from '../../../test/support/model-protocols.ts';
import { type Service, startService } from '../../../test/support/service.ts';
import { until } from '../../../test/support/until.ts';

const SERVING = {
  reasoning_effort: 'low',
  top_p: 0.9,
  stop: ['END'],
  response_format: { type: 'json_object' },
  provider_route: ['near'],
};
const ITEM = {
  input: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'What is 6 * 7?' },
  ],
  expected: '42',
};

onEachDatabaseInFull('serving facts of a stack', (place) => {
  let server: JsonServer;
  let service: Service;
  let workspace: string;
  let dataset: string;

  before(async () => {
    server = await startJsonServer();
    const { dataDir, ...rest } = await place();
    const config = join(dataDir, 'providers.json');
    const provider = (kind: string) => ({ name: kind, kind, base_url: `${server.url}/v1` });
    const providers = ['openai-compatible', 'anthropic'].map(provider);
    writeFileSync(config, JSON.stringify({ providers }));
    service = await startService({ dataDir, ...rest }, { 'touchstone-config': config });
    workspace = `/workspaces/${(await service.call('POST', '/workspaces', { name: 'W' })).body.id}`;
    const text = { type: 'text', title: 'Sums', content: JSON.stringify(ITEM) };
    dataset = (await service.call('POST', `${workspace}/sources`, text)).body.id;
    await until(
      async () => (await service.call('GET', `${workspace}/sources/${dataset}`)).body.status === 'ready',
    );
  });

  after(async () => {
    await service.stop();
    await server.stop();
  });

  async function evaluationOf(model: object, more: object = {}) {
    const stack = await service.call('POST', `${workspace}/stacks`, { name: 'S', model, ...more });
    assert.equal(stack.status, 201, JSON.stringify(stack.body));
    return {
      name: 'E',
      targets: [{ target_type: 'stack', target_id: stack.body.id }],
      benchmarks: [{ benchmark_type: 'dataset', subset: dataset }],
      methodology: { epochs: 2, concurrency: 1, cache: false },
    };
  }

  test('what a stack states is sent, after its system text, with its seed and one more for each epoch', async () => {
    const protocol = PROTOCOLS.find(({ kind }) => kind === 'openai-compatible');
    const first = { body: { ...protocol?.whole(SAID), system_fingerprint: 'fp "1"', provider: 'Near' } };
    server.reply(
      // To the preflight, which wants a stream.
      first,
      first,
      {
        body: {
          ...protocol?.whole({ ...SAID, model: 'another' }),
          system_fingerprint: 'fp_2',
          provider: 'Far',
        },
      },
    );
    const model = {
      provider: 'openai-compatible',
      model_id: 'm',
      seed: 40,
      system: 'You are kind.',
      ...SERVING,
    };
    const { status, body } = await service.call(
      'POST',
      `${workspace}/evaluations`,
      await evaluationOf(model),
    );
    assert.equal(status, 201, JSON.stringify(body));
    const path = `${workspace}/evaluations/${body.id}`;
    await until(async () => (await service.call('GET', path)).body.status === 'completed');
    const { provider_route: order, ...same } = SERVING;
    assert.deepEqual(server.seen().body, {
      model: 'm',
      seed: 41,
      ...same,
      provider: { order, allow_fallbacks: false },
      messages: [{ role: 'system', content: 'You are kind.\n\nBe brief.' }, ITEM.input[1]],
    });
    const { data } = (await service.call('GET', `${path}/samples`)).body;
    assert.deepEqual(
      data
        .map(({ system_fingerprint, route }: Record<string, string>) => `${system_fingerprint}, ${route}`)
        .sort(),
      ['fp "1", Near', 'fp_2, Far'],
    );
    const { results } = (await service.call('GET', path)).body;
    for (const said of [
      /1 of 2 responses \(50\.0 %\) came from a different model than served-model-7b: another \(1\)/,
      /from 2 routes: (Near|Far) in 1 \(50\.0 %\), /,
      /from 2 configurations .*: (fp "1"|fp_2) in 1 \(50\.0 %\), /,
    ])
      assert.match(results.warnings.join('\n'), said);
    const { targets } = (await service.call('GET', `${path}/manifest`)).body;
    assert.deepEqual(targets[0].parameters, { seed: 40 });
    assert.deepEqual(targets[0].serving, { ...SERVING, system: 'You are kind.' });
  });

  const ENDPOINT = {
    kind: 'http',
    url: 'http://127.0.0.1:9/answer',
    request: { q: '{{input}}', p: '{{top_p}}' },
    response: { answer: '$.a' },
  };
  const WARNED: [sentence: string, model: object, more: object, said: readonly RegExp[]][] = [
    [
      'Anthropic takes no route and no JSON without a schema',
      { provider: 'anthropic', model_id: 'm', ...SERVING },
      {},
      [
        /not accept a seed/,
        /response_format json_schema: json_object is not sent/,
        /not accept provider_route/,
      ],
    ],
    [
      'a program of ours takes nothing',
      { provider: 'baseline', model_id: 'echo', system: 'Hi', top_p: 1 },
      {},
      [/system text is not sent/, /not accept top_p/],
    ],
    [
      'an application is sent what its template names',
      { system: 'Hi', top_p: 1, stop: ['a'] },
      { endpoint: ENDPOINT },
      [/not accept a seed/, /system text is not sent/, /not accept stop/],
    ],
  ];

  for (const [sentence, model, more, said] of WARNED) {
    test(`estimate and evaluation say before the run: ${sentence}`, async () => {
      const definition = await evaluationOf(model, more);
      for (const path of ['evaluations/estimate', 'evaluations']) {
        const { body } = await service.call('POST', `${workspace}/${path}`, definition);
        const warnings = (body.warnings as string[]).filter((one) => /^S: /.test(one));
        assert.equal(warnings.length, said.length, warnings.join('\n'));
        for (const [i, expected] of said.entries()) assert.match(warnings[i] ?? '', expected);
      }
    });
  }

  test('a service tier is priced by its own rates, and what served another or has no rates is named', async () => {
    const protocol = PROTOCOLS.find(({ kind }) => kind === 'openai-compatible');
    const usd = (input: number, output: number) => ({
      input_usd_per_million: input,
      output_usd_per_million: output,
    });
    const price = { provider: 'openai-compatible', source: 'contract 4711', as_of: '2026-11-01' };
    const set = async (more: object) => {
      const { status, body } = await service.call('POST', `${workspace}/prices`, { ...price, ...more });
      assert.equal(status, 201, JSON.stringify(body));
    };
    await set({ model_id: 'tiered', ...usd(10, 10), service_tiers: { flex: usd(5, 5) } });
    await set({ model_id: 'plain', ...usd(10, 10) });
    const measured = async (model_id: string, tier: string) => {
      server.reply({ body: { ...protocol?.whole({ ...SAID, model: model_id }), service_tier: tier } });
      const model = { provider: 'openai-compatible', model_id, service_tier: 'flex' };
      const definition = await evaluationOf(model);
      const { body: estimate } = await service.call('POST', `${workspace}/evaluations/estimate`, definition);
      const { body } = await service.call('POST', `${workspace}/evaluations`, definition);
      const path = `${workspace}/evaluations/${body.id}`;
      await until(async () => (await service.call('GET', path)).body.status === 'completed');
      const { results } = (await service.call('GET', path)).body;
      const { data } = (await service.call('GET', `${path}/samples`)).body;
      const { targets } = (await service.call('GET', `${path}/manifest`)).body;
      return {
        estimate: estimate.cost_usd,
        before: estimate.warnings.join('\n'),
        warnings: results.warnings.join('\n'),
        samples: data.map(({ service_tier, cost_usd }: Record<string, unknown>) => [service_tier, cost_usd]),
        target: targets[0],
      };
    };
    const tokens = SAID.usage.input + SAID.usage.output;
    const twice = (tier: string, rate: number) => Array(2).fill([tier, (tokens * rate) / 1e6]);

    const asAsked = await measured('tiered', 'flex');
    assert.deepEqual(asAsked.samples, twice('flex', 5));
    assert.equal(asAsked.target.price.input_usd_per_million, '5');
    assert.deepEqual(asAsked.target.service_tiers, { flex: 2 });
    assert.equal(asAsked.target.serving.service_tier, 'flex');
    assert.doesNotMatch(asAsked.before + asAsked.warnings, /tier/);

    const otherwise = await measured('tiered', 'default');
    assert.deepEqual(otherwise.samples, twice('default', 10));
    assert.match(
      otherwise.warnings,
      /requested the service tier flex; of 2 responses, 2 were served by the tier default/,
    );
    assert.doesNotMatch(otherwise.warnings, /no rates/);

    const plain = await measured('plain', 'flex');
    assert.equal(plain.estimate, asAsked.estimate * 2);
    assert.deepEqual(plain.samples, twice('flex', 10));
    assert.match(
      plain.before,
      /No rates of the service tier flex are known: costs are at the standard rates/,
    );
    assert.match(
      plain.warnings,
      /of 2 responses, 2 were served by the tier flex, of which no rates are known/,
    );
    assert.doesNotMatch(plain.warnings, /requested the service tier/);
  });

  for (const [kind, perToken] of [
    ['openai-compatible', 5],
    // It accepts no tier flex, so none is requested.
    ['anthropic', 10],
  ] as const)
    test(`a requirement of costs is judged at the tier that is requested: flex of ${kind}`, async () => {
      const usd = (rate: number) => ({ input_usd_per_million: rate, output_usd_per_million: rate });
      const price = { ...usd(10), service_tiers: { flex: usd(5) }, source: 'contract', as_of: '2026-11-01' };
      const model = { provider: kind, model_id: 'judged' };
      const set = await service.call('POST', `${workspace}/prices`, { ...model, ...price });
      assert.equal(set.status, 201, JSON.stringify(set.body));
      server.reply({ body: PROTOCOLS.find((one) => one.kind === kind)?.whole(SAID) as object });
      const scenario = { name: kind, workload_type: 'chat', budget: { cost_per_1k_requests_usd: 1 } };
      const { body: created } = await service.call('POST', `${workspace}/scenarios`, scenario);
      const definition = await evaluationOf({ ...model, service_tier: 'flex' });
      const { body } = await service.call('POST', `${workspace}/evaluations`, {
        ...definition,
        targets: [...definition.targets, { target_type: 'scenario', target_id: created.id }],
      });
      const path = `${workspace}/evaluations/${body.id}`;
      await until(async () => (await service.call('GET', path)).body.status === 'completed');
      const { results } = (await service.call('GET', path)).body;
      const [{ cost }] = results.evidence;
      const { input_tokens, output_tokens } = cost.priced_request;
      assert.equal(cost.per_1k_requests_usd, ((input_tokens + output_tokens) * perToken) / 1000);
    });

  test('what another tier served under load is named', async () => {
    const protocol = PROTOCOLS.find(({ kind }) => kind === 'openai-compatible');
    const pieces = protocol?.stream(SAID).map((piece) => ({
      text: piece.replace(/^data: \{/m, 'data: {"service_tier": "default", '),
      atMs: 0,
    }));
    server.reply({ headers: { 'content-type': 'text/event-stream' }, pieces: pieces ?? [] });
    const slo_requirements = { p50_latency_ms: 20_000, throughput_rps: 50 };
    const { body: scenario } = await service.call('POST', `${workspace}/scenarios`, {
      ...{ name: 'Loaded', workload_type: 'classification', traffic_profile: 'steady' },
      slo_requirements,
    });
    const model = { provider: 'openai-compatible', model_id: 'loaded', service_tier: 'priority' };
    const { name, targets } = await evaluationOf(model);
    const { body } = await service.call('POST', `${workspace}/evaluations`, {
      name,
      targets: [...targets, { target_type: 'scenario', target_id: scenario.id }],
      benchmarks: [{ benchmark_type: 'load', num_samples: 20 }],
    });
    const path = `${workspace}/evaluations/${body.id}`;
    await until(async () => (await service.call('GET', path)).body.status === 'completed');
    const { results } = (await service.call('GET', path)).body;
    assert.match(
      results.warnings.join('\n'),
      /^S: requested the service tier priority; of (\d+) responses under load, \1 were served by the tier default\./m,
    );
  });
});
