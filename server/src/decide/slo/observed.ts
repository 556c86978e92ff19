import { PER_MILLE, type Percentile, type RequestTime, type TimeName } from '@touchstone/report/limits';
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

/** What a load run says of one latency limit: the attempted requests, and those over the limit or not answered. */
export interface LatencyEvidence extends Misses {
  /** Why the account or the model was refused before all requests were sent; refused requests are not included. */
  readonly refused?: string;
  /** Not all that was planned was sent: the requests under way only grew. */
  readonly ended_early?: boolean;
  /** Number of counted requests without a response; absent if there are none. */
  readonly unanswered?: number;
  /** The percentile of those that count and were answered, in ms; null when none was. */
  readonly observed: number | null;
  /**
   * The limits in ms that the rule leaves open, from the lowest that does not fail to the lowest from which on it passes;
   * null where none fails or none passes.
   */
  readonly ci_low: number | null;
  readonly ci_high: number | null;
}

/** The percentile of the latency, or of a session's time; of another time with its name before it: `ttft_p95`. */
export type EvidenceKey = Percentile | `${Exclude<RequestTime, 'latency'>}_${Percentile}`;

/** What load says of each limit on a time that a scenario states. */
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
 * Counts misses of the limit of a percentile in ms. A request that missed it counted from the intended send, and kept it
 * counted from when we handed it over, was decided by our own lateness and is left out; what failed, or took longer than
 * the limit by itself, missed it however late it was.
 */
export function latencyEvidence(
  runs: readonly TimeColumn[],
  [percentile, limit]: readonly [Percentile, number],
): LatencyEvidence {
  const allowed = ALLOWED_MISS_SHARE_BY_PERCENTILE[percentile];
  const found = missesOf(runs, limit);
  const answered = answeredIn(runs, limit);
  const unanswered = found.n - answered.length;
  const rank = nearestRank(answered.length, PER_MILLE[percentile]);
  return {
    ...found,
    ...(unanswered > 0 && { unanswered }),
    observed: answered[rank - 1] ?? null,
    ...openLimits(answered, limit, allowed, (other) => missesOf(runs, other)),
  };
}

/** Misses of a limit in ms, without the requests that our own lateness decided. */
function missesOf(runs: readonly TimeColumn[], limit: number): Misses {
  const counted = runs.map((run) => ownMisses(run, limit));
  const ordered = runs.some(({ bySession }) => bySession !== undefined)
    ? runs.map((run) => ownMisses(sessionAfterSession(run), limit))
    : counted;
  const misses = countMissesAbove(counted, limit, ordered);
  const left_out = runs.reduce((sum, { latencies }) => sum + latencies.length, 0) - misses.n;
  return { ...misses, ...(left_out > 0 && { left_out }) };
}

/** Without those that our own lateness decided. */
function ownMisses({ latencies, lags }: TimeColumn, limit: number): Float64Array {
  return latencies.filter((latency, i) => latency <= limit || latency - (lags[i] as number) > limit);
}

/** Orders turns session by session, so that what the turns of a session have in common is visible. */
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
 * Misses of a limit in ms by the latencies of each run, in the order of their intended times; ∞ = not answered, a miss
 * of every limit. In another order they may be worth fewer independent ones; the fewest count.
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

/** Counts the misses (1) of runs, and how many independent requests they are worth by how they follow each other, in either order. */
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

/** What load in sessions says of its sessions: of each limit on their time, and how many were not completed. */
export interface SessionEvidence {
  readonly times: Latencies;
  readonly completed: AvailabilityEvidence;
}

/** Evidence of one score. */
export interface QualityEvidence {
  /** The mean over the items that have a score; null where none has. */
  readonly score: number | null;
  /** Items with a score. */
  readonly n: number;
  /** All items that were to be scored. */
  readonly items: number;
  /** Units without a score. */
  readonly missing: number;
  /** With all that is missing wrong, and with all of it right; the same where nothing is missing. */
  readonly worst: ScoreWorth;
  readonly best: ScoreWorth;
  /** The evidence by lenient scores; absent if they are the same or must not decide. */
  readonly lenient?: QualityEvidence;
}

/** An amount with the range it may have; a fact has no range. */
export interface Amount {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** A cost; if unknown, which facts are missing and where to add each. */
export type Cost = (
  | { readonly known: true; readonly value: Amount }
  | { readonly known: false; readonly missing: readonly MissingFact[] }
) & {
  /** The subject of the price, as the end of a sentence: which requests and how long they are. */
  readonly priced_from?: string;
  /** The requests are synthetic: drawn words or published sizes. */
  readonly is_synthetic?: boolean;
};

/** What is known about one candidate under one scenario. What was not measured is absent. */
export interface ObservedCandidate extends Latencies {
  /** Why nothing tells of its latency, rate and availability, in words; absent where no load is the reason. */
  readonly why_untimed?: string;
  /** Why none of its calls was answered, in words; absent where one was. Facts are known all the same. */
  readonly not_measured?: string;
  /** The highest rate (requests a second) that met every limit and the lowest that did not. */
  readonly throughput?: {
    readonly highest_passed: number | null;
    readonly lowest_failed: number | null;
    /** The requested rate that the highest load counts as: it fell short of it by chance only. */
    readonly accepted_rps?: number;
    /** Sent and answered requests a second in the steady part, whether or not they prove a rate. */
    readonly sent_rps?: number;
    readonly answered_rps?: number;
    /** Why a load that met every limit proves no rate, or not the requested one. */
    readonly why_open?: string;
    /** Not all that was planned was sent: the requests under way only grew, which no rate that holds does. */
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
  /** By name as the scenario writes it. */
  readonly certifications?: Readonly<Record<string, ComplianceResult>>;
  readonly lock_in?: LockIn;
  /** By the key of the score. */
  readonly quality?: Readonly<Record<string, QualityEvidence>>;
}
