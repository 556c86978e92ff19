import type { ModelPriceFact } from '../facts/schemas.ts';
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
const CATALOGUE_NAMES: ReadonlyMap<string, string> = new Map([
  ['x-ai', 'xai'],
  ['aws', 'amazon-bedrock'],
  ['together-ai', 'together'],
]);

/**
 * The price list of genai-prices (`data.json`): providers with models, and `prices` in USD per million tokens with
 * tiers by input, either one or a list in which each but the first begins on `constraint.start_date`.
 */
export function readGenaiPrices(list: readonly unknown[], origin: Origin): OfferedPrices {
  const models: OfferedModel[] = [];
  const skipped: string[] = [];
  for (const entry of list) {
    const { id, models: rows } = asFields(entry);
    if (typeof id !== 'string' || !Array.isArray(rows)) continue;
    const provider = CATALOGUE_NAMES.get(id) ?? id;
    for (const row of rows.map(asFields)) {
      const model_id = String(row.id);
      const prices = datedPrices(row, origin);
      if (typeof prices === 'string') {
        skipped.push(`${provider}/${model_id}: ${prices}`);
        continue;
      }
      const context_tokens = readPrice(row.context_window);
      const kind = prices.some((price) => price.output_usd_per_million !== undefined) ? 'chat' : 'embedding';
      models.push({ provider, model_id, kind, prices, ...(context_tokens && { context_tokens }) });
    }
  }
  const states = { rates: [...Object.values(FIELDS), 'request_usd'] as const, serviceTiers: [] };
  return { format: 'genai-prices', source: origin.source, models, skipped, states };
}

/** The prices with the days they cover, or why they cannot be read. */
function datedPrices(model: Fields, { source, as_of }: Origin): ModelPriceFact[] | string {
  const checked = typeof model.prices_checked === 'string' ? model.prices_checked : as_of;
  const entries = Array.isArray(model.prices) ? model.prices.map(asFields) : [{ prices: model.prices }];
  const found: { from: string | undefined; price: ModelPriceFact }[] = [];
  for (const { constraint, prices } of entries as Fields[]) {
    const from = asFields(constraint).start_date;
    if (constraint !== undefined && constraint !== null && typeof from !== 'string') {
      return 'its prices depend on more than the day';
    }
    const price = toPrice(asFields(prices), { source, as_of: checked });
    if (price === null) return 'it has no price for input tokens';
    found.push({ from: from as string | undefined, price });
  }
  found.sort((a, b) => ((a.from ?? '') < (b.from ?? '') ? -1 : 1));
  return found.map(({ from, price }, i) => {
    const until = found[i + 1]?.from;
    return { ...(from !== undefined && { from }), ...(until !== undefined && { until }), ...price };
  });
}

const FIELDS = {
  input_mtok: 'input_usd_per_million',
  cache_read_mtok: 'cached_input_usd_per_million',
  cache_write_mtok: 'cache_write_usd_per_million',
  output_mtok: 'output_usd_per_million',
} as const;

function toPrice(prices: Fields, origin: Origin): ModelPriceFact | null {
  const rates: Record<string, number> = {};
  const tiers = new Map<number, Record<string, number>>();
  for (const [theirs, ours] of Object.entries(FIELDS)) {
    const given = prices[theirs];
    const base = readPrice(asFields(given).base ?? given);
    if (base === undefined) continue;
    rates[ours] = base;
    const above = asFields(given).tiers;
    for (const { start, price } of (Array.isArray(above) ? above : []).map(asFields)) {
      const [from, rate] = [readPrice(start), readPrice(price)];
      if (from !== undefined && rate !== undefined) tiers.set(from, { ...tiers.get(from), [ours]: rate });
    }
  }
  if (rates.input_usd_per_million === undefined) return null;
  const request = readPrice(prices.requests_kcount);
  // A tier without a rate for a kind of token uses the rate below the tier.
  const context_tiers = [...tiers]
    .sort(([a], [b]) => a - b)
    .map(([above_input_tokens, tier]) => ({ above_input_tokens, ...rates, ...tier }));
  return {
    ...rates,
    ...definedFields({ request_usd: request === undefined ? undefined : request / 1000 }),
    ...(context_tiers.length > 0 && { context_tiers }),
    ...origin,
  } as unknown as ModelPriceFact;
}
