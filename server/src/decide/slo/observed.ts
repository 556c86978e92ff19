import {
  PER_MILLE_BY_PERCENTILE,
  type Percentile,
  type RequestTime,
  type TimeName,
} from '@touchstone/report/limits';
import {
  effectiveSampleCount,
  effectiveTimeCount,
  nearestRank,
  type ScoreWorth,
} from '../../measure/statistics/statistics.ts';
import type { TimeColumn } from '../../measure/traffic/traffic.ts';
import type { ComplianceResult, LockIn, MissingFact } from '../../models/catalog/catalog.ts';
import { ALLOWED_MISS_SHARE_BY_PERCENTILE, type Misses } from './miss-rule.ts';
import { openLimits } from './open-limits.ts';

/**
 * Evidence of a load run for one latency limit: the number of requests, and of those over the limit or unanswered.
 */
export interface LatencyEvidence extends Misses {
  /** Why the account or model refused requests before all were sent; refused requests are not counted. */
  readonly refused?: string;
  /** Whether the load ended early, because the number of concurrent requests only grew. */
  readonly ended_early?: boolean;
  /** Number of counted requests without a response; absent if there are none. */
  readonly unanswered?: number;
  /** The percentile of counted, answered requests in ms; null if none was answered. */
  readonly observed: number | null;
  /**
   * The limits in ms that the rule leaves undecided, from the lowest that does not fail to the lowest that passes;
   * null if none fails or none passes.
   */
  readonly ci_low: number | null;
  readonly ci_high: number | null;
}

/** The percentile of the latency, or of a session's time; for another time preceded by its name: `ttft_p95`. */
export type EvidenceKey = Percentile | `${Exclude<RequestTime, 'latency'>}_${Percentile}`;

/** Evidence for each limit on a time that a scenario states. */
export type Latencies = Readonly<Partial<Record<EvidenceKey, LatencyEvidence>>>;

export const evidenceKey = (limit: {
  readonly time: TimeName;
  readonly percentile: Percentile;
}): EvidenceKey =>
  limit.time === 'latency' || limit.time === 'session'
    ? limit.percentile
    : `${limit.time}_${limit.percentile}`;

/** The share of requests that may miss the limit of a key. */
export const allowedMissShare = (key: EvidenceKey): number =>
  ALLOWED_MISS_SHARE_BY_PERCENTILE[key.slice(key.lastIndexOf('_') + 1) as Percentile];

/**
 * Counts misses of the limit of a percentile in ms. A request that missed it from the intended send, but met it from
 * the actual send, depends on this service's own delay and is left out. A failed request, or one that exceeds the
 * limit from the actual send, is a miss however late it was sent.
 */
export function latencyEvidence(
  runs: readonly TimeColumn[],
  [percentile, limit]: readonly [Percentile, number],
): LatencyEvidence {
  const allowed = ALLOWED_MISS_SHARE_BY_PERCENTILE[percentile];
  const found = missesOf(runs, limit);
  const answered = answeredIn(runs, limit);
  const unanswered = found.n - answered.length;
  const rank = nearestRank(answered.length, PER_MILLE_BY_PERCENTILE[percentile]);
  return {
    ...found,
    ...(unanswered > 0 && { unanswered }),
    observed: answered[rank - 1] ?? null,
    ...openLimits(answered, limit, allowed, (other) => missesOf(runs, other)),
  };
}

/** Misses of a limit in ms, without requests that depend on this service's own send delay. */
function missesOf(runs: readonly TimeColumn[], limit: number): Misses {
  const counted = runs.map((run) => ownMisses(run, limit));
  const ordered = runs.some(({ bySession }) => bySession !== undefined)
    ? runs.map((run) => ownMisses(sessionAfterSession(run), limit))
    : counted;
  const misses = countMissesAbove(counted, limit, ordered);
  const left_out = runs.reduce((sum, { latencies }) => sum + latencies.length, 0) - misses.n;
  return { ...misses, ...(left_out > 0 && { left_out }) };
}

/** Without requests that depend on this service's own send delay. */
function ownMisses({ latencies, lags }: TimeColumn, limit: number): Float64Array {
  return latencies.filter((latency, i) => latency <= limit || latency - (lags[i] as number) > limit);
}

/** Orders turns session by session, so that dependence within sessions is visible. */
function sessionAfterSession({ latencies, lags, bySession }: TimeColumn): TimeColumn {
  if (bySession === undefined) return { latencies, lags };
  const ordered = (values: Float64Array) => Float64Array.from(bySession, (at) => values[at] ?? 0);
  return { latencies: ordered(latencies), lags: ordered(lags) };
}

/** Latencies of answered requests that count at the limit, ascending. */
function answeredIn(runs: readonly TimeColumn[], limit: number): Float64Array {
  const counted = runs.map((run) => ownMisses(run, limit).filter((latency) => latency !== Infinity));
  const all = new Float64Array(counted.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const latencies of counted) {
    all.set(latencies, at);
    at += latencies.length;
  }
  return all.sort();
}

type CountedMisses = Required<Omit<Misses, 'left_out'>>;

/**
 * Misses of a limit in ms from the latencies of each run in the order of intended sends; ∞ = unanswered, a miss of
 * every limit. The effective number of requests depends on the order; the lowest counts.
 */
export function countMissesAbove(
  runs: readonly Float64Array[],
  limit: number,
  ordered: readonly Float64Array[] = runs,
): CountedMisses {
  const found = countMisses(runs.map((run) => Uint8Array.from(run, (latency) => Number(latency > limit))));
  const effective = effectiveTimeCount(runs, limit);
  return {
    ...found,
    effective: ordered === runs ? effective : Math.min(effective, effectiveTimeCount(ordered, limit)),
  };
}

/**
 * Counts misses (1) of runs, and the effective number of independent requests from their sequence, in either order.
 */
export function countMisses(
  runs: readonly Uint8Array[],
  ordered: readonly Uint8Array[] = runs,
): CountedMisses {
  return {
    n: runs.reduce((sum, { length }) => sum + length, 0),
    misses: runs.reduce((sum, run) => sum + run.reduce((count, miss) => count + miss, 0), 0),
    effective: Math.min(...[...new Set([runs, ordered])].map(effectiveSampleCount)),
  };
}

/** Evidence of availability: a miss is a request that the server failed. */
export interface AvailabilityEvidence extends Misses {
  readonly refused?: string;
  readonly ended_early?: boolean;
}

/** Evidence of load in sessions: for each limit on their time, and the number that were not completed. */
export interface SessionEvidence {
  readonly times: Latencies;
  readonly completed: AvailabilityEvidence;
}

/** Evidence of one score. */
export interface QualityEvidence {
  /** The mean over the items that have a score; null if none has. */
  readonly score: number | null;
  /** Number of items with a score. */
  readonly n: number;
  /** Number of planned items. */
  readonly items: number;
  /** Number of units without a score. */
  readonly missing: number;
  /** With everything missing wrong, and with everything missing right; equal if nothing is missing. */
  readonly worst: ScoreWorth;
  readonly best: ScoreWorth;
  /** The evidence by lenient scores; absent if they are equal or must not decide. */
  readonly lenient?: QualityEvidence;
}

/** An amount with its range; a fact has no range. */
export interface Amount {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** A cost; if unknown, the missing facts and where to add each. */
export type Cost = (
  | { readonly known: true; readonly value: Amount }
  | { readonly known: false; readonly missing: readonly MissingFact[] }
) & {
  /** The requests that the price is based on, as the end of a sentence. */
  readonly priced_from?: string;
  /** Whether the requests are synthetic: random words or published sizes. */
  readonly is_synthetic?: boolean;
};

/** The evidence about one candidate under one scenario; what was not measured is absent. */
export interface ObservedCandidate extends Latencies {
  /** Why its latency, rate and availability are unknown, in words; absent if only load is missing. */
  readonly why_untimed?: string;
  /** Why none of its calls was answered, in words; absent if one was. Facts are known nevertheless. */
  readonly not_measured?: string;
  /** The highest rate in requests per second that met every limit, and the lowest that did not. */
  readonly throughput?: {
    readonly highest_passed: number | null;
    readonly lowest_failed: number | null;
    /** The requested rate that the highest load counts as, because it fell short only by chance. */
    readonly accepted_rps?: number;
    /** Requests and responses per second in the steady part, whether or not they show that a rate holds. */
    readonly sent_rps?: number;
    readonly answered_rps?: number;
    /** Why a load that met every limit does not show that the rate, or the requested rate, holds. */
    readonly why_open?: string;
    /**
     * Whether the load ended early, because the number of concurrent requests only grew, as it never does at a
     * sustainable rate.
     */
    readonly ended_early?: boolean;
  };
  readonly availability?: AvailabilityEvidence;
  readonly sessions?: SessionEvidence;
  readonly monthly_usd?: Cost;
  readonly per_1k_usd?: Cost;
  /**
   * Cost per 1,000 requests answered within the loosest latency limit, if measured; preferred for comparing
   * candidates.
   */
  readonly per_1k_good_usd?: Amount;
  readonly regions?: ComplianceResult;
  /** Results by the certificate's name in the scenario. */
  readonly certifications?: Readonly<Record<string, ComplianceResult>>;
  readonly lock_in?: LockIn;
  /** By the key of the score. */
  readonly quality?: Readonly<Record<string, QualityEvidence>>;
}
