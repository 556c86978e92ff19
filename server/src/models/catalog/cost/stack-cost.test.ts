import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { rationalToNumber } from '../../../kernel/rational.ts';
import { vocabulary } from '../catalog.ts';
import { BUILT_IN_FACTS } from '../facts/built-in.ts';
import { peakToMean } from '../vocabulary/means.ts';
import { type StackCostInput, stackCost } from './stack-cost.ts';

const P5 = { cloud_provider: 'aws', region: 'us-east-1', instance_family: 'p5' };
const BASE: StackCostInput = {
  facts: BUILT_IN_FACTS,
  stack: { provider: 'anthropic', model_id: 'claude-sonnet-5', hardware: {} },
  load: { peak_rps: 15, peak_to_mean: 3, tokens: { input: 2000, output: 300 } },
  measured: { replica_rps: null, good_fraction: null },
  day: '2026-11-21',
};
const hosted = (more: Partial<StackCostInput> = {}): StackCostInput => ({
  ...BASE,
  stack: { provider: 'my-vllm', model_id: 'gpt-oss-120b', hardware: P5 },
  load: { ...BASE.load, peak_rps: 40, peak_to_mean: 40 / 15 },
  measured: { replica_rps: 12, good_fraction: 0.9 },
  ...more,
});
const number = (value: ReturnType<typeof stackCost>['monthly_usd']) =>
  value && Number(rationalToNumber(value).toFixed(6));

describe('a stack that pays by tokens', () => {
  test('is priced with the mean, peak over peak-to-mean, at the price of the day', () => {
    const cost = stackCost({ ...BASE, assumptions: { cached_share: 0.6 } });
    assert.deepEqual([cost.basis, number(cost.monthly_usd), number(cost.per_1k_usd)], ['api', 95396.4, 7.26]);
    assert.deepEqual(
      cost.lines.map(({ item, quantity, unit_usd }) => [item, quantity, unit_usd]),
      [
        ['input tokens of a request', 800, 3],
        ['cached_input tokens of a request', 1200, 0.3],
        ['output tokens of a request', 300, 15],
      ],
    );
    for (const { source, as_of } of cost.lines) assert.ok(source && as_of);
    assert.deepEqual(cost.missing, []);
  });

  test('shows every assumption, and an override takes its place', () => {
    const value = (input: StackCostInput) =>
      stackCost(input).assumptions.find(({ name }) => name === 'cached_share')?.value;
    assert.equal(value(BASE), 0);
    assert.equal(value({ ...BASE, assumptions: { cached_share: 0.6 } }), 0.6);
  });

  test('in a region says that no uplift is known', () => {
    const eu = { ...BASE, stack: { ...BASE.stack, hardware: { region: 'eu' } } };
    assert.ok(stackCost(eu).assumptions.some(({ why }) => why.includes('no uplift for eu is known')));
  });
});

describe('a self-hosted stack', () => {
  test('pays for the cheapest fitting instances at the peak', () => {
    const cost = stackCost(hosted());
    assert.deepEqual(
      [cost.basis, number(cost.monthly_usd), number(cost.per_1k_usd)],
      ['self_hosted', 30134.4, 0.764444],
    );
    assert.equal(number(cost.per_1k_good_usd), 0.849383);
    assert.match(
      cost.assumptions.find(({ name }) => name === 'instance type')?.why ?? '',
      /p5.4xlarge, p5.48xlarge/,
    );
  });

  test('says from which rate it is cheaper than the cheapest API of the same model', () => {
    const own = hosted();
    const even = stackCost({ ...own, stack: { ...own.stack, model_id: 'openai/gpt-oss-120b' } }).break_even;
    assert.ok(even);
    // 2,000 tokens in and 300 out at 0.15 and 0.60 USD a million, and the floor of this hardware by hand.
    assert.equal(number(even.api_per_1k_usd), 0.48);
    const floor = (1000 * 6.88 * (40 / 15)) / (3600 * 12 * 0.7);
    assert.ok(Math.abs((number(even.floor_per_1k_usd) ?? 0) - floor) < 1e-5);
    assert.equal(even.mean_rps, null);
    const dearer = stackCost({
      ...own,
      stack: { ...own.stack, model_id: 'openai/gpt-oss-120b' },
      load: { ...own.load, tokens: { input: 20_000, output: 3000 } },
    }).break_even;
    // 30,134.40 USD a month over 0.0048 USD a request.
    assert.equal(number(dearer?.mean_rps ?? null), Number((30134.4 / 0.0048 / 2_628_000).toFixed(6)));
    assert.equal(stackCost({ ...own, stack: { ...own.stack, model_id: 'own-weights' } }).break_even, null);
    assert.equal(stackCost(BASE).break_even, null);
  });

  test('is compared with an API whose cache is as good as it was measured, and says so', () => {
    const own = hosted();
    const stack = { ...own.stack, model_id: 'openai/gpt-oss-120b' };
    const evenAt = (share: number, assumptions = {}) => {
      const tokens = { input: 20_000, output: 3000, cached: { share, why: 'measured on your items' } };
      return stackCost({ ...own, stack, assumptions, load: { ...own.load, tokens } });
    };
    const [none, half, stated] = [evenAt(0), evenAt(0.5), evenAt(0.5, { cached_share: 0 })];
    const api = (cost: typeof none) => number(cost.break_even?.api_per_1k_usd ?? null) ?? Number.NaN;
    // Half of 20,000 tokens at 0.15 and half at 0.075 USD a million, and 3,000 at 0.60.
    assert.deepEqual([api(half), api(none), api(stated)], [4.05, 4.8, 4.8]);
    const said = (cost: typeof none) => cost.assumptions.find(({ name }) => name === 'cached_share');
    assert.deepEqual([said(half)?.value, said(half)?.why], [0.5, 'measured on your items']);
    assert.deepEqual([said(stated)?.value, said(stated)?.why], [0, 'stated for this evaluation']);
  });

  test('with tensor parallelism, with people, with stated replicas', () => {
    const parallel = stackCost(
      hosted({ measured: { replica_rps: 9, good_fraction: null }, assumptions: { gpus_per_replica: 2 } }),
    );
    assert.equal(number(parallel.monthly_usd), 80358.4);
    assert.equal(
      number(stackCost(hosted({ assumptions: { people_usd_per_month: 5000 } })).monthly_usd),
      35134.4,
    );
    const stated = hosted();
    const two = { ...stated, stack: { ...stated.stack, hardware: { ...P5, replicas: 2 } } };
    assert.equal(number(stackCost(two).monthly_usd), 10044.8);
  });
});

describe('what is not known is missing, never 0 and never assumed:', () => {
  const cases: [string, StackCostInput, string][] = [
    [
      'an unknown model',
      { ...BASE, stack: { ...BASE.stack, model_id: 'none' } },
      'the price of anthropic/none',
    ],
    [
      'an unknown provider',
      { ...BASE, stack: { ...BASE.stack, provider: 'nobody' } },
      'the price of nobody/claude-sonnet-5',
    ],
    ['no tokens', { ...BASE, load: { ...BASE.load, tokens: null } }, 'how many tokens a request has'],
    ['no peak', { ...BASE, load: { ...BASE.load, peak_rps: null } }, 'the peak rate'],
    ['no mean', { ...BASE, load: { ...BASE.load, peak_to_mean: null } }, 'the mean rate of this traffic'],
    [
      'no capacity',
      hosted({ measured: { replica_rps: null, good_fraction: null } }),
      'the rate one replica holds under the limits',
    ],
    [
      'a region without a price',
      hosted({ stack: { provider: 'v', model_id: 'm', hardware: { ...P5, region: 'eu-west-1' } } }),
      'the price of aws p5 in eu-west-1',
    ],
    [
      'an accelerator without a count',
      hosted({ stack: { provider: 'v', model_id: 'm', hardware: { ...P5, instance_family: 'trn1' } } }),
      'an instance type with enough GPUs for one replica',
    ],
  ];
  for (const [what, input, fact] of cases) {
    test(what, () => {
      const cost = stackCost(input);
      assert.equal(cost.monthly_usd, null);
      const missing = cost.missing.find((one) => one.fact === fact);
      assert.ok(missing, JSON.stringify(cost.missing));
      assert.notEqual(missing.add, '');
    });
  }

  test('without a peak the cost of 1,000 requests is known all the same', () => {
    const cost = stackCost({ ...BASE, load: { ...BASE.load, peak_rps: null } });
    assert.equal(number(cost.per_1k_usd), 10.5);
  });
});

test('the mean of each traffic profile', () => {
  const profiles = vocabulary.traffic_profile;
  const means = profiles.words.map((word) => [
    word,
    peakToMean(profiles.meaning(word))?.value.toFixed(3) ?? null,
  ]);
  assert.deepEqual(Object.fromEntries(means), {
    steady: '1.000',
    bursty: '1.000',
    diurnal: '3.000',
    spiky: '7.692',
    ramp: null,
    batch: null,
    replay: null,
    user_sessions: null,
  });
});
