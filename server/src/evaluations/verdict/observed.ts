import type { ComplianceResult, LockIn, MissingFact } from '../../catalog/catalog.ts';
import { estimateQuantile } from '../statistics/statistics.ts';

/** What a load run says of one latency limit. */
export interface LatencyEvidence {
  /** Attempted requests of the steady window. */
  readonly n: number;
  /** Over the limit, failed or timed out. */
  readonly misses: number;
  /** The percentile of those that were answered, in ms; null when none was. */
  readonly observed: number | null;
  readonly ci_low: number | null;
  readonly ci_high: number | null;
}

/** Counts misses of a limit and estimates the percentile, from the latencies (ms) of what was answered. */
export function latencyEvidence({
  latencies,
  failed,
  limit,
  perMille,
  confidence,
}: {
  latencies: readonly number[];
  failed: number;
  limit: number;
  perMille: number;
  confidence: number;
}): LatencyEvidence {
  const sorted = latencies.toSorted((a, b) => a - b);
  const estimate = estimateQuantile(sorted, perMille, confidence);
  const over = latencies.reduce((count, latency) => count + (latency > limit ? 1 : 0), 0);
  return {
    n: latencies.length + failed,
    misses: over + failed,
    observed: estimate?.observed ?? null,
    ci_low: estimate?.ci_low ?? null,
    ci_high: estimate?.ci_high ?? null,
  };
}

/** An amount with the range it may have; a fact has no range. */
export interface Amount {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Not measured, or not known: which facts are missing, and where each belongs. */
export interface Missing {
  readonly missing: readonly MissingFact[];
}

export function isMissing(value: object): value is Missing {
  return 'missing' in value && !('requirement' in value) && !('lines' in value);
}

/** What is known of one candidate under one scenario. What was not measured is absent. */
export interface Observed {
  readonly p50?: LatencyEvidence;
  readonly p95?: LatencyEvidence;
  readonly p99?: LatencyEvidence;
  /** The highest rate (requests a second) that held every limit and the lowest that did not. */
  readonly throughput?: { readonly highest_passed: number | null; readonly lowest_failed: number | null };
  readonly availability?: { readonly attempted: number; readonly succeeded: number };
  readonly monthly_usd?: Amount | Missing;
  readonly per_1k_usd?: Amount | Missing;
  /** Of good requests, where that was measured; preferred to compare candidates. */
  readonly per_1k_good_usd?: Amount;
  readonly regions?: ComplianceResult;
  /** By name as the scenario writes it. */
  readonly certifications?: Readonly<Record<string, ComplianceResult>>;
  readonly lock_in?: LockIn;
}
