import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BUILT_IN_FACTS } from './built-in.ts';
import { mergeFacts } from './merge.ts';
import { type ProviderPrice, priceInForce } from './price-in-force.ts';

const SOURCED = { source: 'contract 4711', as_of: '2026-11-01' };
const CACHE = {
  cached_input_usd_per_million: 0.3,
  cache_write_usd_per_million: 3.75,
  cache_write_1h_usd_per_million: 6,
};

/** The cache rates of a provider's price for a model that the catalogue has at `input` USD, and the source. */
function cacheRates(own: ProviderPrice, input = 3) {
  const price = { input_usd_per_million: input, output_usd_per_million: 15, ...CACHE, ...SOURCED };
  const model = { provider: 'own', model_id: 'm', kind: 'chat' as const, prices: [price], ...SOURCED };
  const facts = mergeFacts(BUILT_IN_FACTS, { models: [model] });
  const found = priceInForce(facts, { provider: 'own', modelId: 'm' }, own, '2026-11-21');
  assert.equal(found?.input_usd_per_million, Number(own.input_usd_per_million));
  const { cached_input_usd_per_million, cache_write_usd_per_million, cache_write_1h_usd_per_million } = found;
  return [
    [cached_input_usd_per_million, cache_write_usd_per_million, cache_write_1h_usd_per_million],
    found.source,
  ];
}

describe('the cache rates of a provider’s price', () => {
  const own = { input_usd_per_million: '1', output_usd_per_million: '5' };
  const config = 'prices of the provider own in TOUCHSTONE_CONFIG';
  const catalogue = 'the catalogue: contract 4711, 2026-11-01, in proportion to input';

  test('are those of the catalogue in proportion to input', () =>
    assert.deepEqual(cacheRates(own), [
      [0.1, 1.25, 2],
      `${config}, for cached input and cache writes ${catalogue}`,
    ]));

  test('are its own where it states them', () =>
    assert.deepEqual(cacheRates({ ...own, cached_input_usd_per_million: '0.5' }), [
      [0.5, 1.25, 2],
      `${config}, for cache writes ${catalogue}`,
    ]));

  test('have at most 6 decimals', () =>
    assert.deepEqual(cacheRates(own, 7)[0], [0.042857, 0.535714, 0.857143]));

  test('are unknown if the catalogue has the model for nothing', () =>
    assert.deepEqual(cacheRates(own, 0), [[undefined, undefined, undefined], config]));
});
