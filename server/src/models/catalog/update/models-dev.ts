import type { ModelPriceFact } from '../facts/schemas.ts';
import { readListedDay } from './offered-day.ts';
import {
  asFields,
  definedFields,
  type Fields,
  type OfferedModel,
  type OfferedPrices,
  type Origin,
  readPrice,
} from './price-list.ts';

/** Providers whose name differs between the list and the catalogue. */
const CATALOGUE_NAMES: ReadonlyMap<string, string> = new Map([['togetherai', 'together']]);

/** The threshold of the tier that the list identifies only by a field name. */
const OVER_200K = 200_000;

/**
 * The price list of models.dev (`api.json`): by provider and model, `cost` in USD per million tokens, without dates.
 * `origin` is the source that each price will name.
 */
export function readModelsDev(list: Fields, origin: Origin): OfferedPrices {
  const models: OfferedModel[] = [];
  const skipped: string[] = [];
  for (const [provider, entry] of Object.entries(list)) {
    for (const [model_id, model] of Object.entries(asFields(asFields(entry).models))) {
      const { cost, limit, release_date } = asFields(model);
      if (cost === undefined) continue;
      const price = toPrice(asFields(cost), origin);
      if (price === null) {
        skipped.push(`${provider}/${model_id}: its cost names no input price`);
        continue;
      }
      const context_tokens = readPrice(asFields(limit).context);
      const released = readListedDay(release_date);
      models.push({
        provider: CATALOGUE_NAMES.get(provider) ?? provider,
        model_id,
        kind: price.output_usd_per_million === undefined ? 'embedding' : 'chat',
        prices: [price],
        ...(context_tokens !== undefined && context_tokens > 0 && { context_tokens }),
        ...(released !== null && { released_at: { date: released, ...origin } }),
      });
    }
  }
  const states = { rates: Object.values(FIELDS), serviceTiers: [] };
  return { format: 'models.dev', source: origin.source, models, skipped, states };
}

const FIELDS = {
  input: 'input_usd_per_million',
  cache_read: 'cached_input_usd_per_million',
  cache_write: 'cache_write_usd_per_million',
  output: 'output_usd_per_million',
} as const;

function ratesOf(cost: Fields) {
  const rates = Object.entries(FIELDS).map(([theirs, ours]) => [ours, readPrice(cost[theirs])] as const);
  return definedFields(
    Object.fromEntries(rates) as Record<(typeof FIELDS)[keyof typeof FIELDS], number | undefined>,
  );
}

function toPrice(cost: Fields, origin: Origin): ModelPriceFact | null {
  const rates = ratesOf(cost);
  if (rates.input_usd_per_million === undefined) return null;
  const named = Array.isArray(cost.tiers)
    ? cost.tiers.map((tier) => ({
        size: readPrice(asFields(asFields(tier).tier).size),
        cost: asFields(tier),
      }))
    : cost.context_over_200k === undefined
      ? []
      : [{ size: OVER_200K, cost: asFields(cost.context_over_200k) }];
  const context_tiers = named.flatMap(({ size, cost: tier }) => {
    // A tier without a rate for a kind of token uses the rate below the tier.
    const above = { ...rates, ...ratesOf(tier) };
    return size === undefined ? [] : [{ above_input_tokens: size, ...above }];
  });
  return { ...rates, ...(context_tiers.length > 0 && { context_tiers }), ...origin } as ModelPriceFact;
}
