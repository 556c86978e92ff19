import { add, product, type Rational, rational, rationalFromNumber } from '../../../kernel/rational.ts';
import { type FoundFact, knownFact, missingFact } from '../facts/find.ts';
import type { ModelPriceFact } from '../facts/schemas.ts';

/** The tokens of one request. Means over many requests need not be whole numbers. */
export interface RequestTokens {
  /** All input, including input read from or written to the cache. */
  readonly input: number;
  readonly cached_input?: number;
  readonly cache_write?: number;
  /** Written to the cache for an hour. */
  readonly cache_write_1h?: number;
  /** Visible output. */
  readonly output: number;
  /** Hidden reasoning, charged as output. */
  readonly reasoning?: number;
}

/** One line of a bill: `quantity` × `usd_per_million` / 10⁶. */
export interface TokenLine {
  readonly item: 'input' | 'cached_input' | 'cache_write' | 'cache_write_1h' | 'output';
  readonly tokens: number;
  readonly usd_per_million: number;
  readonly usd: Rational;
}

export interface RequestCost {
  readonly usd: Rational;
  readonly lines: readonly TokenLine[];
  /** The context tier that was charged; null for the price below all tiers. */
  readonly above_input_tokens: number | null;
}

/**
 * The cost of one request: `(fresh·p_in + cached·p_cached + written·p_write + (output + reasoning)·p_out)/10⁶ +
 * p_request`, at the rates of the context tier for the whole input. A needed rate that the price lacks is a missing
 * fact. Throws RangeError if cached and written tokens exceed the input.
 */
export function requestCost(price: ModelPriceFact, tokens: RequestTokens): FoundFact<RequestCost> {
  const { cached_input = 0, cache_write = 0, cache_write_1h = 0, reasoning = 0 } = tokens;
  const fresh = tokens.input - cached_input - cache_write - cache_write_1h;
  if (fresh < 0) throw new RangeError('The cached and written input tokens exceed the input tokens.');
  const tier = price.context_tiers?.findLast(({ above_input_tokens }) => tokens.input > above_input_tokens);
  const rates = tier ?? price;
  const used = [
    ['input', fresh, rates.input_usd_per_million],
    ['cached_input', cached_input, rates.cached_input_usd_per_million],
    ['cache_write', cache_write, rates.cache_write_usd_per_million],
    ['cache_write_1h', cache_write_1h, rates.cache_write_1h_usd_per_million],
    ['output', tokens.output + reasoning, rates.output_usd_per_million],
  ] as const;
  const lines: TokenLine[] = [];
  for (const [item, count, rate] of used) {
    if (count === 0) continue;
    if (rate === undefined)
      return missingFact(
        `the price of ${item.replaceAll('_', ' ')} tokens`,
        `/models/-/prices/-/${item}_usd_per_million`,
      );
    lines.push({ item, tokens: count, usd_per_million: rate, usd: perMillion(count, rate) });
  }
  const usd = lines.reduce((total, line) => add(total, line.usd), rationalFromNumber(price.request_usd ?? 0));
  return knownFact({ usd, lines, above_input_tokens: tier?.above_input_tokens ?? null });
}

function perMillion(tokens: number, rate: number): Rational {
  return product(rationalFromNumber(tokens), rationalFromNumber(rate), rational(1n, 1_000_000n));
}

/** The tokens of a conversation in which every turn repeats all earlier ones. */
export interface Conversation {
  readonly system: number;
  readonly user: number;
  readonly assistant: number;
  readonly turns: number;
}

/**
 * The tokens of each turn. With `cache` each turn reads the input of the previous turn from the cache and writes the
 * new part; the response of a turn enters the cache with the next turn.
 *
 * @kept session load will price its turns with it.
 */
export function conversationTurns(
  { system, user, assistant, turns }: Conversation,
  cache: boolean,
): RequestTokens[] {
  const inputs = Array.from({ length: turns }, (_, turn) => system + user + turn * (user + assistant));
  return inputs.map((input, turn) => {
    const before = inputs[turn - 1] ?? 0;
    return cache
      ? { input, cached_input: before, cache_write: input - before, output: assistant }
      : { input, output: assistant };
  });
}
