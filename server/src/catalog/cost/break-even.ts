import { compare, divide, type Rational } from '../../kernel/rational.ts';
import { exact, product } from './exact.ts';
import { type Hosting, hostedCost, monthlyRequests, plannedRps } from './monthly-cost.ts';

/** Requests a month at which a fixed monthly bill equals the API's: `hosted / cost of one request`. */
export function breakEvenRequests(hostedMonthly: Rational, requestUsd: Rational): Rational {
  return divide(hostedMonthly, requestUsd);
}

/** The mean rate of the same, in requests a second. */
export function breakEvenRps(hostedMonthly: Rational, requestUsd: Rational): Rational {
  return divide(breakEvenRequests(hostedMonthly, requestUsd), monthlyRequests(exact(1)));
}

/** One rate of the comparison. Hosting goes up in steps, so it is compared rate by rate. */
export interface BreakEvenStep {
  readonly mean_rps: number;
  readonly peak_rps: number;
  readonly api_monthly: Rational;
  readonly hosted_monthly: Rational;
  readonly hosted_replicas: bigint;
  readonly cheaper: 'api' | 'hosted' | 'equal';
}

/** API and hosting side by side at each mean rate. */
export function breakEvenSteps(
  requestUsd: Rational,
  hosting: Hosting,
  peakToMean: number,
  meanRates: readonly number[],
): BreakEvenStep[] {
  return meanRates.map((mean_rps) => {
    const peak = product(exact(mean_rps), exact(peakToMean));
    const hosted = hostedCost(hosting, peak);
    const api_monthly = product(requestUsd, monthlyRequests(exact(mean_rps)));
    const order = compare(api_monthly, hosted.monthly_usd);
    return {
      mean_rps,
      peak_rps: Number(peak.n) / Number(peak.d),
      api_monthly,
      hosted_monthly: hosted.monthly_usd,
      hosted_replicas: hosted.replicas,
      cheaper: order < 0 ? 'api' : order > 0 ? 'hosted' : 'equal',
    };
  });
}

/**
 * The least one request can cost on this hardware, however many there are:
 * `$/h per replica · (peak/mean) / (3600 · cap · u)`. An API below it is never beaten.
 */
export function hostedFloor(hosting: Hosting, peakToMean: number): Rational {
  const perReplica = divide(exact(hosting.usd_per_hour), exact(hosting.replicas_per_instance));
  return divide(product(perReplica, exact(peakToMean)), product(exact(3600), plannedRps(hosting)));
}

/** The mean rate that so many replicas hold at their peak, without the spare ones. */
export function heldMeanRps(hosting: Hosting, replicas: number, peakToMean: number): Rational {
  return divide(product(exact(replicas - hosting.spare_replicas), plannedRps(hosting)), exact(peakToMean));
}
