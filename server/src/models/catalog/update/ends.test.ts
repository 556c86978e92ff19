import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createCatalog } from '../catalog.ts';
import { checkFacts } from '../facts/check.ts';
import { mergeFacts } from '../facts/merge.ts';
import { planPriceUpdate, readPriceList } from './price-update.ts';
import { readProviderModels } from './provider-models.ts';

const told = { source: 'https://example.com/list.json', as_of: '2026-11-23' };
const page = { source: 'https://developers.openai.com/api/docs/deprecations', as_of: '2026-11-23' };
const { facts } = createCatalog();

function plan(list: ReturnType<typeof readPriceList>, { all = false, known = facts } = {}) {
  assert.ok(list);
  const update = planPriceUpdate(known, list, { today: '2026-11-23', all });
  const own = { models: update.changes.map(({ row }) => row) };
  assert.deepEqual(checkFacts(own, mergeFacts(known, own)), []);
  return update;
}

const endsOf = ({ changes }: ReturnType<typeof plan>) =>
  changes.map(({ model, row }) => [model, row.shutdown_at?.date ?? null]);

describe('a LiteLLM list', () => {
  const entry = {
    litellm_provider: 'openai',
    mode: 'chat',
    input_cost_per_token: 2e-6,
    output_cost_per_token: 8e-6,
  };
  const gpt41 = { ...entry, cache_read_input_token_cost: 5e-7 };
  const litellm = (entries: object, all = false) =>
    plan(readPriceList({ sample_spec: { mode: 'one of: chat' }, ...entries }, told), { all });

  test('that says the same changes nothing; its prices are a million times those of a token', () => {
    const update = litellm({ 'gpt-4.1': gpt41 });
    assert.deepEqual([update.format, update.changes, update.unchanged], ['LiteLLM', [], 1]);
  });

  test('has the end of a model, with the list and the day as its source', () => {
    const [change] = litellm({ 'gpt-4.1': { ...gpt41, deprecation_date: '2027-04-14' } }).changes;
    assert.deepEqual(change?.lines, ['+ ends on 2027-04-14']);
    assert.deepEqual(change?.row.shutdown_at, { date: '2027-04-14', ...told });
  });

  test('has prices above a size of the prompt', () => {
    const tiered = { ...gpt41, input_cost_per_token_above_200k_tokens: 4e-6 };
    const price = litellm({ 'gpt-4.1': tiered }).changes[0]?.row.prices.at(-1);
    const [tier] = price?.context_tiers ?? [];
    assert.deepEqual(
      [tier?.above_input_tokens, tier?.input_usd_per_million, tier?.output_usd_per_million],
      [200_000, 4, 8],
    );
  });

  test('has prices of service tiers above a size of the prompt, and of cache writes for an hour', () => {
    const tiered = {
      ...gpt41,
      cache_creation_input_token_cost: 2.5e-6,
      cache_creation_input_token_cost_above_1hr: 4e-6,
      input_cost_per_token_priority: 4e-6,
      input_cost_per_token_above_200k_tokens_priority: 6e-6,
      output_cost_per_token_priority: 16e-6,
      cache_read_input_token_cost_priority: 1e-6,
      cache_creation_input_token_cost_priority: 5e-6,
      cache_creation_input_token_cost_above_1hr_priority: 8e-6,
    };
    const price = litellm({ 'gpt-4.1': tiered }).changes[0]?.row.prices.at(-1);
    assert.deepEqual([price?.cache_write_1h_usd_per_million, price?.context_tiers], [4, undefined]);
    const { context_tiers, ...priority } = price?.service_tiers?.priority ?? {};
    assert.deepEqual(context_tiers, [{ above_input_tokens: 200_000, ...priority, input_usd_per_million: 6 }]);
  });

  const others: [string, string, string][] = [
    ['a gateway', 'azure/gpt-4.1', 'azure'],
    ['an alias', 'gpt-4.1-latest', 'openai'],
    ['a snapshot', 'gpt-4.1-2025-04-14', 'openai'],
    ['Vertex AI', 'vertex_ai/gemini-2.5-flash-lite', 'vertex_ai-language-models'],
    ['the same name at Vertex AI', 'gemini-2.5-flash-lite', 'vertex_ai-language-models'],
  ];
  for (const [whose, key, litellm_provider] of others)
    test(`gives the end of ${whose} to no other model`, () => {
      const list = { [key]: { ...entry, litellm_provider, deprecation_date: '2027-04-14' } };
      assert.deepEqual(litellm(list).changes, []);
      assert.equal(litellm(list, true).changes.length, 1);
    });

  test('names providers and ids as the catalogue does', () => {
    const ending = { mode: 'chat', deprecation_date: '2027-04-14' };
    const update = litellm({
      'gemini/gemini-2.5-flash-lite': { ...ending, litellm_provider: 'gemini' },
      'groq/openai/gpt-oss-20b': { ...ending, litellm_provider: 'groq' },
    });
    assert.deepEqual(endsOf(update), [
      ['google/gemini-2.5-flash-lite', '2027-04-14'],
      ['groq/openai/gpt-oss-20b', '2027-04-14'],
    ]);
    assert.ok(
      update.changes.every(({ lines }) => lines.length === 1),
      'no price is taken from an entry without one',
    );
  });

  test('takes an end that is over, and no day that is none', () => {
    const garbage = ['', 'soon', '2027-02-30', '2027-4-1', '20270401', '1999-01-01', 20270401, null, {}];
    for (const date of garbage) {
      const update = litellm({ 'gpt-4.1': { ...gpt41, deprecation_date: date } });
      assert.deepEqual(update.changes, [], JSON.stringify(date));
      assert.match(update.skipped[0] ?? '', /openai\/gpt-4.1: its deprecation_date is no day/);
    }
    const past = litellm({ 'gpt-4.1': { ...gpt41, deprecation_date: '2026-01-01' } });
    assert.deepEqual(endsOf(past), [['openai/gpt-4.1', '2026-01-01']]);
  });

  test('takes no price of 0 for all kinds of tokens, which is how the list writes that it knows none', () => {
    const free = {
      ...entry,
      input_cost_per_token: 0,
      output_cost_per_token: 0,
      deprecation_date: '2027-04-14',
    };
    assert.deepEqual(litellm({ 'gpt-4.1': free }).changes[0]?.lines, ['+ ends on 2027-04-14']);
  });

  test('does not replace an end from another source, and says so; it replaces what it said before', () => {
    const list = { 'gpt-5': { ...entry, deprecation_date: '2027-03-01' } };
    const update = litellm(list);
    assert.equal(update.changes[0]?.row.shutdown_at?.date, '2026-12-11');
    assert.deepEqual(update.kept, [
      `openai/gpt-5: the list has the end date 2027-03-01; 2026-12-11 from ${page.source} is kept`,
    ]);
    const row = { provider: 'openai', model_id: 'gpt-4.1', kind: 'chat' as const, prices: [], ...told };
    const said = { ...facts, models: [{ ...row, shutdown_at: { date: '2027-01-01', ...told } }] };
    const moved = readPriceList({ 'gpt-4.1': { ...gpt41, deprecation_date: '2027-02-01' } }, told);
    assert.deepEqual(endsOf(plan(moved, { known: said })), [['openai/gpt-4.1', '2027-02-01']]);
  });

  test('takes no end before the release', () => {
    const update = litellm({ 'gpt-5.5': { ...entry, deprecation_date: '2020-01-01' } });
    assert.equal(update.changes[0]?.row.shutdown_at, undefined);
    assert.match(update.kept[0] ?? '', /openai\/gpt-5\.5: .* is 2020-01-01, before released_at.*: not taken/);
  });
});

describe('the list of a provider’s own models', () => {
  const own = (data: object[], { provider = 'openai', all = false } = {}) =>
    plan(readProviderModels({ object: 'list', data }, provider, told), { all });

  const FIELDS: [string, object][] = [
    ['shutdown_date', { shutdown_date: '2027-04-14' }],
    ['expiration_date', { expiration_date: '2027-04-14' }],
    ['deprecation, a time', { deprecation: '2027-04-14T00:00:00Z' }],
  ];
  for (const [name, fields] of FIELDS)
    test(`is read: ${name}`, () =>
      assert.deepEqual(endsOf(own([{ id: 'gpt-4.1', ...fields }])), [['openai/gpt-4.1', '2027-04-14']]));

  test('says nothing of models without an end, and of those it does not name', () => {
    assert.deepEqual(
      own([
        { id: 'gpt-4.1', created: 1 },
        { id: 'gpt-4.1-mini', shutdown_date: null },
      ]).changes,
      [],
    );
  });

  test('replaces what is known, and removes an end only where it announced it itself', () => {
    assert.deepEqual(own([{ id: 'gpt-5', shutdown_date: '2027-01-11' }]).changes[0]?.lines, [
      '- ends on 2026-12-11',
      '+ ends on 2027-01-11',
    ]);
    const none = own([{ id: 'gpt-5', shutdown_date: null }]);
    assert.deepEqual(none.changes, []);
    assert.match(none.kept[0] ?? '', /has no end date; 2026-12-11 from https:/);
    const row = { provider: 'openai', model_id: 'gpt-4.1', kind: 'chat' as const, prices: [], ...told };
    const known = { ...facts, models: [{ ...row, shutdown_at: { date: '2027-01-01', ...told } }] };
    const withdrawn = readProviderModels({ data: [{ id: 'gpt-4.1', shutdown_date: null }] }, 'openai', told);
    assert.deepEqual(endsOf(plan(withdrawn, { known })), [['openai/gpt-4.1', null]]);
  });

  test('has what is recommended instead, and no day for an alias', () => {
    const ends = { deprecation: '2027-04-14T00:00:00Z', deprecation_replacement_model: 'mistral-small-2609' };
    const update = own(
      [
        { id: 'mistral-small-2603', name: 'mistral-small-2603', ...ends },
        { id: 'mistral-small-latest', name: 'mistral-small-2603', ...ends },
      ],
      { provider: 'mistral', all: true },
    );
    assert.deepEqual(endsOf(update), [['mistral/mistral-small-2603', '2027-04-14']]);
    assert.equal(update.changes[0]?.row.replacement?.model_id, 'mistral-small-2609');
    assert.match(
      update.skipped[0] ?? '',
      /mistral-small-latest: an alias; its day is that of mistral-small-2603/,
    );
  });

  test('belongs to its provider alone', () => {
    const update = own([{ id: 'gpt-4.1', expiration_date: '2027-04-14' }], { provider: 'router', all: true });
    assert.deepEqual(endsOf(update), [['router/gpt-4.1', '2027-04-14']]);
    assert.deepEqual(
      own([{ id: 'gpt-4.1', expiration_date: '2027-04-14' }], { provider: 'router' }).changes,
      [],
    );
  });
});

test('a list of models.dev has the day of a release where none is known', () => {
  const cost = { input: 2, output: 8, cache_read: 0.5 };
  const list = (id: string, release_date: string) =>
    plan(readPriceList({ openai: { models: { [id]: { cost, release_date } } } }, told)).changes;
  const row = facts.models.find(({ model_id, provider }) => provider === 'openai' && model_id === 'gpt-4.1');
  const lines = row?.released_at ? [] : ['+ released on 2025-04-14'];
  assert.deepEqual(list('gpt-4.1', '2025-04-14')[0]?.lines ?? [], lines);
  assert.deepEqual(list('gpt-5', '2025-08')[0]?.row.released_at, undefined);
});
