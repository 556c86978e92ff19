import { type Picodollars, parseUsd } from '../../kernel/money.ts';
import type { ChatUsage } from './chat.ts';

/** A configured price, in USD per million tokens. A decimal string or a number with at most 6 decimals. */
export interface ModelPrice {
  input_usd_per_million: number | string;
  output_usd_per_million: number | string;
}

const TOKENS_PER_PRICE = 1_000_000n;

/**
 * What a call cost, exactly: `input_tokens · input price + output_tokens · output price`, where output
 * includes reasoning tokens. Cached input is charged like any other, because no cached price is
 * configured: with one, the real bill is lower. Null when the server did not say how many tokens it
 * used; a cost that is not known is never 0.
 */
export function costOf(usage: ChatUsage, price: ModelPrice): Picodollars | null {
  if (usage.input_tokens === null || usage.output_tokens === null) return null;
  const { input, output } = perToken(price);
  return BigInt(usage.input_tokens) * input + BigInt(usage.output_tokens) * output;
}

/** Why a configured price cannot be used, or null when it can. */
function priceProblem(price: ModelPrice): string | null {
  for (const key of ['input_usd_per_million', 'output_usd_per_million'] as const) {
    const amount = parseUsd(price[key]);
    if (amount === null || amount < 0n || amount % TOKENS_PER_PRICE !== 0n) {
      return `${key} must be a decimal in USD, 0 or more, with at most 6 decimals; it is ${price[key]}.`;
    }
  }
  return null;
}

function perToken(price: ModelPrice): { input: Picodollars; output: Picodollars } {
  const problem = priceProblem(price);
  if (problem !== null) throw new RangeError(problem);
  const one = (amount: number | string) => (parseUsd(amount) ?? 0n) / TOKENS_PER_PRICE;
  return { input: one(price.input_usd_per_million), output: one(price.output_usd_per_million) };
}
