import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabaseInFull } from '../../../test/support/each-database.ts';
import {
  arithmetic,
  type EvaluationService,
  mockTarget,
  startEvaluationService,
} from '../../../test/support/evaluation-service.ts';
import { pointers } from '../../../test/support/resource-behaviour.ts';

const NOWHERE = '01890000-0000-7000-8000-000000000000';
const PRICES = { unasked: { input_usd_per_million: '1', output_usd_per_million: '2' } };

onEachDatabaseInFull('evaluations that are refused or only estimated', (place) => {
  let service: EvaluationService;
  let workspaceId: string;
  before(async () => {
    const provider = { prices: PRICES, models: ['unasked', 'fair'] };
    service = await startEvaluationService(await place(), {}, provider);
    workspaceId = await service.newWorkspace();
  });
  after(() => service.stop());

  const at = () => `/workspaces/${workspaceId}/evaluations`;

  async function newStack(body: object): Promise<string> {
    const created = await service.call('POST', `/workspaces/${workspaceId}/stacks`, { name: 'S', ...body });
    assert.equal(created.status, 201, JSON.stringify(created.body));
    return created.body.id;
  }

  const target = mockTarget('unasked');
  const benchmarks = [arithmetic(5)];
  const twoTargets = { targets: [target, mockTarget('fair')], benchmarks };
  const question = { question: 'no_worse', baseline: 'unasked', no_worse_margins: { score: 0.1 } };
  /** Of two targets, or the methodology alone. */
  const asking = (more: object, only?: 'methodology') => ({
    ...(only ? {} : twoTargets),
    methodology: { ...question, ...more },
  });
  const IMPOSSIBLE: [what: string, body: object, code: string, pointer: string][] = [
    ['no target', { targets: [], benchmarks }, 'impossible', '/targets'],
    ['no benchmark', { targets: [target] }, 'impossible', '/benchmarks'],
    [
      'an unknown scenario',
      { targets: [target, { target_type: 'scenario', target_id: NOWHERE }], benchmarks },
      'impossible',
      '/targets/1/target_id',
    ],
    [
      'a scenario target without a scenario',
      { targets: [target, { target_type: 'scenario' }], benchmarks },
      'impossible',
      '/targets/1/target_id',
    ],
    [
      'an unknown stack',
      { targets: [{ target_type: 'stack', target_id: NOWHERE }], benchmarks },
      'impossible',
      '/targets/0/target_id',
    ],
    [
      'a stack target without a stack',
      { targets: [{ target_type: 'stack' }], benchmarks },
      'impossible',
      '/targets/0/target_id',
    ],
    [
      'a model target without a model',
      { targets: [{ target_type: 'model', model_provider: 'mock' }], benchmarks },
      'impossible',
      '/targets/0/model_id',
    ],
    [
      'an unknown provider',
      { targets: [{ ...target, model_provider: 'nobody' }], benchmarks },
      'provider_not_configured',
      '/targets/0/model_provider',
    ],
    [
      'a model the provider does not offer',
      { targets: [mockTarget('other')], benchmarks },
      'provider_not_configured',
      '/targets/0/model_id',
    ],
    [
      'an unknown benchmark',
      { targets: [target], benchmarks: [{ benchmark_type: 'nothing' }] },
      'benchmark_unavailable',
      '/benchmarks/0/benchmark_type',
    ],
    [
      'a planned benchmark',
      { targets: [target], benchmarks: [...benchmarks, { benchmark_type: 'gsm8k' }] },
      'benchmark_unavailable',
      '/benchmarks/1/benchmark_type',
    ],
    [
      'an unknown subset',
      { targets: [target], benchmarks: [arithmetic(5, 'level-9')] },
      'impossible',
      '/benchmarks/0/subset',
    ],
    [
      'a benchmark twice',
      { targets: [target], benchmarks: [arithmetic(5), arithmetic(6)] },
      'impossible',
      '/benchmarks/1',
    ],
    [
      'a dataset without a source',
      { targets: [target], benchmarks: [{ benchmark_type: 'dataset' }] },
      'impossible',
      '/benchmarks/0/subset',
    ],
    [
      'a dataset of an unknown source',
      { targets: [target], benchmarks: [{ benchmark_type: 'dataset', subset: NOWHERE }] },
      'impossible',
      '/benchmarks/0/subset',
    ],
    ['a label twice', { targets: [target, target], benchmarks }, 'impossible', '/targets/1/label'],
    [
      'a reserved label',
      { targets: [mockTarget('unasked', 'tie')], benchmarks },
      'impossible',
      '/targets/0/label',
    ],
    [
      'a confidence of one half',
      { targets: [target], benchmarks, methodology: { confidence_level: 50 } },
      'impossible',
      '/methodology/confidence_level',
    ],
    [
      'a baseline without the question',
      { ...twoTargets, methodology: { baseline: 'unasked' } },
      'impossible',
      '/methodology/baseline',
    ],
    [
      'margins without the question',
      { ...twoTargets, methodology: { question: 'better', no_worse_margins: { score: 0.1 } } },
      'impossible',
      '/methodology/no_worse_margins',
    ],
    ['no baseline', asking({ baseline: undefined }), 'impossible', '/methodology/baseline'],
    ['a baseline that is no target', asking({ baseline: 'nobody' }), 'impossible', '/methodology/baseline'],
    [
      'a margin that nothing shows',
      { ...twoTargets, methodology: { margin: 1e-300 } },
      'impossible',
      '/methodology/margin',
    ],
    ['no margins', asking({ no_worse_margins: undefined }), 'impossible', '/methodology/no_worse_margins'],
    [
      'a baseline alone',
      { targets: [target], benchmarks, ...asking({}, 'methodology') },
      'impossible',
      '/targets',
    ],
    ...(['success', 'latency_ratio', 'cost_ratio'] as const).map((name): [string, object, string, string] => [
      `a margin of ${name} without what measures it`,
      asking({ no_worse_margins: { score: 0.1, [name]: name === 'success' ? 0.1 : 1.2 } }),
      'impossible',
      `/methodology/no_worse_margins/${name}`,
    ]),
  ];
  for (const [what, body, code, pointer] of IMPOSSIBLE) {
    test(`${what} is 422 ${code}, for an estimate too`, async () => {
      const created = await service.post(workspaceId, body);
      assert.equal(created.status, 422, JSON.stringify(created.body));
      assert.equal(created.body.code, code);
      assert.deepEqual(pointers(created), [pointer]);
      const estimated = await service.call('POST', `${at()}/estimate`, { name: 'Test', ...body });
      assert.equal(estimated.status, 422);
      assert.deepEqual(pointers(estimated), [pointer]);
      assert.equal(service.mock.stats().requests, 0);
    });
  }

  test('a draft stack is 422 that says what it lacks', async () => {
    const target_id = await newStack({ name: 'Draft', model: {} });
    const refused = await service.post(workspaceId, {
      targets: [{ target_type: 'stack', target_id }],
      benchmarks,
    });
    assert.equal(refused.status, 422);
    assert.deepEqual(pointers(refused), ['/targets/0/target_id']);
    assert.match(refused.body.detail, /"Draft" is incomplete: to run it, set provider and model_id/);
  });

  test('a stack whose provider is not configured is 422 at its target_id', async () => {
    const target_id = await newStack({ model: { provider: 'nobody', model_id: 'm' } });
    const refused = await service.post(workspaceId, {
      targets: [{ target_type: 'stack', target_id }],
      benchmarks,
    });
    assert.equal(refused.body.code, 'provider_not_configured');
    assert.deepEqual(pointers(refused), ['/targets/0/target_id']);
  });

  test('wrong types and unknown fields are 400, each named', async () => {
    const wrong = await service.post(workspaceId, {
      targets: [{ target_type: 'person', colour: 'red' }],
      benchmarks: 'arithmetic',
      methodology: { sample_size: 0, confidence_level: 100, seed: 1 },
    });
    assert.equal(wrong.status, 400);
    for (const pointer of [
      '/targets/0/target_type',
      '/benchmarks',
      '/methodology/sample_size',
      '/methodology/confidence_level',
    ]) {
      assert.ok(pointers(wrong).includes(pointer), `${pointer} among ${pointers(wrong)}`);
    }
    const many = {
      targets: Array.from({ length: 21 }, (_, i) => mockTarget('unasked', `t${i}`)),
      benchmarks,
    };
    assert.deepEqual(pointers(await service.post(workspaceId, many)), ['/targets']);
  });

  test('a margin that is none is 400, and the sentence says what would be one', async () => {
    const margins = { score: 0, success: -0.1, latency_ratio: 1, cost_ratio: 0.9 };
    const wrong = await service.post(workspaceId, asking({ no_worse_margins: margins }));
    assert.equal(wrong.status, 400);
    const said = new Map(
      wrong.body.errors.map(({ pointer, detail }: Record<string, string>) => [pointer, detail]),
    );
    for (const [name, detail] of [
      ['score', /> 0/],
      ['success', /> 0/],
      ['latency_ratio', /> 1/],
      ['cost_ratio', /> 1/],
    ] as const)
      assert.match(String(said.get(`/methodology/no_worse_margins/${name}`)), detail, name);
    const none = await service.post(workspaceId, asking({ no_worse_margins: {} }));
    assert.deepEqual(pointers(none), ['/methodology/no_worse_margins']);
    const unknown = await service.post(workspaceId, asking({ question: 'worse' }));
    assert.deepEqual(pointers(unknown), ['/methodology/question']);
  });

  test('a label that nobody could see, or that turns the text beside it round, is 400', async () => {
    const unseen = [
      '\u200b',
      '\u200d\u200c',
      '\ufeff',
      '\u3164',
      'm-mid\u200f',
      'm\u00ad-mid',
      'm-mid\u200d',
    ];
    for (const label of [' ', '\u2028', 'a\u202Eb', '\u2066a', ' m-mid', 'm-mid ', ...unseen]) {
      const refused = await service.post(workspaceId, {
        targets: [mockTarget('unasked', label)],
        benchmarks,
      });
      assert.deepEqual([refused.status, pointers(refused)], [400, ['/targets/0/label']], label);
    }
  });

  test('labels that look alike are one label; letters and pictures may be joined', async () => {
    const [joined, woman, other] = ['m\u200d-mid', '\u{1f469}\u200d\u{1f680} \u2764\ufe0f', 'stack\u200b'];
    const alike = await service.post(workspaceId, {
      targets: [mockTarget('unasked', 'm-mid'), mockTarget('unasked', joined)],
      benchmarks,
    });
    assert.deepEqual([alike.status, pointers(alike)], [422, ['/targets/1/label']]);
    assert.match(alike.body.detail, /: "m-mid" is also the label of target 0\.$/);
    const target_id = await newStack({ name: other, model: { provider: 'mock', model_id: 'fair' } });
    const named = await service.post(workspaceId, {
      targets: [mockTarget('unasked', 'stack'), { target_type: 'stack', target_id }],
      benchmarks,
    });
    assert.deepEqual([named.status, pointers(named)], [422, ['/targets/1/label']]);
    const estimate = { name: 'Test', targets: [mockTarget('unasked', woman)], benchmarks };
    assert.equal((await service.call('POST', `${at()}/estimate`, estimate)).status, 200);
  });

  test('the estimate counts units and tokens, prices what has a price, and runs nothing', async () => {
    const { status, body } = await service.call('POST', `${at()}/estimate`, {
      name: 'Test',
      targets: [mockTarget('unasked'), mockTarget('fair')],
      benchmarks: [arithmetic(200)],
      methodology: { epochs: 2 },
    });
    assert.equal(status, 200);
    assert.equal(body.units, 800);
    assert.deepEqual(
      body.targets.map(({ target_label, calls }: { target_label: string; calls: number }) => [
        target_label,
        calls,
      ]),
      [
        ['unasked', 400],
        ['fair', 400],
      ],
    );
    const [priced, free] = body.targets;
    assert.equal(priced.output_tokens, 400 * 200);
    assert.ok(priced.input_tokens > 400);
    assert.equal(priced.cost_usd, (priced.input_tokens + 2 * priced.output_tokens) / 1e6);
    assert.equal(free.cost_usd, null);
    assert.equal(body.cost_usd, priced.cost_usd);
    const [benchmark] = body.benchmarks;
    assert.equal(benchmark.items, 200);
    assert.ok(benchmark.smallest_detectable_difference > 0.05);
    assert.ok(benchmark.smallest_detectable_difference < 0.2);
    assert.equal(service.mock.stats().requests, 0);
    assert.deepEqual((await service.call('GET', at())).body.data, []);
  });

  test('an estimate asks for more of several comparisons, unless they are not corrected', async () => {
    const smallestOf = async (labels: readonly string[], correction: string) => {
      const { body } = await service.call('POST', `${at()}/estimate`, {
        name: 'Test',
        targets: labels.map((label) => mockTarget('unasked', label)),
        benchmarks: [arithmetic(100)],
        methodology: { correction },
      });
      return body.benchmarks[0].smallest_detectable_difference;
    };
    const two = await smallestOf(['a', 'b'], 'holm');
    assert.ok((await smallestOf(['a', 'b', 'c'], 'holm')) > two);
    assert.equal(await smallestOf(['a', 'b', 'c'], 'none'), two);
  });

  test('an estimate of 5 items says that no difference can be detected', async () => {
    const { body } = await service.call('POST', `${at()}/estimate`, {
      name: 'Test',
      targets: [target, mockTarget('fair')],
      benchmarks,
    });
    assert.equal(body.benchmarks[0].smallest_detectable_difference, null);
  });
});
