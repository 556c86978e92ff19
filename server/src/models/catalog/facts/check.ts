import type { FieldError } from '../../../kernel/errors.ts';
import { isSameProvider } from './find.ts';
import { factKey } from './merge.ts';
import { endDay, firstDay, overlaps } from './price-days.ts';
import type { Facts, GpuInstanceFact, ModelFact, ModelPriceFact } from './schemas.ts';

/**
 * Checks what a schema cannot: repeated rows, prices with overlapping dates or context tiers, regions missing from the
 * table of regions. `all` is the set together with the facts it extends.
 */
export function checkFacts(own: Partial<Facts>, all: Facts): FieldError[] {
  const models = own.models ?? [];
  const instances = own.gpu_instances ?? [];
  return [
    ...(Object.keys(own) as (keyof Facts)[]).flatMap((table) => repeatedRows(table, own[table] ?? [])),
    ...models.flatMap((model, i) => checkModel(model, `/models/${i}`)),
    ...instances.flatMap((instance, i) => checkInstance(instance, `/gpu_instances/${i}`, all)),
    ...(own.providers ?? []).flatMap(({ id, regions }, i) =>
      (regions?.names ?? []).flatMap((region, r) =>
        region === 'global' || hasRegion(all, id, region)
          ? []
          : [unknownRegion(`/providers/${i}/regions/names/${r}`, id, region)],
      ),
    ),
    ...(own.regions ?? []).flatMap(({ country, jurisdiction }, i) =>
      country === undefined && jurisdiction === undefined
        ? [{ pointer: `/regions/${i}`, detail: 'names neither country nor jurisdiction' }]
        : [],
    ),
  ];
}

function repeatedRows<T extends keyof Facts>(table: T, rows: Facts[T]): FieldError[] {
  const first = new Map<string, number>();
  return rows.flatMap((row, i) => {
    const key = factKey(table, row);
    const before = first.get(key);
    if (before === undefined) first.set(key, i);
    if (before === undefined) return [];
    return [{ pointer: `/${table}/${i}`, detail: `is ${key}, as row ${before} is; merge them` }];
  });
}

function checkModel(model: ModelFact, at: string): FieldError[] {
  const { prices } = model;
  return [
    ...checkModelDates(model, at),
    ...prices.flatMap((price, i) => [
      ...checkPrice(price, `${at}/prices/${i}`),
      ...checkOverlap(prices, i, `${at}/prices/${i}`),
    ]),
  ];
}

/** The problems of a single price. */
export function checkPrice(price: ModelPriceFact, at: string): FieldError[] {
  return [
    ...(firstDay(price) < endDay(price)
      ? []
      : [{ pointer: `${at}/until`, detail: `is ${price.until}, not after from, ${price.from}` }]),
    ...(price.set_by === undefined
      ? []
      : [{ pointer: `${at}/set_by`, detail: 'is only returned; leave it out' }]),
    ...checkTiers(price, at),
    ...Object.entries(price.service_tiers ?? {}).flatMap(([name, tier]) => [
      ...missingRates(price, tier, `${at}/service_tiers/${name}`),
      ...checkTiers(tier, `${at}/service_tiers/${name}`),
    ]),
  ];
}

const LIFE = ['released_at', 'deprecated_at', 'shutdown_at'] as const;

/** A model is released, then deprecated, then shut down; any of these days may be unknown. */
export function checkModelDates(model: ModelFact, at: string): FieldError[] {
  const known = LIFE.flatMap((name) => (model[name] ? [{ name, date: model[name].date }] : []));
  return known.flatMap(({ name, date }, i) => {
    const before = known[i - 1];
    if (before === undefined || before.date <= date) return [];
    return [{ pointer: `${at}/${name}/date`, detail: `is ${date}, before ${before.name}, ${before.date}` }];
  });
}

function checkOverlap(prices: readonly ModelPriceFact[], i: number, at: string): FieldError[] {
  const price = prices[i] as ModelPriceFact;
  if (firstDay(price) >= endDay(price)) return [];
  const other = prices.slice(0, i).findIndex((earlier) => overlaps(price, earlier));
  if (other === -1) return [];
  return [
    { pointer: at, detail: `holds on days on which prices/${other} holds too; until is the first day after` },
  ];
}

const RATES = [
  'output_usd_per_million',
  'cached_input_usd_per_million',
  'cache_write_usd_per_million',
  'cache_write_1h_usd_per_million',
] as const;

type TieredRates = Omit<ModelPriceFact, 'source' | 'as_of'>;

/** A tier has every rate that the price has, so that none of them is taken for another. */
const missingRates = (price: TieredRates, tier: TieredRates, at: string): FieldError[] =>
  RATES.filter((rate) => price[rate] !== undefined && tier[rate] === undefined).map((rate) => ({
    pointer: `${at}/${rate}`,
    detail: 'is missing: the price without the tier has it',
  }));

function checkTiers(price: TieredRates, at: string): FieldError[] {
  const tiers = price.context_tiers ?? [];
  return tiers.flatMap((tier, t) => {
    const pointer = `${at}/context_tiers/${t}`;
    const before = tiers[t - 1];
    return [
      ...(before && before.above_input_tokens >= tier.above_input_tokens
        ? [
            {
              pointer: `${pointer}/above_input_tokens`,
              detail: `is ${tier.above_input_tokens}, not above the tier before it (${before.above_input_tokens}): tiers overlap`,
            },
          ]
        : []),
      ...missingRates(price, tier, pointer),
    ];
  });
}

function checkInstance({ cloud_provider, prices }: GpuInstanceFact, at: string, all: Facts): FieldError[] {
  return prices.flatMap(({ region }, i) => {
    const pointer = `${at}/prices/${i}/region`;
    const before = prices.findIndex((other) => other.region === region);
    if (before < i) return [{ pointer, detail: `has a price already in prices/${before}` }];
    if (region === undefined || hasRegion(all, cloud_provider, region)) return [];
    return [unknownRegion(pointer, cloud_provider, region)];
  });
}

function hasRegion(facts: Facts, provider: string, region: string): boolean {
  return facts.regions.some((row) => row.region === region && isSameProvider(facts, row.provider, provider));
}

function unknownRegion(pointer: string, provider: string, region: string): FieldError {
  return {
    pointer,
    detail: `names the region ${region}, which is unknown for ${provider}; add it to regions with its country`,
  };
}
