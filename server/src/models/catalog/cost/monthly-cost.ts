import {
  divide,
  multiply,
  product,
  type Rational,
  rational,
  rationalCeiling,
  rationalFromNumber,
} from '../../../kernel/rational.ts';

/** Hours of a month in every monthly figure: 8,760 a year, over 12. */
const MONTH_HOURS = 730;
const HOUR_SECONDS = 3600;
const THOUSAND = rational(1000n);

/** Requests in a month at a mean rate in requests a second. */
export function monthlyRequests(meanRps: Rational): Rational {
  return product(meanRps, rational(BigInt(MONTH_HOURS * HOUR_SECONDS)));
}

/** USD per 1,000 requests of a monthly bill. Throws RangeError for 0 requests. */
export function usdPerThousandRequests(monthlyUsd: Rational, requests: Rational): Rational {
  return divide(multiply(THOUSAND, monthlyUsd), requests);
}

/** How a self-hosted model is run. */
export interface Hosting {
  readonly usd_per_hour: number;
  readonly replicas_per_instance: number;
  /** The highest measured rate that one replica sustains within the scenario's limits. */
  readonly replica_rps: number;
  /** The planned share of that rate. */
  readonly target_utilisation: number;
  readonly spare_replicas: number;
}

export interface HostedCost {
  readonly replicas_for_peak: bigint;
  readonly replicas: bigint;
  readonly instances: bigint;
  readonly monthly_usd: Rational;
}

/**
 * `replicas = ⌈peak/(cap·u)⌉ + spare`, `instances = ⌈replicas/per instance⌉`, `monthly = instances · $/h · 730`.
 * `replicas` of the stack replaces the formula if stated.
 */
export function hostedCost(hosting: Hosting, peakRps: Rational, replicas?: number): HostedCost {
  const forPeak = rationalCeiling(divide(peakRps, plannedReplicaRps(hosting)));
  const all = replicas === undefined ? forPeak + BigInt(hosting.spare_replicas) : BigInt(replicas);
  const instances = rationalCeiling(rational(all, BigInt(hosting.replicas_per_instance)));
  return {
    replicas_for_peak: forPeak,
    replicas: all,
    instances,
    monthly_usd: product(
      rational(instances),
      rationalFromNumber(hosting.usd_per_hour),
      rational(BigInt(MONTH_HOURS)),
    ),
  };
}

/** The planned rate of one replica: cap · u. */
export function plannedReplicaRps({ replica_rps, target_utilisation }: Hosting): Rational {
  return product(rationalFromNumber(replica_rps), rationalFromNumber(target_utilisation));
}
