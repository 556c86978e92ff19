import { findPrice } from './find.ts';
import type { Facts, ModelPriceFact } from './schemas.ts';

/** Prices in a provider's settings, in USD per million tokens. */
export interface ProviderPrice {
  readonly input_usd_per_million: number | string;
  readonly output_usd_per_million: number | string;
  readonly cached_input_usd_per_million?: number | string;
}

/**
 * The price of a model on a UTC day; null if none is known. The order of prices: those that people set, a workspace's
 * before that of all workspaces (`withSetPrices`); then the provider's own; then the catalogue's. If the provider's
 * price lacks rates for cached input or cache writes, those of the catalogue for the same model and provider are used,
 * in proportion to the two prices of other input, and `source` says so.
 */
export function priceInForce(
  facts: Facts,
  { provider, modelId }: { readonly provider: string; readonly modelId: string },
  ofProvider: ProviderPrice | null | undefined,
  day: string,
): ModelPriceFact | null {
  const found = findPrice(facts, provider, modelId, day);
  const listed = found.known ? found.value : null;
  if (!ofProvider || listed?.set_by !== undefined) return listed;
  const cached = ofProvider.cached_input_usd_per_million;
  const own: ModelPriceFact = {
    input_usd_per_million: Number(ofProvider.input_usd_per_million),
    output_usd_per_million: Number(ofProvider.output_usd_per_million),
    ...(cached !== undefined && { cached_input_usd_per_million: Number(cached) }),
    source: `prices of the provider ${provider} in TOUCHSTONE_CONFIG`,
    as_of: day,
  };
  return listed ? withCacheRates(own, listed) : own;
}

const CACHE_RATES = [
  ['cached_input_usd_per_million', 'cached input'],
  ['cache_write_usd_per_million', 'cache writes'],
  ['cache_write_1h_usd_per_million', 'cache writes'],
] as const;

/** A price with the cache rates that only another one has, in proportion to their prices of input. */
function withCacheRates(own: ModelPriceFact, listed: ModelPriceFact): ModelPriceFact {
  const share = own.input_usd_per_million / listed.input_usd_per_million;
  const added = CACHE_RATES.flatMap(([name, says]) => {
    const rate = listed[name];
    return own[name] !== undefined || rate === undefined || !Number.isFinite(share)
      ? []
      : [{ name, says, rate: roundRate(rate * share) }];
  });
  if (added.length === 0) return own;
  return {
    ...own,
    ...Object.fromEntries(added.map(({ name, rate }) => [name, rate])),
    source:
      `${own.source}, for ${[...new Set(added.map(({ says }) => says))].join(' and ')} the catalogue: ` +
      `${listed.source}, ${listed.as_of}, in proportion to input`,
  };
}

/** Rounds to 6 decimals, so that a token costs whole 10⁻¹² USD. */
export const roundRate = (usd: number): number => Math.round(usd * 1e6) / 1e6;

/** A price with the rates of a service tier in place of its own; its source says so, and where none are known. */
export function atServiceTier(price: ModelPriceFact, tier: string): ModelPriceFact {
  const { service_tiers, context_tiers: _, ...same } = price;
  const rates = service_tiers?.[tier];
  return rates === undefined
    ? { ...price, source: `${price.source} (standard tier: no rates of the service tier ${tier} are known)` }
    : { ...same, ...rates, source: `${price.source} (service tier ${tier})` };
}
