import { findModel } from '../facts/find.ts';
import type { Facts, ModelFact, ModelPriceFact } from '../facts/schemas.ts';
import { readGenaiPrices } from './genai-prices.ts';
import { updateModelDates } from './life-update.ts';
import { isLiteLlm, readLiteLlm } from './litellm.ts';
import { readModelsDev } from './models-dev.ts';
import { asFields, type OfferedModel, type OfferedPrices, type Origin } from './price-list.ts';

/** One model whose prices or dates would change. */
export interface PriceChange {
  readonly model: string;
  /** One line for each price (in USD per million tokens) and each date that is removed (`-`) or added (`+`). */
  readonly lines: readonly string[];
  /** The updated row. */
  readonly row: ModelFact;
}

export interface PriceUpdate {
  readonly format: OfferedPrices['format'];
  readonly changes: readonly PriceChange[];
  readonly unchanged: number;
  /** Models of the list that the catalogue does not have. */
  readonly others: number;
  readonly skipped: readonly string[];
  /** Dates of the list that are not used, one sentence each. */
  readonly kept: readonly string[];
}

/** Parses a price list in a known format, detected by its shape; null for any other. */
export function readPriceList(list: unknown, origin: Origin): OfferedPrices | null {
  if (Array.isArray(list)) return readGenaiPrices(list, origin);
  const fields = asFields(list);
  if (Array.isArray(fields.providers)) return readGenaiPrices(fields.providers, origin);
  if (isLiteLlm(fields)) return readLiteLlm(fields, origin);
  const isModelsDev = Object.values(fields).some(
    (entry) => Object.keys(asFields(asFields(entry).models)).length > 0,
  );
  return isModelsDev ? readModelsDev(fields, origin) : null;
}

/**
 * Lists what a price list would change: for the models of the catalogue, and with `all` for every model of the list. A
 * price without dates applies from `today`; the earlier price applies until then.
 */
export function planPriceUpdate(
  facts: Facts,
  list: OfferedPrices,
  { today, all }: { today: string; all: boolean },
): PriceUpdate {
  const { format, models, skipped } = list;
  const changes: PriceChange[] = [];
  const kept: string[] = [];
  let [unchanged, others] = [0, 0];
  for (const offered of models) {
    const found = findModel(facts, offered.provider, offered.model_id);
    if (!found.known) {
      if (offered.prices.length === 0 && !offered.shutdown_at) continue;
      others += 1;
      if (all) changes.push(newModelRow(offered));
      continue;
    }
    const prices = isDated(offered) ? offered.prices : fromToday(found.value.prices, offered.prices, today);
    const life = updateModelDates(found.value, offered, list);
    const lines = [...differences(found.value.prices, prices), ...life.lines];
    kept.push(...life.kept.map((sentence) => `${nameOf(offered)}: ${sentence}`));
    if (lines.length === 0) unchanged += 1;
    else changes.push({ model: nameOf(offered), lines, row: { ...life.row, prices: [...prices] } });
  }
  return { format, changes, unchanged, others, skipped, kept };
}

const nameOf = ({ provider, model_id }: OfferedModel) => `${provider}/${model_id}`;
const isDated = ({ prices }: OfferedModel) => prices.some(({ from }) => from !== undefined);

function newModelRow(offered: OfferedModel): PriceChange {
  const { provider, model_id, kind, prices, context_tokens, released_at, shutdown_at, replacement } = offered;
  const { source, as_of } = (prices[0] ?? shutdown_at) as Origin;
  const row: ModelFact = {
    provider,
    model_id,
    kind,
    ...(context_tokens !== undefined && { context_tokens }),
    ...(released_at && { released_at }),
    ...(shutdown_at && { shutdown_at }),
    ...(replacement && { replacement }),
    prices: [...prices],
    source,
    as_of,
  };
  const ends = shutdown_at ? [`new: ends on ${shutdown_at.date}`] : [];
  return {
    model: nameOf(offered),
    lines: [...prices.map((price) => `new: ${describePrice(price)}`), ...ends],
    row,
  };
}

/** The prices with an undated one starting today, up to the next known price. */
function fromToday(
  before: readonly ModelPriceFact[],
  [offered]: readonly ModelPriceFact[],
  today: string,
): readonly ModelPriceFact[] {
  const current = before.find(({ from = '', until = '~' }) => from <= today && today < until);
  if (!offered || (current && describePrice(current) === describePrice(offered))) return before;
  const past = before
    .filter(({ from = '' }) => from < today)
    .map((price) => (price === current ? { ...price, until: today } : price));
  const future = before.filter(({ from = '' }) => from > today);
  const next = future.map(({ from }) => from as string).sort()[0];
  return [...past, { ...offered, from: today, ...(next !== undefined && { until: next }) }, ...future];
}

/** The rates of a price as text, without its days and source, for comparing prices. */
function describePrice(price: ModelPriceFact): string {
  const { context_tiers = [], service_tiers = {}, request_usd } = price;
  const tiers = [
    ...context_tiers.map((tier) => `above ${tier.above_input_tokens} input tokens ${rates(tier)}`),
    ...Object.entries(service_tiers).map(([name, tier]) => `service tier ${name} ${rates(tier)}`),
  ];
  const request = request_usd === undefined ? [] : [`${request_usd} a request`];
  return [rates(price), ...request, ...tiers].join('; ');
}

type Rates = Pick<
  ModelPriceFact,
  | 'input_usd_per_million'
  | 'cached_input_usd_per_million'
  | 'cache_write_usd_per_million'
  | 'output_usd_per_million'
>;

function rates(of: Rates): string {
  const named = [
    ['input', of.input_usd_per_million],
    ['cached', of.cached_input_usd_per_million],
    ['cache write', of.cache_write_usd_per_million],
    ['output', of.output_usd_per_million],
  ] as const;
  return named.flatMap(([name, rate]) => (rate === undefined ? [] : [`${name} ${rate}`])).join(', ');
}

const days = ({ from, until }: ModelPriceFact) =>
  `${from === undefined ? '' : ` from ${from}`}${until === undefined ? '' : ` until ${until}`}`;

/** The prices to remove and to add; empty if both lists have the same rates for the same days. */
function differences(before: readonly ModelPriceFact[], after: readonly ModelPriceFact[]): string[] {
  const said = (price: ModelPriceFact) => `${describePrice(price)}${days(price)}`;
  const [old, fresh] = [before.map(said), after.map(said)];
  return [
    ...old.filter((price) => !fresh.includes(price)).map((price) => `- ${price}`),
    ...fresh.filter((price) => !old.includes(price)).map((price) => `+ ${price}`),
  ];
}
