import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testScenario } from '../../../../test/support/scenario-example.ts';
import { rationalToNumber } from '../../../kernel/rational.ts';
import { createCatalog, type Facts } from '../../../models/catalog/catalog.ts';
import { stackFindings } from './stack-findings.ts';

const SOURCED = { source: 'contract 4711', as_of: '2026-11-01' };

/** The catalogue with one more model at 20 USD per million input tokens, and its price of cached input. */
function factsWith(provider: string, cached?: number): Facts {
  const { facts } = createCatalog();
  const rates = { input_usd_per_million: 20, output_usd_per_million: 99 };
  const price = {
    ...rates,
    ...(cached !== undefined && { cached_input_usd_per_million: cached }),
    ...SOURCED,
  };
  const own = { provider, model_id: 'm', kind: 'chat' as const, prices: [price], ...SOURCED };
  return { ...facts, models: [...facts.models, own] };
}

/** What 1,000 input and 100 output tokens cost at 10 and 20 USD a million, half of the input from the cache: as stated, or as measured. */
function costWith(facts: Facts, half: 'stated' | 'measured' = 'stated') {
  const price = { input_usd_per_million: '10', output_usd_per_million: '20' };
  const target = { label: 'own', provider: 'own', modelId: 'm', price };
  const tokens = {
    ...{ input: 1000, output: 100 },
    ...(half === 'measured' && { cached: { share: 0.5, why: 'measured on your items' } }),
  };
  const request = { tokens, source: 'items', is_synthetic: false, answers: 60, says: 'your items' } as const;
  const measured = { request, goodFraction: null, heldRps: null, heldSays: null };
  const pricing = { day: '2026-11-21', assumptions: half === 'stated' ? { cached_share: 0.5 } : {} };
  return stackFindings(facts, target, testScenario('Support'), measured, pricing).cost;
}

test('a configured price takes the discount of cached input from the catalogue, for the same model alone, and says so', () => {
  const { per_1k_usd, lines } = costWith(factsWith('own', 2));
  assert.equal(per_1k_usd && rationalToNumber(per_1k_usd), 7.5);
  const cached = lines.find(({ item }) => item === 'cached_input tokens of a request');
  assert.deepEqual([cached?.quantity, cached?.unit_usd], [500, 1]);
  assert.match(
    cached?.source ?? '',
    /for cached input the catalogue: contract 4711, 2026-11-01, in proportion to input/,
  );
  for (const facts of [factsWith('own'), factsWith('another', 1)]) {
    const { per_1k_usd: unknown, missing } = costWith(facts);
    assert.equal(unknown, null);
    assert.deepEqual(missing, [
      {
        fact: 'the price of cached input tokens of own/m',
        add: '/models/-/prices/-/cached_input_usd_per_million',
      },
    ]);
  }
});

test('cache hits that were measured are priced as the bill of a run is: at their rate, and without one like other input', () => {
  const priced = costWith(factsWith('own', 2), 'measured');
  assert.equal(priced.per_1k_usd && rationalToNumber(priced.per_1k_usd), 7.5);
  const assumed = (cost: typeof priced) => cost.assumptions.map(({ name, value, why }) => [name, value, why]);
  assert.deepEqual(assumed(priced)[0], ['cached_share', 0.5, 'measured on your items']);
  const whole = costWith(factsWith('own'), 'measured');
  assert.equal(whole.per_1k_usd && rationalToNumber(whole.per_1k_usd), 12);
  assert.deepEqual(assumed(whole).slice(0, 2), [
    ['cached_share', 0.5, 'measured on your items'],
    [
      'price of cached input',
      'that of other input',
      'the price has no rate for cached input, so the bill may be lower',
    ],
  ]);
});
