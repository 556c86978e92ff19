import { type Picodollars, parseUsd, toPicodollars } from '../../kernel/money.ts';
import type { ChatUsage } from './chat.ts';

/** Rates in USD per million tokens. A decimal string or a number with at most 6 decimals. */
interface Rates {
  input_usd_per_million: number | string;
  output_usd_per_million: number | string;
  /** Price of input tokens read from the server's cache; defaults to that of other input. */
  cached_input_usd_per_million?: number | string;
  /** Price of input tokens written to the server's cache; defaults to that of other input. */
  cache_write_usd_per_million?: number | string;
  /** Price of input tokens that are cached for an hour; defaults to `cache_write_usd_per_million`. */
  cache_write_1h_usd_per_million?: number | string;
}

interface TieredRates extends Rates {
  /** Rates for the whole request if its input exceeds a number of tokens, in ascending order. */
  context_tiers?: readonly (Rates & { above_input_tokens: number })[];
}

/** A price, with the rates of the standard service tier. */
export interface ModelPrice extends TieredRates {
  /** Price per request in USD. */
  request_usd?: number;
  /** Rates of other service tiers, by the provider's names of them. */
  service_tiers?: Readonly<Record<string, TieredRates>>;
}

const TOKENS_PER_PRICE = 1_000_000n;

/** Provider names of the standard tier. Batches are priced by a factor, not by a tier. */
const STANDARD_TIERS = ['auto', 'default', 'standard', 'standard_only', 'on_demand', 'batch'];

export const isStandardTier = (tier: string): boolean => STANDARD_TIERS.includes(tier);

/** Whether a price has rates for a service tier. */
export const isTierPriced = ({ service_tiers = {} }: ModelPrice, tier: string): boolean =>
  isStandardTier(tier) || Object.hasOwn(service_tiers, tier);

/** The price of requests for a service tier: the rates of the tier replace the standard ones if they are known. */
export function priceAtTier(price: ModelPrice, tier: string | undefined): ModelPrice {
  const { service_tiers = {}, request_usd, ...standard } = price;
  const rates = tierRates(price, tier);
  if (rates === undefined) return price;
  return {
    ...rates,
    ...(request_usd !== undefined && { request_usd }),
    service_tiers: { standard, ...service_tiers },
  };
}

/** The rates that a price names for a tier; a server may name a tier like a member of every object. */
function tierRates({ service_tiers = {} }: ModelPrice, tier: string | undefined): TieredRates | undefined {
  return tier !== undefined && Object.hasOwn(service_tiers, tier) ? service_tiers[tier] : undefined;
}

/** The rates of the tier that served a call, by default those of the tier that the price is for. */
function servedRates(price: ModelPrice, served: string | undefined): TieredRates {
  if (served === undefined) return price;
  return tierRates(price, served) ?? tierRates(price, 'standard') ?? price;
}

/**
 * The exact cost of a call: input tokens that are uncached, read from the cache and written to it, and output tokens
 * including reasoning, each at its rate of the service tier that served the call. Without a rate for the cache, such
 * input is charged like other input; a tier without rates is charged like the standard one (`isTierPriced`). Null if
 * the server did not report its tokens: an unknown cost is never 0. The usage of several calls is charged at the
 * context tier of their mean input.
 */
export function callCost(usage: ChatUsage, price: ModelPrice, calls = 1): Picodollars | null {
  if (usage.input_tokens === null || usage.output_tokens === null) return null;
  const mean = usage.input_tokens / Math.max(1, calls);
  const rates = servedRates(price, usage.service_tier);
  const tier = rates.context_tiers?.findLast(({ above_input_tokens }) => mean > above_input_tokens);
  const { input, output, ...cache } = perToken(tier ?? rates);
  // No part of the input can exceed the whole input, whatever a server reports.
  let fresh = usage.input_tokens;
  const take = (tokens: number | null | undefined) => {
    const part = Math.min(tokens ?? 0, fresh);
    fresh -= part;
    return BigInt(part);
  };
  return (
    take(usage.cached_tokens) * cache.read +
    take(usage.cache_write_tokens) * cache.write +
    take(usage.cache_write_1h_tokens) * cache.writeHour +
    BigInt(fresh) * input +
    BigInt(usage.output_tokens) * output +
    BigInt(calls) * BigInt(toPicodollars(price.request_usd ?? 0))
  );
}

/** A cost multiplied by a share, in whole 10⁻¹² USD, rounded up. @param factor with at most 6 decimals */
export function costAtFactor(cost: Picodollars, factor: number): Picodollars {
  const millionths = BigInt(Math.round(factor * 1e6));
  return (cost * millionths + 999_999n) / 1_000_000n;
}

const AMOUNTS = [
  'input_usd_per_million',
  'cached_input_usd_per_million',
  'cache_write_usd_per_million',
  'cache_write_1h_usd_per_million',
  'output_usd_per_million',
] as const;

/** Why a configured price is invalid; null if it is valid. */
export function priceProblem(price: Rates): string | null {
  for (const key of AMOUNTS) {
    const given = price[key];
    if (given === undefined) continue;
    const amount = parseUsd(given);
    if (amount === null || amount < 0n || amount % TOKENS_PER_PRICE !== 0n) {
      return `${key} must be a decimal in USD, 0 or more, with at most 6 decimals; it is ${price[key]}.`;
    }
  }
  return null;
}

function perToken(rates: Rates): Record<'input' | 'read' | 'write' | 'writeHour' | 'output', Picodollars> {
  const problem = priceProblem(rates);
  if (problem !== null) throw new RangeError(problem);
  const one = (amount: number | string) => (parseUsd(amount) ?? 0n) / TOKENS_PER_PRICE;
  const { input_usd_per_million: input, output_usd_per_million: output } = rates;
  const write = rates.cache_write_usd_per_million ?? input;
  return {
    input: one(input),
    read: one(rates.cached_input_usd_per_million ?? input),
    write: one(write),
    writeHour: one(rates.cache_write_1h_usd_per_million ?? write),
    output: one(output),
  };
}
