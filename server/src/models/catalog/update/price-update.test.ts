import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BUILT_IN_FACTS } from '../facts/built-in.ts';
import { checkFacts } from '../facts/check.ts';
import { mergeFacts } from '../facts/merge.ts';
import type { ModelPriceFact } from '../facts/schemas.ts';
import { planPriceUpdate, readPriceList } from './price-update.ts';

const told = { source: 'https://example.com/list.json', as_of: '2026-11-21' };
const today = '2026-11-21';

function plan(list: unknown, all = false, facts = BUILT_IN_FACTS) {
  const offered = readPriceList(list, told);
  assert.ok(offered);
  return planPriceUpdate(facts, offered, { today, all });
}

/** What would be written fits the checks of the operator's file. */
function assertUsable(update: ReturnType<typeof plan>): void {
  const own = { models: update.changes.map(({ row }) => row) };
  assert.deepEqual(checkFacts(own, mergeFacts(BUILT_IN_FACTS, own)), []);
}

const modelsDev = (cost: object, id = 'gpt-4.1') => ({
  openai: { id: 'openai', models: { [id]: { id, limit: { context: 1_047_576 }, cost } } },
});
const genai = (prices: unknown, id = 'gpt-4.1') => [
  { id: 'openai', name: 'OpenAI', models: [{ id, prices_checked: '2026-11-01', prices }] },
];

describe('a models.dev list', () => {
  test('that says the same changes nothing', () => {
    const update = plan(modelsDev({ input: 2, output: 8, cache_read: 0.5 }));
    assert.deepEqual([update.format, update.changes, update.unchanged], ['models.dev', [], 1]);
  });

  test('with another price: it holds from today, the old one until then', () => {
    const update = plan(modelsDev({ input: 1.5, output: 6, cache_read: 0.375 }));
    assert.deepEqual(update.changes[0]?.lines, [
      '- input 2, cached 0.5, output 8',
      '+ input 2, cached 0.5, output 8 until 2026-11-21',
      '+ input 1.5, cached 0.375, output 6 from 2026-11-21',
    ]);
    assertUsable(update);
  });

  test('with a tier', () => {
    const update = plan(
      modelsDev({
        input: 2,
        output: 8,
        cache_read: 0.5,
        tiers: [{ tier: { size: 200_000 }, input: 4, output: 12 }],
      }),
    );
    const tiers = update.changes[0]?.row.prices.at(-1)?.context_tiers;
    assert.equal(tiers?.[0]?.above_input_tokens, 200_000);
    assert.equal(tiers?.[0]?.cached_input_usd_per_million, 0.5);
    assertUsable(update);
  });

  test('keeps a price that is known to come', () => {
    const google = {
      google: { models: { 'gemini-3.6-flash': { cost: { input: 0.5, output: 3, cache_read: 0.05 } } } },
    };
    const prices = plan(google).changes[0]?.row.prices.map(
      ({ from, until, input_usd_per_million: input }) => [from, until, input],
    );
    assert.deepEqual(prices, [
      [undefined, '2026-11-21', 0.75],
      ['2026-11-21', '2027-01-01', 0.5],
      ['2027-01-01', undefined, 1.5],
    ]);
  });

  test('takes models that are not in the catalogue only when told to', () => {
    const list = modelsDev({ input: 1, output: 2 }, 'gpt-9');
    assert.deepEqual([plan(list).changes.length, plan(list).others], [0, 1]);
    const [added] = plan(list, true).changes;
    assert.deepEqual([added?.model, added?.row.context_tokens], ['openai/gpt-9', 1_047_576]);
    assertUsable(plan(list, true));
  });

  test('without an input price is not read, and said so', () => {
    assert.match(
      plan(modelsDev({ output: 2 })).skipped[0] ?? '',
      /openai\/gpt-4.1: its cost names no input price/,
    );
  });
});

describe('a genai-prices list', () => {
  test('takes the days and the date of the check', () => {
    const update = plan(
      genai([
        { prices: { input_mtok: 2, cache_read_mtok: 0.5, output_mtok: 8 } },
        {
          constraint: { start_date: '2026-12-01' },
          prices: { input_mtok: 1, cache_read_mtok: 0.25, output_mtok: 4 },
        },
      ]),
    );
    const prices = update.changes[0]?.row.prices;
    assert.deepEqual(
      prices?.map(({ from, until, as_of }) => [from, until, as_of]),
      [
        [undefined, '2026-12-01', '2026-11-01'],
        ['2026-12-01', undefined, '2026-11-01'],
      ],
    );
    assertUsable(update);
  });

  test('takes tiers and fees for requests', () => {
    const tiered = { base: 2, tiers: [{ start: 200_000, price: 4 }] };
    const [change] = plan(genai({ input_mtok: tiered, output_mtok: 8, requests_kcount: 5 })).changes;
    const price = change?.row.prices.at(-1);
    assert.equal(price?.request_usd, 0.005);
    assert.deepEqual(price?.context_tiers, [
      { above_input_tokens: 200_000, input_usd_per_million: 4, output_usd_per_million: 8 },
    ]);
  });

  test('leaves prices by the hour alone, and says so', () => {
    const night = [
      { prices: { input_mtok: 2 } },
      { constraint: { start_time: '16:30', end_time: '00:30' }, prices: { input_mtok: 1 } },
    ];
    assert.match(plan(genai(night)).skipped[0] ?? '', /depend on more than the day/);
  });
});

describe('what a list cannot state', () => {
  const rates = {
    input_usd_per_million: 3,
    cached_input_usd_per_million: 0.3,
    cache_write_usd_per_million: 3.75,
    cache_write_1h_usd_per_million: 6,
    output_usd_per_million: 15,
  };
  const long = { above_input_tokens: 200_000, ...rates, cache_write_1h_usd_per_million: 12 };
  const flex = { ...rates, input_usd_per_million: 2 };
  const sourced = { source: 'contract 4711', as_of: '2026-11-01' };
  const known = {
    ...rates,
    request_usd: 0.01,
    context_tiers: [long],
    service_tiers: { flex, scale: rates },
    ...sourced,
  };
  const cost = { input: 3, cache_read: 0.3, cache_write: 3.75, output: 15 };
  const costAbove = { ...cost, tiers: [{ tier: { size: 200_000 }, ...cost }] };
  const ofModelsDev = (given: object) => ({ own: { models: { m: { cost: given } } } });
  const litellm = (more: object = {}) => {
    const perToken = (suffix: string, input = 3) => ({
      [`input_cost_per_token${suffix}`]: input / 1e6,
      [`cache_read_input_token_cost${suffix}`]: 3e-7,
      [`cache_creation_input_token_cost${suffix}`]: 3.75e-6,
      [`cache_creation_input_token_cost_above_1hr${suffix}`]: 6e-6,
      [`output_cost_per_token${suffix}`]: 15e-6,
    });
    const above = { cache_creation_input_token_cost_above_1hr_above_200k_tokens: 12e-6 };
    const model = { litellm_provider: 'own', mode: 'chat', ...perToken(''), ...perToken('_flex', 2) };
    return { m: { ...model, ...above, ...more } };
  };

  const factsWith = (...prices: ModelPriceFact[]) => {
    const model = { provider: 'own', model_id: 'm', kind: 'chat' as const, prices, ...sourced };
    return mergeFacts(BUILT_IN_FACTS, { models: [model] });
  };
  /** The last price after an update, which can be written and changes nothing again; null for no change. */
  function updated(list: unknown, from: ModelPriceFact = known): ModelPriceFact | null {
    const update = plan(list, false, factsWith(from));
    assertUsable(update);
    const [change] = update.changes;
    if (change === undefined) return null;
    assert.deepEqual(plan(list, false, factsWith(...change.row.prices)).changes, []);
    return change.row.prices.at(-1) as ModelPriceFact;
  }

  test('is not compared', () => {
    for (const list of [ofModelsDev(costAbove), litellm()]) assert.equal(updated(list), null);
  });

  test('is kept when another rate changes, and the source names both', () => {
    const price = updated(ofModelsDev({ ...costAbove, input: 2.5 }));
    assert.deepEqual(price, {
      ...known,
      from: today,
      input_usd_per_million: 2.5,
      source: `${told.source}; what this list cannot state: contract 4711, 2026-11-01`,
      as_of: told.as_of,
    });
    const again = updated(ofModelsDev({ ...costAbove, input: 2 }), { ...price, from: '2026-11-20' });
    assert.equal(again?.source, price?.source);
  });

  test('is kept by a list of days too', () => {
    const { request_usd: _, context_tiers: __, ...price } = known;
    const mtok = { cache_read_mtok: 0.3, cache_write_mtok: 3.75, output_mtok: 15 };
    const dated = [
      { prices: { input_mtok: 3, ...mtok } },
      { constraint: { start_date: '2026-12-01' }, prices: { input_mtok: 4, ...mtok } },
    ];
    const list = [{ id: 'own', models: [{ id: 'm', prices: dated }] }];
    const later = updated(list, price);
    assert.deepEqual(
      [later?.from, later?.cache_write_1h_usd_per_million, later?.service_tiers],
      ['2026-12-01', 6, known.service_tiers],
    );
  });

  test('is kept at each size of the prompt', () => {
    const sizes = [100_000, 300_000].map((size) => ({ tier: { size }, ...cost }));
    const price = updated(ofModelsDev({ ...cost, tiers: sizes }));
    assert.deepEqual(
      price?.context_tiers?.map((tier) => tier.cache_write_1h_usd_per_million),
      [6, 12],
    );
  });

  test('drops a service tier that lacks a rate of the new price', () => {
    const { cache_write_usd_per_million: _, ...without } = rates;
    const from = { ...without, service_tiers: { flex, scale: without }, ...sourced };
    assert.deepEqual(updated(ofModelsDev(cost), from)?.service_tiers, { flex });
  });

  const changes: [what: string, more: object, shown: RegExp][] = [
    [
      'cache writes for an hour',
      { cache_creation_input_token_cost_above_1hr: 7e-6 },
      /cache write for an hour 7,/,
    ],
    [
      'a service tier above a size of the prompt',
      { input_cost_per_token_above_200k_tokens_flex: 4e-6 },
      /service tier flex input 2,.*; above 200000 input tokens input 4,/,
    ],
  ];
  for (const [what, more, shown] of changes)
    test(`does not hide a change of the rate of ${what}`, () => {
      const lines = plan(litellm(more), false, factsWith(known)).changes[0]?.lines ?? [];
      assert.match(lines.at(-1) ?? '', shown);
      assert.match(lines.at(-1) ?? '', /service tier scale/);
      assert.ok(updated(litellm(more)));
    });
});

test('any other list is none', () => {
  for (const list of [{}, { prices: [] }, 'text', null, { a: { models: {} } }])
    assert.equal(readPriceList(list, told), null);
});
