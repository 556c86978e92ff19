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
 * price has no rate for cached input, the catalogue's rate for the same model and provider is used, and `source` says
 * so.
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
  const own = {
    input_usd_per_million: Number(ofProvider.input_usd_per_million),
    output_usd_per_million: Number(ofProvider.output_usd_per_million),
    source: `prices of the provider ${provider} in TOUCHSTONE_CONFIG`,
    as_of: day,
  };
  if (ofProvider.cached_input_usd_per_million !== undefined)
    return { ...own, cached_input_usd_per_million: Number(ofProvider.cached_input_usd_per_million) };
  if (listed?.cached_input_usd_per_million === undefined) return own;
  const { cached_input_usd_per_million, source, as_of } = listed;
  return {
    ...own,
    cached_input_usd_per_million,
    source: `${own.source}, for cached input the catalogue: ${source}, ${as_of}`,
  };
}

/** A price with the rates of a service tier in place of its own; its source says so, and where none are known. */
export function atServiceTier(price: ModelPriceFact, tier: string): ModelPriceFact {
  const { service_tiers, context_tiers: _, ...same } = price;
  const rates = service_tiers?.[tier];
  return rates === undefined
    ? { ...price, source: `${price.source} (standard tier: no rates of the service tier ${tier} are known)` }
    : { ...same, ...rates, source: `${price.source} (service tier ${tier})` };
}
