import { binomialCdf } from '../statistics/statistics.ts';
import type { RateOutcome } from '../traffic/traffic.ts';

/** One-sided error of each side of the rule: at most so often is a stack on the limit called pass, or called fail. */
export const ALPHA = 0.05;

/** The share of requests that may miss a limit on a percentile of the latency. */
export const ALLOWED_MISSES = { p50: 0.5, p95: 0.05, p99: 0.01 } as const;

export type Percentile = keyof typeof ALLOWED_MISSES;

/** Without a limit on latency or availability, a server holds a rate when it answers all but this share. */
export const UNANSWERED = 0.01;

/** Of several limits together: one that does not hold decides, and all have to hold. */
export function worstOf(outcomes: readonly RateOutcome[]): RateOutcome {
  if (outcomes.includes('fail')) return 'fail';
  return outcomes.every((outcome) => outcome === 'pass') ? 'pass' : 'inconclusive';
}

/**
 * "At most `allowed` of the requests may miss", for `misses` of `n` that did: *pass* when so few would be unlikely
 * with exactly `allowed` missing, P(Bin(n, allowed) ≤ misses) ≤ α; *fail* when so many would be,
 * P(Bin(n, allowed) ≥ misses) ≤ α; else *inconclusive*. For "p99 ≤ limit" `allowed` is 0.01 and a miss is a request
 * over the limit or a failed one; for an availability of 0.999 it is 0.001 and a miss is a failed request.
 */
export function judgeMisses(n: number, misses: number, allowed: number, alpha = ALPHA): RateOutcome {
  if (n === 0) return 'inconclusive';
  if (binomialCdf(misses, n, allowed) <= alpha) return 'pass';
  return 1 - binomialCdf(misses - 1, n, allowed) <= alpha ? 'fail' : 'inconclusive';
}

/** The fewest requests without a single miss that pass: 299 for a p99. */
export function fewestWithoutMiss(allowed: number, alpha = ALPHA): number {
  return Math.ceil(Math.log(alpha) / Math.log1p(-allowed));
}

const MOST_REQUESTS = 20_000_000;

/**
 * About how many more requests would decide if they missed as often as those so far; null when it is decided, or
 * when a share this close to the limit would take more than 20 million. A share of none is taken as it is.
 */
export function moreRequests(n: number, misses: number, allowed: number): number | null {
  if (judgeMisses(n, misses, allowed) !== 'inconclusive') return null;
  if (n === 0) return fewestWithoutMiss(allowed);
  const decides = (size: number) =>
    judgeMisses(size, Math.round((misses / n) * size), allowed) !== 'inconclusive';
  let high = Math.max(2 * n, fewestWithoutMiss(allowed));
  while (!decides(high)) {
    high *= 2;
    if (high > MOST_REQUESTS) return null;
  }
  let low = n;
  while (high - low > Math.max(1, high / 200)) {
    const middle = Math.floor((low + high) / 2);
    if (decides(middle)) high = middle;
    else low = middle;
  }
  return high - n;
}

/** Requests and how many of them missed, in runs whose requests may depend on each other. */
export interface Misses {
  readonly n: number;
  readonly misses: number;
  /** How many independent requests n are worth; absent = all of them. */
  readonly effective?: number;
  /** Further requests whose miss our own lateness decided; absent = none. */
  readonly left_out?: number;
}

/**
 * The same rule for requests that may depend on each other: at the number of independent ones they are worth. Where
 * requests were left out it fails only if it would with all of them kept: had a few missed and the others been left out,
 * the few would be all that is seen.
 */
export function judgeDependent(evidence: Misses, allowed: number): RateOutcome {
  const { n, misses } = asIndependent(evidence, allowed);
  const found = judgeMisses(n, misses, allowed);
  const { left_out = 0, effective = evidence.n } = evidence;
  if (found !== 'fail' || left_out === 0) return found;
  const all = evidence.n + left_out;
  const kept = { n: all, misses: evidence.misses, effective: Math.round((effective * all) / evidence.n) };
  return judgeDependent(kept, allowed) === 'fail' ? 'fail' : 'inconclusive';
}

/** `moreRequests` for requests that may depend on each other; further ones are taken to depend as much. */
export function moreDependent(evidence: Misses, allowed: number): number | null {
  const { n, misses } = asIndependent(evidence, allowed);
  const more = moreRequests(n, misses, allowed);
  return more === null || n === 0 ? more : Math.ceil((more * evidence.n) / n);
}

/**
 * The independent requests they are worth. Misses need not come out whole: rounded towards the limit, so that neither
 * side gains by it. Above the limit a single one is one long queue, which says nothing of how often there is one.
 */
export function asIndependent(
  { n, misses, effective = n }: Misses,
  allowed: number,
): { n: number; misses: number } {
  if (effective >= n) return { n, misses };
  const worth = (misses * effective) / n;
  if (misses / n <= allowed) return { n: effective, misses: Math.ceil(worth) };
  return { n: effective, misses: worth < 2 ? 0 : Math.floor(worth) };
}
