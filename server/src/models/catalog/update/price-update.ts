import { checkPrice } from '../facts/check.ts';
import { findModel } from '../facts/find.ts';
import { overlaps } from '../facts/price-days.ts';
import { type Facts, MAX_SOURCE, type ModelFact, type ModelPriceFact } from '../facts/schemas.ts';
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
    const before = found.value.prices;
    const prices = isDated(offered)
      ? offered.prices.map((price) => withKeptRates(price, before, list))
      : fromToday(before, offered.prices, today, list);
    const life = updateModelDates(found.value, offered, list);
    const lines = [...differences(before, prices), ...life.lines];
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
  [undated]: readonly ModelPriceFact[],
  today: string,
  list: OfferedPrices,
): readonly ModelPriceFact[] {
  if (!undated) return before;
  const current = before.find(({ from = '', until = '~' }) => from <= today && today < until);
  const offered = withKeptRates(undated, current ? [current] : [], list);
  if (current && describePrice(current) === describePrice(offered)) return before;
  const past = before
    .filter(({ from = '' }) => from < today)
    .map((price) => (price === current ? { ...price, until: today } : price));
  const future = before.filter(({ from = '' }) => from > today);
  const next = future.map(({ from }) => from as string).sort()[0];
  return [...past, { ...offered, from: today, ...(next !== undefined && { until: next }) }, ...future];
}

const RATES = {
  input_usd_per_million: 'input',
  cached_input_usd_per_million: 'cached',
  cache_write_usd_per_million: 'cache write',
  cache_write_1h_usd_per_million: 'cache write for an hour',
  output_usd_per_million: 'output',
  request_usd: 'per request',
} as const;

type RateName = keyof typeof RATES;
type Rates = { readonly [Name in RateName]?: number };

const namesIn = (rates: Rates) =>
  (Object.keys(RATES) as RateName[]).filter((name) => rates[name] !== undefined);

/** Introduces the source of kept rates within the source of a price. */
const KEPT = '; what this list cannot state: ';

/**
 * An offered price together with what its list cannot state: rates and service tiers of the earlier price on its days,
 * of several the first. A service tier is dropped if it lacks a rate that the new price has. `source` names both.
 */
function withKeptRates(
  offered: ModelPriceFact,
  before: readonly ModelPriceFact[],
  { states }: OfferedPrices,
): ModelPriceFact {
  const old = before.find((price) => overlaps(price, offered));
  if (old === undefined) return offered;
  const unstated = (rates: Rates) =>
    Object.fromEntries(
      namesIn(rates).flatMap((name) => (states.rates.includes(name) ? [] : [[name, rates[name]]])),
    );
  const unstatedAbove = (size: number) => {
    const { request_usd: _, ...rates }: Rates =
      old.context_tiers?.findLast(({ above_input_tokens }) => above_input_tokens <= size) ?? old;
    return unstated(rates);
  };
  const { context_tiers } = offered;
  const price: ModelPriceFact = {
    ...offered,
    ...unstated(old),
    ...(context_tiers && {
      context_tiers: context_tiers.map((tier) => ({ ...tier, ...unstatedAbove(tier.above_input_tokens) })),
    }),
  };
  const tiers = Object.entries(old.service_tiers ?? {}).filter(
    ([name, tier]) =>
      !states.serviceTiers.includes(name) &&
      checkPrice({ ...price, service_tiers: { [name]: tier } }, '').length === 0,
  );
  if (tiers.length === 0 && Object.keys(unstated(old)).length === 0) return offered;
  const fromList = `${offered.source}${KEPT}`;
  const origin = old.source.startsWith(fromList)
    ? old.source.slice(fromList.length)
    : `${old.source}, ${old.as_of}`;
  return {
    ...price,
    ...(tiers.length > 0 && { service_tiers: { ...Object.fromEntries(tiers), ...offered.service_tiers } }),
    source: `${fromList}${origin}`.slice(0, MAX_SOURCE),
  };
}

/** The rates of a price as text, without its days and source, for comparing prices. */
function describePrice(price: ModelPriceFact): string {
  const tiers = Object.entries(price.service_tiers ?? {}).map(
    ([name, tier]) => `service tier ${name} ${describeTiered(tier)}`,
  );
  return [describeTiered(price), ...tiers.sort()].join('; ');
}

function describeTiered(price: Rates & Pick<ModelPriceFact, 'context_tiers'>): string {
  const tiers = (price.context_tiers ?? []).map(
    (tier) => `above ${tier.above_input_tokens} input tokens ${describeRates(tier)}`,
  );
  return [describeRates(price), ...tiers].join('; ');
}

const describeRates = (rates: Rates) =>
  namesIn(rates)
    .map((name) => `${RATES[name]} ${rates[name]}`)
    .join(', ');

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
