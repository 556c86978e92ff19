import {
  compareRationals,
  divide,
  product,
  type Rational,
  rationalFromNumber,
} from '../../../kernel/rational.ts';
import { findPrice } from '../facts/find.ts';
import type { Facts, ModelFact } from '../facts/schemas.ts';
import { type CachedShare, type MeanTokens, meanRequestCost } from './cached-input.ts';
import { type Hosting, monthlyRequests, plannedReplicaRps } from './monthly-cost.ts';

/** Compares a self-hosted bill with the cheapest API that offers the same model. */
export interface ApiBreakEven {
  readonly provider: string;
  readonly model_id: string;
  readonly api_per_1k_usd: Rational;
  /** The minimum cost of 1,000 requests on this hardware, at any volume. */
  readonly floor_per_1k_usd: Rational;
  /** The mean rate in requests a second from which self-hosting is cheaper; null if the API is cheaper at any rate. */
  readonly mean_rps: Rational | null;
}

/** Null if the catalogue has no priced offer of the same model. */
export function apiBreakEven(
  facts: Facts,
  { modelId, tokens, cached, day }: { modelId: string; tokens: MeanTokens; cached: CachedShare; day: string },
  { hosting, peakToMean, monthlyUsd }: { hosting: Hosting; peakToMean: number; monthlyUsd: Rational },
): ApiBreakEven | null {
  let best: { offer: ModelFact; usd: Rational } | null = null;
  for (const offer of offersOf(facts, modelId)) {
    const price = findPrice(facts, offer.provider, offer.model_id, day);
    const cost = price.known ? meanRequestCost(price.value, tokens, cached).cost : price;
    if (!cost.known) continue;
    if (best === null || compareRationals(cost.value.usd, best.usd) < 0)
      best = { offer, usd: cost.value.usd };
  }
  if (best === null) return null;
  const { offer, usd } = best;
  const floor = minHostedRequestCost(hosting, peakToMean);
  return {
    provider: offer.provider,
    model_id: offer.model_id,
    api_per_1k_usd: product(rationalFromNumber(1000), usd),
    floor_per_1k_usd: product(rationalFromNumber(1000), floor),
    mean_rps: compareRationals(usd, floor) <= 0 ? null : breakEvenRps(monthlyUsd, usd),
  };
}

/** Every offer of the same model, under any name, by the catalogue's model family. */
function offersOf({ models }: Facts, modelId: string): readonly ModelFact[] {
  const base = models.find(({ model_id, base_model }) => model_id === modelId && base_model)?.base_model;
  return base === undefined ? [] : models.filter(({ base_model }) => base_model === base);
}

/** The mean rate in requests a second at which a fixed monthly bill equals the API's. */
export function breakEvenRps(hostedMonthly: Rational, requestUsd: Rational): Rational {
  return divide(divide(hostedMonthly, requestUsd), monthlyRequests(rationalFromNumber(1)));
}

/**
 * The minimum cost of one request on this hardware, at any volume: `$/h per replica · (peak/mean) / (3600 · cap · u)`.
 * An API below it is cheaper at any rate.
 */
export function minHostedRequestCost(hosting: Hosting, peakToMean: number): Rational {
  const perReplica = divide(
    rationalFromNumber(hosting.usd_per_hour),
    rationalFromNumber(hosting.replicas_per_instance),
  );
  return divide(
    product(perReplica, rationalFromNumber(peakToMean)),
    product(rationalFromNumber(3600), plannedReplicaRps(hosting)),
  );
}
