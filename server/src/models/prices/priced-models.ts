import { type Facts, type ModelPriceFact, priceInForce, roundRate } from '../catalog/catalog.ts';
import { type Connection, type ModelPrice, type Models, priceAtTier, sentServing } from '../models.ts';

type PricedConnection = Pick<Connection, 'provider' | 'modelId' | 'price'>;

/**
 * The price for calls on a UTC day, and its source: `provider` for the provider's own. Null if unknown; a price without
 * output can only be used for embeddings.
 */
export function callPriceOf(
  facts: Facts,
  connection: PricedConnection,
  day: string,
  embeds = false,
): { price: ModelPrice; source: string } | null {
  const { price: own } = connection;
  const fact = priceInForce(facts, connection, own, day);
  if (fact === null) return null;
  const price = toModelPrice(fact, embeds);
  const isOwn = own !== undefined && fact.set_by === undefined;
  return price && { price: isOwn ? { ...price, ...own } : price, source: isOwn ? 'provider' : fact.source };
}

/** The models with connections that have the price in force on a UTC day. */
export function pricedModels(models: Models, facts: Facts, day: string): Models {
  function priced<C extends Connection>({ price: _, ...rest }: C, found: ReturnType<typeof callPriceOf>): C {
    return { ...rest, ...(found && { price: found.price }) } as C;
  }
  const forChat = <C extends Connection>(one: C) => priced(one, callPriceOf(facts, one, day));
  return {
    ...models,
    resolve: (...asked) => forChat(models.resolve(...asked)),
    resolveTarget(target) {
      const one = forChat(models.resolveTarget(target));
      const { service_tier } = sentServing(target.serving, one.quirks);
      return { ...one, ...(one.price && { price: priceAtTier(one.price, service_tier) }) };
    },
    resolveEmbedding(...asked) {
      const one = models.resolveEmbedding(...asked);
      return priced(one, callPriceOf(facts, one, day, true));
    },
  };
}

function toModelPrice(fact: ModelPriceFact, embeds: boolean): ModelPrice | null {
  const { request_usd, service_tiers } = fact;
  const rates = toTieredRates(fact, embeds);
  if (rates === null) return null;
  const tiers = Object.entries(service_tiers ?? {}).flatMap(([name, tier]) => {
    const ofTier = toTieredRates(tier, embeds);
    return ofTier ? [[name, ofTier] as const] : [];
  });
  return {
    ...rates,
    ...(request_usd !== undefined && { request_usd }),
    ...(tiers.length > 0 && { service_tiers: Object.fromEntries(tiers) }),
  };
}

type Rates = Omit<ModelPriceFact, 'source' | 'as_of'>;

function toTieredRates(base: Rates, embeds: boolean) {
  const rates = toRates(base, embeds);
  if (rates === null) return null;
  const tiers = (base.context_tiers ?? []).flatMap(({ above_input_tokens, ...tier }) => {
    const ofTier = toRates(tier, embeds);
    return ofTier ? [{ above_input_tokens, ...ofTier }] : [];
  });
  return { ...rates, ...(tiers.length > 0 && { context_tiers: tiers }) };
}

const OPTIONAL_RATES = [
  'cached_input_usd_per_million',
  'cache_write_usd_per_million',
  'cache_write_1h_usd_per_million',
] as const;

function toRates(rates: Rates, embeds: boolean) {
  const { input_usd_per_million, output_usd_per_million } = rates;
  if (output_usd_per_million === undefined && !embeds) return null;
  const optional = OPTIONAL_RATES.flatMap((name) => {
    const rate = rates[name];
    return rate === undefined ? [] : [[name, roundRate(rate)] as const];
  });
  return {
    input_usd_per_million: roundRate(input_usd_per_million),
    output_usd_per_million: roundRate(output_usd_per_million ?? 0),
    ...Object.fromEntries(optional),
  };
}
