import { checkFinite, type Interval, ROUNDING_TOLERANCE } from './interval.ts';
import {
  type ClusterKey,
  clusteredError,
  logitTIntervalAround,
  mean,
  noSpreadInterval,
  standardError,
  tIntervalAround,
  wilsonInterval,
} from './one-sample.ts';
import { tangoInterval } from './paired-proportions.ts';

export interface EstimateInput {
  /** One score per item; the caller averages repeats of an item. */
  readonly scores: readonly number[];
  /** Whether every score is 0 or 1 and each item was sent once. */
  readonly binary: boolean;
  /**
   * Whether every score is a win, a loss or a tie (½) against the same other target, and each item was compared once.
   */
  readonly halves?: boolean;
  /** The cluster of each score, in the same order. */
  readonly clusters?: readonly ClusterKey[];
  readonly confidence: number;
  /** The range a score can take; default [0, 1], null for a quantity without bounds. */
  readonly range?: Interval | null;
}

export interface Estimate {
  readonly n: number;
  /** The mean; null if there are no scores. */
  readonly estimate: number | null;
  readonly ci_low: number | null;
  readonly ci_high: number | null;
  readonly method:
    | 'wilson'
    | 'tango'
    | 't'
    | 'clustered_t'
    | 'logit_t'
    | 'clustered_logit_t'
    | 'no_spread'
    | null;
}

/**
 * The score of one target with the interval that suits it: Wilson for 0/1 scores of items sent once; for wins with ties
 * as half the interval of the corresponding difference; otherwise t over item means, or logit-t if that would leave a
 * range of [0,1]. With the clustered error if items share a cluster, and then always on the logit scale for 0/1 (Korn
 * and Graubard 1998).
 */
export function estimateScore(input: EstimateInput): Estimate {
  const { scores, binary, confidence } = input;
  checkFinite(scores);
  const n = scores.length;
  if (n === 0) return { n, estimate: null, ci_low: null, ci_high: null, method: null };
  const shared = input.clusters !== undefined && new Set(input.clusters).size < n ? input.clusters : null;
  if (binary && shared === null) return binaryEstimate(scores, confidence);
  if (input.halves && shared === null) return winRateEstimate(scores, confidence);
  const logit = binary && !input.halves;
  return meanEstimate(scores, shared, logit, confidence, input.range === undefined ? UNIT : input.range);
}

const UNIT: Interval = { low: 0, high: 1 };

function toEstimate(n: number, estimate: number, ci: Interval | null, method: Estimate['method']): Estimate {
  if (ci === null) return { n, estimate, ci_low: null, ci_high: null, method: null };
  return { n, estimate, ci_low: ci.low, ci_high: ci.high, method };
}

function binaryEstimate(scores: readonly number[], confidence: number): Estimate {
  const right = scores.filter((score) => score === 1).length;
  const wrong = scores.filter((score) => score === 0).length;
  if (right + wrong !== scores.length) throw new RangeError('A binary score is 0 or 1.');
  return toEstimate(
    scores.length,
    right / scores.length,
    wilsonInterval(right, scores.length, confidence),
    'wilson',
  );
}

/** The win rate is (1 + d)/2 of the difference d between the shares won and lost, and so is its interval. */
function winRateEstimate(scores: readonly number[], confidence: number): Estimate {
  const n = scores.length;
  const count = (value: number) => scores.filter((score) => score === value).length;
  const [won, lost, tied] = [count(1), count(0), count(0.5)];
  if (won + lost + tied !== n) throw new RangeError('A win is 1, a loss 0 and a tie ½.');
  const { low, high } = tangoInterval({ bothRight: 0, onlyA: won, onlyB: lost, bothWrong: tied }, confidence);
  return toEstimate(n, (won + tied / 2) / n, { low: (1 + low) / 2, high: (1 + high) / 2 }, 'tango');
}

function meanEstimate(
  scores: readonly number[],
  clusters: readonly ClusterKey[] | null,
  logit: boolean,
  confidence: number,
  range: Interval | null,
): Estimate {
  const n = scores.length;
  const centre = mean(scores);
  const error = clusters ? clusteredError(scores, clusters) : { se: standardError(scores) ?? 0, df: n - 1 };
  if (error === null || error.se <= ROUNDING_TOLERANCE * Math.abs(centre)) {
    const units = clusters ? new Set(clusters).size : n;
    return toEstimate(n, centre, range && noSpreadInterval(centre, units, confidence, range), 'no_spread');
  }
  const plain = tIntervalAround(centre, error.se, error.df, confidence);
  const inUnit = range !== null && range.low === 0 && range.high === 1;
  if (!inUnit || (!logit && plain.low >= 0 && plain.high <= 1)) {
    return toEstimate(n, centre, plain, clusters ? 'clustered_t' : 't');
  }
  const ci = logitTIntervalAround(centre, error.se, error.df, confidence);
  return toEstimate(n, centre, ci, clusters ? 'clustered_logit_t' : 'logit_t');
}
