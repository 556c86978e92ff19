import { type Picodollars, parseUsd, toPicodollars } from '../../kernel/money.ts';
import type { ChatUsage } from './chat.ts';

/** A configured price, in USD per million tokens. A decimal string or a number with at most 6 decimals. */
export interface ModelPrice {
  input_usd_per_million: number | string;
  output_usd_per_million: number | string;
  /** Price of input tokens read from the server's cache; defaults to that of other input. */
  cached_input_usd_per_million?: number | string;
  /** Price per request in USD. */
  request_usd?: number;
  /** Rates for the whole request if its input exceeds a number of tokens, in ascending order. */
  context_tiers?: readonly (Omit<ModelPrice, 'request_usd' | 'context_tiers'> & {
    above_input_tokens: number;
  })[];
}

const TOKENS_PER_PRICE = 1_000_000n;

/**
 * The exact cost of a call: `(input_tokens − cached_tokens) · input price + cached_tokens · cached price +
 * output_tokens · output price`, where output includes reasoning tokens. Without a cached price, cached input is
 * charged like other input, so the real bill may be lower. Null if the server did not report its tokens: an unknown
 * cost is never 0. The usage of several calls is charged at the tier of their mean input.
 */
export function callCost(usage: ChatUsage, price: ModelPrice, calls = 1): Picodollars | null {
  if (usage.input_tokens === null || usage.output_tokens === null) return null;
  const mean = usage.input_tokens / Math.max(1, calls);
  const tier = price.context_tiers?.findLast(({ above_input_tokens }) => mean > above_input_tokens);
  const { input, cached, output } = perToken(tier ?? price);
  // Cached input cannot exceed the whole input, whatever a server reports.
  const fromCache = Math.min(usage.cached_tokens ?? 0, usage.input_tokens);
  return (
    BigInt(usage.input_tokens - fromCache) * input +
    BigInt(fromCache) * cached +
    BigInt(usage.output_tokens) * output +
    BigInt(calls) * BigInt(toPicodollars(price.request_usd ?? 0))
  );
}

/** A cost multiplied by a share, in whole 10⁻¹² USD, rounded up. @param factor with at most 6 decimals */
export function costAtFactor(cost: Picodollars, factor: number): Picodollars {
  const millionths = BigInt(Math.round(factor * 1e6));
  return (cost * millionths + 999_999n) / 1_000_000n;
}

const AMOUNTS = ['input_usd_per_million', 'cached_input_usd_per_million', 'output_usd_per_million'] as const;

/** Why a configured price is invalid; null if it is valid. */
export function priceProblem(price: ModelPrice): string | null {
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

function perToken(price: ModelPrice): Record<'input' | 'cached' | 'output', Picodollars> {
  const problem = priceProblem(price);
  if (problem !== null) throw new RangeError(problem);
  const one = (amount: number | string) => (parseUsd(amount) ?? 0n) / TOKENS_PER_PRICE;
  const { input_usd_per_million: input, output_usd_per_million: output } = price;
  return { input: one(input), cached: one(price.cached_input_usd_per_million ?? input), output: one(output) };
}
