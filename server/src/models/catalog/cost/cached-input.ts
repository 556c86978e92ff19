import {
  type Assumption,
  type CostAssumptions,
  REASONS_FOR_DEFAULTS,
  STATED_BY_EVALUATION,
} from '../assumptions.ts';
import type { FoundFact } from '../facts/find.ts';
import type { ModelPriceFact } from '../facts/schemas.ts';
import { type RequestCost, requestCost } from './request-cost.ts';

/** Mean tokens of a request. */
export interface MeanTokens {
  /** All input, including input from a cache. */
  readonly input: number;
  readonly output: number;
  readonly reasoning?: number;
  /** The share of the input that came from a cache, and its source; absent if it was not counted. */
  readonly cached?: { readonly share: number; readonly why: string };
}

/** The share of the input that is read from a cache, with its reason. */
export interface CachedShare {
  readonly assumption: Assumption;
  readonly share: number;
  readonly isMeasured: boolean;
}

/** The share that the evaluation states, otherwise the measured one, otherwise the default. */
export function chooseCachedShare(
  tokens: MeanTokens | null,
  stated: Partial<CostAssumptions>,
  usual: CostAssumptions,
): CachedShare {
  const name = 'cached_share';
  const { cached_share } = stated;
  const measured = cached_share === undefined ? tokens?.cached : undefined;
  const share = measured?.share ?? cached_share ?? usual.cached_share;
  const why =
    measured?.why ?? (cached_share === undefined ? REASONS_FOR_DEFAULTS.cached_share : STATED_BY_EVALUATION);
  return { assumption: { name, value: share, why }, share, isMeasured: measured !== undefined };
}

/**
 * The cost of a mean request. If the price has no rate for cached input, measured cache hits are charged like other
 * input, as in the bill of a run, and `note` says so; a stated share needs the rate.
 */
export function meanRequestCost(
  price: ModelPriceFact,
  { input, output, reasoning }: MeanTokens,
  { share, isMeasured }: Pick<CachedShare, 'share' | 'isMeasured'>,
): { cost: FoundFact<RequestCost>; note: readonly Assumption[] } {
  const fresh = { input, output, ...(reasoning !== undefined && { reasoning }) };
  if (share === 0) return { cost: requestCost(price, fresh), note: [] };
  const cost = requestCost(price, { ...fresh, cached_input: input * share });
  if (cost.known || !isMeasured) return { cost, note: [] };
  const uncached = requestCost(price, fresh);
  return { cost: uncached, note: uncached.known ? [NO_CACHED_RATE] : [] };
}

const NO_CACHED_RATE: Assumption = {
  name: 'price of cached input',
  value: 'that of other input',
  why: 'the price has no rate for cached input, so the bill may be lower',
};
