import { divide, multiply, type Rational, rational } from '../../kernel/rational.ts';
import { ceiling, exact, product } from './exact.ts';

/** Hours of a month in every monthly figure: 8,760 a year, over 12. */
export const MONTH_HOURS = 730;
const HOUR_SECONDS = 3600;
const THOUSAND = rational(1000n);

/** Requests of a month at a mean rate, in requests a second. */
export function monthlyRequests(meanRps: Rational): Rational {
  return product(meanRps, rational(BigInt(MONTH_HOURS * HOUR_SECONDS)));
}

/** USD per 1,000 requests of a monthly bill. Throws RangeError when there are no requests. */
export function perThousand(monthlyUsd: Rational, requests: Rational): Rational {
  return divide(multiply(THOUSAND, monthlyUsd), requests);
}

/** How a self-hosted model is run. */
export interface Hosting {
  readonly usd_per_hour: number;
  readonly replicas_per_instance: number;
  /** The highest rate one replica held under the limits of the scenario: measured. */
  readonly replica_rps: number;
  /** The share of that rate it is planned for. */
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
 * `replicas`, where the stack states it, takes the place of the formula.
 */
export function hostedCost(hosting: Hosting, peakRps: Rational, replicas?: number): HostedCost {
  const forPeak = ceiling(divide(peakRps, plannedRps(hosting)));
  const all = replicas === undefined ? forPeak + BigInt(hosting.spare_replicas) : BigInt(replicas);
  const instances = ceiling(rational(all, BigInt(hosting.replicas_per_instance)));
  return {
    replicas_for_peak: forPeak,
    replicas: all,
    instances,
    monthly_usd: product(rational(instances), exact(hosting.usd_per_hour), rational(BigInt(MONTH_HOURS))),
  };
}

/** The rate one replica is planned for: cap · u. */
export function plannedRps({ replica_rps, target_utilisation }: Hosting): Rational {
  return product(exact(replica_rps), exact(target_utilisation));
}

/** Share of the instances' capacity that the mean rate uses. */
export function meanUtilisation(hosting: Hosting, { instances }: HostedCost, meanRps: Rational): Rational {
  const replicas = rational(instances * BigInt(hosting.replicas_per_instance));
  return divide(meanRps, product(replicas, exact(hosting.replica_rps)));
}

/** Replicas that run in each hour when they follow the load at once: `⌈rate/(cap·u)⌉ + spare` by the hour. */
export function autoscaledReplicas(hosting: Hosting, hourlyRps: readonly Rational[]): bigint[] {
  return hourlyRps.map((rps) => ceiling(divide(rps, plannedRps(hosting))) + BigInt(hosting.spare_replicas));
}

/** The monthly bill of replicas that follow the load, by the hours of one day; instances of one replica. */
export function autoscaledMonthly(hosting: Hosting, byHour: readonly bigint[]): Rational {
  const replicaHours = byHour.reduce((sum, replicas) => sum + replicas, 0n);
  const days = rational(BigInt(MONTH_HOURS), BigInt(byHour.length));
  return product(rational(replicaHours), exact(hosting.usd_per_hour), days);
}

/** USD per million output tokens of hardware that makes so many a second while it is used. */
export function perMillionTokens(
  usdPerHour: Rational,
  tokensPerSecond: Rational,
  utilisation: Rational,
): Rational {
  const perHour = product(tokensPerSecond, rational(BigInt(HOUR_SECONDS)), utilisation);
  return divide(multiply(usdPerHour, rational(1_000_000n)), perHour);
}
