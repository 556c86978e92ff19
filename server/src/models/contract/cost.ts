import { type Picodollars, parseUsd, toPicodollars } from '../../kernel/money.ts';
import type { ChatUsage } from './chat.ts';

/** A configured price, in USD per million tokens. A decimal string or a number with at most 6 decimals. */
export interface ModelPrice {
  input_usd_per_million: number | string;
  output_usd_per_million: number | string;
  /** Price of input tokens read from the server's cache; absent = the same as other input. */
  cached_input_usd_per_million?: number | string;
  /** Of each request, in USD. */
  request_usd?: number;
  /** Rates for the whole request if its input exceeds a number of tokens, in rising order. */
  context_tiers?: readonly (Omit<ModelPrice, 'request_usd' | 'context_tiers'> & {
    above_input_tokens: number;
  })[];
}

const TOKENS_PER_PRICE = 1_000_000n;

/**
 * What a call cost, exactly: `(input_tokens − cached_tokens) · input price + cached_tokens · cached price +
 * output_tokens · output price`, where output includes reasoning tokens. Without a cached price cached input is
 * charged like any other: the real bill may be lower. Null when the server did not say how many tokens it used; a
 * cost that is not known is never 0. The usage of several calls is charged at the tier of their mean input.
 */
export function callCost(usage: ChatUsage, price: ModelPrice, calls = 1): Picodollars | null {
  if (usage.input_tokens === null || usage.output_tokens === null) return null;
  const mean = usage.input_tokens / Math.max(1, calls);
  const tier = price.context_tiers?.findLast(({ above_input_tokens }) => mean > above_input_tokens);
  const { input, cached, output } = perToken(tier ?? price);
  // No part of the input is more than all of it, whatever a server says.
  const fromCache = Math.min(usage.cached_tokens ?? 0, usage.input_tokens);
  return (
    BigInt(usage.input_tokens - fromCache) * input +
    BigInt(fromCache) * cached +
    BigInt(usage.output_tokens) * output +
    BigInt(calls) * BigInt(toPicodollars(price.request_usd ?? 0))
  );
}

/** A cost at a share of its price, in whole 10⁻¹² USD, rounded up. @param factor with at most 6 decimals */
export function costAtFactor(cost: Picodollars, factor: number): Picodollars {
  const millionths = BigInt(Math.round(factor * 1e6));
  return (cost * millionths + 999_999n) / 1_000_000n;
}

const AMOUNTS = ['input_usd_per_million', 'cached_input_usd_per_million', 'output_usd_per_million'] as const;

/** Why a configured price cannot be used, or null when it can. */
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
