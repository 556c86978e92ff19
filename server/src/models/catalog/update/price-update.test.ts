import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BUILT_IN_FACTS } from '../facts/built-in.ts';
import { checkFacts } from '../facts/check.ts';
import { mergeFacts } from '../facts/merge.ts';
import { planPriceUpdate, readPriceList } from './price-update.ts';

const told = { source: 'https://example.com/list.json', as_of: '2026-11-21' };
const today = '2026-11-21';

function plan(list: unknown, all = false) {
  const offered = readPriceList(list, told);
  assert.ok(offered);
  return planPriceUpdate(BUILT_IN_FACTS, offered, { today, all });
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

test('any other list is none', () => {
  for (const list of [{}, { prices: [] }, 'text', null, { a: { models: {} } }])
    assert.equal(readPriceList(list, told), null);
});
