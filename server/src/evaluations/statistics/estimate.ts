import { checkFinite, type Interval, ROUNDING } from './interval.ts';
import {
  type ClusterKey,
  clusteredError,
  logitTIntervalAround,
  mean,
  noSpreadInterval,
  standardError,
  tIntervalAround,
  wilson,
} from './one-target.ts';

export interface EstimateInput {
  /** One score per item; repeats of an item are averaged by the caller. */
  readonly scores: readonly number[];
  /** Every score is 0 or 1 and each item was asked once. */
  readonly binary: boolean;
  /** The cluster of each score, in the same order. */
  readonly clusters?: readonly ClusterKey[];
  readonly confidence: number;
  /** The range a score can take; default [0, 1], null for a quantity without bounds. */
  readonly range?: Interval | null;
}

export interface Estimate {
  readonly n: number;
  /** The mean; null when there are no scores. */
  readonly estimate: number | null;
  readonly ci_low: number | null;
  readonly ci_high: number | null;
  readonly method: 'wilson' | 't' | 'clustered_t' | 'logit_t' | 'clustered_logit_t' | 'no_spread' | null;
}

/**
 * One target's score with the interval that suits it: Wilson for 0/1 asked once; else t over item means, or
 * logit-t when that would leave a range of [0,1]; with the clustered error when items share a cluster.
 */
export function estimateScore(input: EstimateInput): Estimate {
  const { scores, binary, confidence } = input;
  checkFinite(scores);
  const n = scores.length;
  if (n === 0) return { n, estimate: null, ci_low: null, ci_high: null, method: null };
  const shared = input.clusters !== undefined && new Set(input.clusters).size < n ? input.clusters : null;
  if (binary && shared === null) return binaryEstimate(scores, confidence);
  return meanEstimate(scores, shared, confidence, input.range === undefined ? UNIT : input.range);
}

const UNIT: Interval = { low: 0, high: 1 };

function shown(n: number, estimate: number, ci: Interval | null, method: Estimate['method']): Estimate {
  if (ci === null) return { n, estimate, ci_low: null, ci_high: null, method: null };
  return { n, estimate, ci_low: ci.low, ci_high: ci.high, method };
}

function binaryEstimate(scores: readonly number[], confidence: number): Estimate {
  const right = scores.filter((score) => score === 1).length;
  const wrong = scores.filter((score) => score === 0).length;
  if (right + wrong !== scores.length) throw new RangeError('A binary score is 0 or 1.');
  return shown(scores.length, right / scores.length, wilson(right, scores.length, confidence), 'wilson');
}

function meanEstimate(
  scores: readonly number[],
  clusters: readonly ClusterKey[] | null,
  confidence: number,
  range: Interval | null,
): Estimate {
  const n = scores.length;
  const centre = mean(scores);
  const error = clusters ? clusteredError(scores, clusters) : { se: standardError(scores) ?? 0, df: n - 1 };
  if (error === null || error.se <= ROUNDING * Math.abs(centre)) {
    const units = clusters ? new Set(clusters).size : n;
    return shown(n, centre, range && noSpreadInterval(centre, units, confidence, range), 'no_spread');
  }
  const plain = tIntervalAround(centre, error.se, error.df, confidence);
  const inUnit = range !== null && range.low === 0 && range.high === 1;
  if (!inUnit || (plain.low >= 0 && plain.high <= 1)) {
    return shown(n, centre, plain, clusters ? 'clustered_t' : 't');
  }
  const ci = logitTIntervalAround(centre, error.se, error.df, confidence);
  return shown(n, centre, ci, clusters ? 'clustered_logit_t' : 'logit_t');
}
