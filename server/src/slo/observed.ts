import type { ComplianceResult, LockIn, MissingFact } from '../catalog/catalog.ts';
import {
  effectiveSampleCount,
  effectiveTimeCount,
  type QuantileEstimate,
  type ScoreWorth,
} from '../statistics/statistics.ts';
import type { Misses, Percentile } from './miss-rule.ts';

/** One slice of load as it was sent. */
export interface SentRun {
  /** In the order of the intended times; ∞ = not answered. */
  readonly latencies: Float64Array;
  /** How late each of them was handed over, in ms: our own lateness. */
  readonly lags: Float64Array;
}

/** What a load run says of one latency limit: the attempted requests, and those over the limit or not answered. */
export interface LatencyEvidence extends Misses {
  /** The account was exhausted before all were sent; those it refused are not among them. */
  readonly exhausted?: boolean;
  /** The percentile of those that count and were answered, in ms; null when none was. */
  readonly observed: number | null;
  readonly ci_low: number | null;
  readonly ci_high: number | null;
}

/** What load says of each latency limit that a scenario states. */
export type Latencies = Partial<Record<Percentile, LatencyEvidence>>;

/**
 * Counts misses of the limit of a percentile in ms. A request that missed it counted from the intended send, and kept it
 * counted from when we handed it over, was decided by our own lateness and is left out; what failed, or took longer than
 * the limit by itself, missed it however late it was. `estimate` gives the percentile of what was answered in the slices; its
 * second argument says whether nothing was left out.
 */
export function latencyEvidence<Run extends SentRun>(
  runs: readonly Run[],
  limit: number,
  estimate: (counted: readonly Run[], isAll: boolean) => QuantileEstimate | null,
): LatencyEvidence {
  const counted = runs.map((run) => {
    const isDecided = (latency: number, i: number) =>
      latency <= limit || latency - (run.lags[i] as number) > limit;
    return { ...run, latencies: run.latencies.filter(isDecided) };
  });
  const misses = missesOver(
    counted.map(({ latencies }) => latencies),
    limit,
  );
  const left_out = runs.reduce((sum, { latencies }) => sum + latencies.length, 0) - misses.n;
  const found = misses.n === 0 ? null : estimate(counted, left_out === 0);
  const { observed = null, ci_low = null, ci_high = null } = found ?? {};
  return { ...misses, observed, ci_low, ci_high, ...(left_out > 0 && { left_out }) };
}

type CountedMisses = Required<Omit<Misses, 'left_out'>>;

/**
 * Misses of a limit in ms by the latencies of each run, in the order of their intended times; ∞ = not answered, a miss
 * of every limit.
 */
export function missesOver(runs: readonly Float64Array[], limit: number): CountedMisses {
  const found = missesIn(runs.map((run) => Uint8Array.from(run, (latency) => Number(latency > limit))));
  return { ...found, effective: effectiveTimeCount(runs, limit) };
}

/** Counts the misses (1) of runs, and how many independent requests they are worth by how the misses follow each other. */
export function missesIn(runs: readonly Uint8Array[]): CountedMisses {
  return {
    n: runs.reduce((sum, { length }) => sum + length, 0),
    misses: runs.reduce((sum, run) => sum + run.reduce((count, miss) => count + miss, 0), 0),
    effective: effectiveSampleCount(runs),
  };
}

/** What was seen of the availability: a miss is a request that the server failed. */
export interface AvailabilityEvidence extends Misses {
  /** Of the interval of the share that succeeded. */
  readonly confidence: number;
  readonly exhausted?: boolean;
}

/** What was seen of one score. */
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
}

/** An amount with the range it may have; a fact has no range. */
export interface Amount {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** What something costs; where that is not known, which facts are missing and where each belongs. */
export type Cost =
  | { readonly known: true; readonly value: Amount }
  | { readonly known: false; readonly missing: readonly MissingFact[] };

/** What is known of one candidate under one scenario. What was not measured is absent. */
export interface Observed {
  readonly p50?: LatencyEvidence;
  readonly p95?: LatencyEvidence;
  readonly p99?: LatencyEvidence;
  /** The highest rate (requests a second) that held every limit and the lowest that did not. */
  readonly throughput?: {
    readonly highest_passed: number | null;
    readonly lowest_failed: number | null;
    /** The rate asked for that a load with the highest one stands for: it fell short of it by chance only. */
    readonly stands_for?: number;
    /** Why a load that held every limit shows no rate, or not the rate that was asked, in words. */
    readonly why_open?: string;
  };
  readonly availability?: AvailabilityEvidence;
  readonly monthly_usd?: Cost;
  readonly per_1k_usd?: Cost;
  /** Of good requests, where that was measured; preferred to compare candidates. */
  readonly per_1k_good_usd?: Amount;
  readonly regions?: ComplianceResult;
  /** By name as the scenario writes it. */
  readonly certifications?: Readonly<Record<string, ComplianceResult>>;
  readonly lock_in?: LockIn;
  /** By the key of the score. */
  readonly quality?: Readonly<Record<string, QualityEvidence>>;
}
