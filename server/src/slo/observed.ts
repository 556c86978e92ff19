import type { ComplianceResult, LockIn, MissingFact } from '../catalog/catalog.ts';
import { effectiveSampleCount, type QuantileEstimate } from '../statistics/statistics.ts';
import { ALLOWED_MISSES, type Misses, type Percentile } from './miss-rule.ts';

/**
 * A request that we sent later than this share of a limit may miss it by our fault, for latencies count from the intended
 * send. Where more than `LATE_MISSES` of the misses that the limit allows could be such, a slice is no evidence for it: of
 * a p50, p95 and p99 where more than 10 %, 1 % and 0.2 % of the requests were so late.
 */
export const MOST_LATE = 0.1;
export const LATE_MISSES = 0.2;

/** One slice of load as it was sent. */
export interface SentRun {
  /** In the order of the intended times; ∞ = not answered. */
  readonly latencies: Float64Array;
  /** How late each request was sent, in ms. */
  readonly lags: Float64Array;
}

/** What a load run says of one latency limit: the attempted requests, and those over the limit or not answered. */
export interface LatencyEvidence extends Misses {
  /** Slices that are left out, since their requests were sent late, and of how many; absent where none is. */
  readonly late?: { readonly slices: number; readonly of: number };
  /** The account was exhausted before all were sent; those it refused are not among them. */
  readonly exhausted?: boolean;
  /** The percentile of those that were answered, in ms; null when none was. */
  readonly observed: number | null;
  readonly ci_low: number | null;
  readonly ci_high: number | null;
}

/** What load says of each latency limit that a scenario states. */
export type Latencies = Partial<Record<Percentile, LatencyEvidence>>;

/** Whether requests of a slice were sent in time for a limit in ms that `allowed` of them may miss. */
function isInTime({ lags }: SentRun, limit: number, allowed: number): boolean {
  const late = lags.reduce((count, lag) => count + Number(lag > MOST_LATE * limit), 0);
  return late <= LATE_MISSES * allowed * lags.length;
}

/** Counts misses of the limit of a percentile in ms; `estimate` gives the percentile of what was answered in the slices that count. */
export function latencyEvidence<Run extends SentRun>(
  runs: readonly Run[],
  [percentile, limit]: readonly [Percentile, number],
  estimate: (counted: readonly Run[]) => QuantileEstimate | null,
): LatencyEvidence {
  const counted = runs.filter((run) => isInTime(run, limit, ALLOWED_MISSES[percentile]));
  const found = counted.length === 0 ? null : estimate(counted);
  const { observed = null, ci_low = null, ci_high = null } = found ?? {};
  const misses = missesOver(
    counted.map(({ latencies }) => latencies),
    limit,
  );
  const late = { slices: runs.length - counted.length, of: runs.length };
  return { ...misses, observed, ci_low, ci_high, ...(late.slices > 0 && { late }) };
}

/**
 * Misses of a limit in ms by the latencies of each run, in the order of their intended times; ∞ = not answered, a miss
 * of every limit.
 */
export function missesOver(runs: readonly Float64Array[], limit: number): Required<Misses> {
  return missesIn(
    runs.map((run) => {
      const misses = new Uint8Array(run.length);
      for (let i = 0; i < run.length; i += 1) misses[i] = Number((run[i] as number) > limit);
      return misses;
    }),
  );
}

/** Counts the misses (1) of runs, and how many independent requests they are worth by how the misses follow each other. */
export function missesIn(runs: readonly Uint8Array[]): Required<Misses> {
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
    /** Why a load that held every limit shows no rate, in words. */
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
}
