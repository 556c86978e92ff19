import { lowestIntegerWhere } from './binary-search.ts';
import { binomialCdf } from './distributions.ts';

/** Ranks (from 1) of the order statistics that bound a quantile; null if the sample is too small for one. */
export interface QuantileRanks {
  readonly lower: number | null;
  readonly upper: number | null;
  /** The probability that such an interval contains the quantile. */
  readonly coverage: number;
}

/**
 * The distribution-free interval of a quantile (Hahn and Meeker 1991): the largest l with B(l−1) ≤ α/2 and the
 * smallest u with B(u−1) ≥ 1−α/2, B the distribution function of Bin(n, q). For independent samples.
 */
export function quantileRanks(n: number, q: number, confidence: number): QuantileRanks {
  const tail = (1 - confidence) / 2;
  const below = (rank: number) => binomialCdf(rank - 1, n, q);
  const above = lowestIntegerWhere(1, n + 1, (rank) => below(rank) > tail);
  const lower = above - 1;
  const upper = lowestIntegerWhere(1, n + 1, (rank) => below(rank) >= 1 - tail);
  return {
    lower: lower < 1 ? null : lower,
    upper: upper > n ? null : upper,
    coverage: (upper > n ? 1 : below(upper)) - (lower < 1 ? 0 : below(lower)),
  };
}

/**
 * The nearest rank of a quantile, ⌈n·q⌉, at least 1. The quantile is in per mille, so that all numbers are whole:
 * 0.999·1000 in floating point would give rank 1000 instead of 999.
 */
export function nearestRank(n: number, perMille: number): number {
  return Math.max(1, Math.ceil((n * perMille) / 1000));
}

export interface QuantileEstimate {
  readonly observed: number;
  readonly ci_low: number | null;
  readonly ci_high: number | null;
}

/**
 * A quantile (in per mille) of sorted samples by nearest rank, with its interval; null without samples. `worth` is the
 * effective number of independent samples if they depend on each other: ranks are computed for it and scaled to the
 * samples. Default: all.
 */
export function estimateQuantile(
  sorted: ArrayLike<number>,
  perMille: number,
  confidence: number,
  worth = sorted.length,
): QuantileEstimate | null {
  const n = sorted.length;
  const observed = sorted[nearestRank(n, perMille) - 1];
  if (observed === undefined) return null;
  const { lower, upper } = quantileRanks(worth, perMille / 1000, confidence);
  const at = (rank: number) => sorted[rank - 1] ?? null;
  return {
    observed,
    ci_low: lower === null ? null : at(Math.floor(((lower - 1) * n) / worth) + 1),
    ci_high: upper === null ? null : at(Math.ceil((upper * n) / worth)),
  };
}
