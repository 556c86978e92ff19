import { type Percentile, perPercentile, shareAbove } from '@touchstone/report/limits';
import { binomialCdf, boundedSumTail } from '../../measure/statistics/statistics.ts';
import type { RateOutcome } from '../../measure/traffic/traffic.ts';

/**
 * One-sided error of each side of the rule: the maximum probability of calling a stack exactly at the limit `pass`,
 * or `fail`.
 */
export const MISS_RULE_ALPHA = 0.05;

/** The share of requests that may miss a limit on a percentile. */
export const ALLOWED_MISS_SHARE_BY_PERCENTILE: Readonly<Record<Percentile, number>> =
  perPercentile(shareAbove);

/** Without a limit on latency or availability, a rate holds if at most this share is unanswered. */
export const ALLOWED_UNANSWERED_SHARE = 0.01;

/** Combines the outcomes of several limits: one `fail` decides, and `pass` needs all of them. */
export function combineOutcomes(outcomes: readonly RateOutcome[]): RateOutcome {
  if (outcomes.includes('fail')) return 'fail';
  return outcomes.every((outcome) => outcome === 'pass') ? 'pass' : 'inconclusive';
}

/**
 * Judges "at most `allowed` of the requests may miss" for `misses` of `n`: `pass` if P(Bin(n, allowed) ≤ misses) ≤ α,
 * `fail` if P(Bin(n, allowed) ≥ misses) ≤ α, otherwise `inconclusive`. For "p99 ≤ limit", `allowed` is 0.01 and a
 * miss is a request over the limit or a failed one; for an availability of 0.999 it is 0.001 and a miss is a failed
 * request.
 */
export function judgeMisses(
  n: number,
  misses: number,
  allowed: number,
  alpha = MISS_RULE_ALPHA,
): RateOutcome {
  if (n === 0) return 'inconclusive';
  if (binomialCdf(misses, n, allowed) <= alpha) return 'pass';
  return 1 - binomialCdf(misses - 1, n, allowed) <= alpha ? 'fail' : 'inconclusive';
}

/** The minimum number of requests that passes without a single miss: 299 for a p99. */
export function fewestWithoutMiss(allowed: number, alpha = MISS_RULE_ALPHA): number {
  return Math.ceil(Math.log(alpha) / Math.log1p(-allowed));
}

/** The number of requests and of misses, in runs whose requests may depend on each other. */
export interface Misses {
  readonly n: number;
  readonly misses: number;
  /** The effective number of independent requests; absent = all of them. */
  readonly effective?: number;
  /** Number of further requests whose miss depends on this service's own send delay; absent = none. */
  readonly left_out?: number;
}

/**
 * The same rule for requests that may depend on each other, applied to their effective number k. Their misses may
 * then be fractional: to pass, they are rounded up. To fail, each of the k counts as the share of misses in a stretch
 * of requests, a number from 0 to 1, and the bound on the sum of such numbers decides; so a single stretch fails if
 * its share is at least `allowed`/α (Markov's inequality), however its requests depend on each other. If requests
 * were left out, it fails only if it would also fail with all of them counted as met, because otherwise a few misses
 * could be all that remains.
 */
export function judgeDependentMisses(evidence: Misses, allowed: number): RateOutcome {
  const { n, misses, left_out = 0, effective = n } = evidence;
  if (n === 0) return 'inconclusive';
  if (effective >= n && left_out === 0) return judgeMisses(n, misses, allowed);
  const worth = Math.min(effective, n);
  if (misses / n <= allowed) {
    const most = Math.ceil((misses * worth) / n);
    return binomialCdf(most, worth, allowed) <= MISS_RULE_ALPHA ? 'pass' : 'inconclusive';
  }
  const all = n + left_out;
  return isShownToFail(Math.max(1, Math.round((worth * all) / n)), misses, all, allowed)
    ? 'fail'
    : 'inconclusive';
}

function isShownToFail(worth: number, misses: number, n: number, allowed: number): boolean {
  if (misses / n <= allowed) return false;
  if (worth >= n) return judgeMisses(n, misses, allowed) === 'fail';
  return boundedSumTail(worth, allowed, (misses * worth) / n) <= MISS_RULE_ALPHA;
}

/** Number of bisection steps for a share: 12 digits. */
const BISECTION_STEPS = 40;

/** The lowest and the highest true share of misses that the rule leaves undecided. */
export function missesRange(evidence: Misses): { low: number; high: number } {
  const edge = (isBelow: (share: number) => boolean) => {
    let [low, high] = [0, 1];
    for (let i = 0; i < BISECTION_STEPS; i += 1) {
      const middle = (low + high) / 2;
      if (isBelow(middle)) low = middle;
      else high = middle;
    }
    return { low, high };
  };
  const { n, misses } = evidence;
  return {
    low: misses === 0 ? 0 : edge((share) => judgeDependentMisses(evidence, share) === 'fail').low,
    high: misses === n ? 1 : edge((share) => judgeDependentMisses(evidence, share) !== 'pass').high,
  };
}

const MAX_REQUESTS = 20_000_000;

/**
 * The approximate number of further requests that would decide, at the same miss rate and dependence; null if
 * decided, or if more than 20 million are needed. A miss rate of 0 is used as it is.
 */
export function requestsNeededToDecide(evidence: Misses, allowed: number): number | null {
  const { n, misses, effective = n, left_out = 0 } = evidence;
  if (judgeDependentMisses(evidence, allowed) !== 'inconclusive') return null;
  if (n === 0) return fewestWithoutMiss(allowed);
  const decides = (size: number) => {
    const times = size / n;
    const scaled = {
      n: size,
      misses: Math.round(misses * times),
      effective: Math.round(effective * times),
      left_out: Math.round(left_out * times),
    };
    return judgeDependentMisses(scaled, allowed) !== 'inconclusive';
  };
  let high = Math.max(2 * n, fewestWithoutMiss(allowed));
  while (!decides(high)) {
    high *= 2;
    if (high > MAX_REQUESTS) return null;
  }
  let low = n;
  while (high - low > Math.max(1, high / 200)) {
    const middle = Math.floor((low + high) / 2);
    if (decides(middle)) high = middle;
    else low = middle;
  }
  return high - n;
}
