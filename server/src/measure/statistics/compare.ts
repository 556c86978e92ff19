import { pearson } from './correlation.ts';
import { iccFromDesignEffect } from './design-effect.ts';
import { alphaFromConfidence, type Interval } from './interval.ts';
import {
  type ClusterKey,
  clusterConcentration,
  clusteredError,
  clusterSkew,
  logitTIntervalAround,
  noSpreadInterval,
  standardError,
  tIntervalAround,
} from './one-sample.ts';
import { meanDifference, pairedDifference, pairedDifferences } from './paired-means.ts';
import { mcnemarMidP, type PairedCounts, tangoInterval } from './paired-proportions.ts';
import {
  detectableByMcnemar,
  familyAim,
  minimumDetectableDifference,
  type NeededItems,
  nNeededToDecide,
  nNeededToDecideMeans,
  smallSampleFactor,
} from './sample-size.ts';

/** Scores on the items with a score of both targets, in the same order. */
export interface Pairs {
  readonly a: readonly number[];
  readonly b: readonly number[];
  /** Items with a score of only one target. */
  readonly onlyA: number;
  readonly onlyB: number;
  /** The cluster of each item, unique for an independent item; null if there are no clusters. */
  readonly clusters: readonly ClusterKey[] | null;
}

export interface PairedSettings {
  /** Whether every score is 0 or 1 and each item was sent once. */
  readonly binary: boolean;
  /** Between 0.5 and 1, both excluded: an interval that decides a tie is at 1 − 2α. */
  readonly confidence: number;
  /** The margin of practical relevance; used here only for `n_needed`. */
  readonly margin: number;
  /** The range a score can take; default [0, 1], null for a quantity without bounds (a latency). */
  readonly range?: Interval | null;
  /** The number of comparisons that share the correction; used here only for `n_needed`. Default 1. */
  readonly familySize?: number;
}

/**
 * `mcnemar_mid_p` has Tango's interval; `paired_t` and `clustered_t` have the t interval, on the logit scale where it
 * would leave the range of differences; `no_spread` (the same difference of every item, or of every cluster) has a sign
 * test and `noSpreadInterval`.
 */
export type PairedTest = 'mcnemar_mid_p' | 'paired_t' | 'clustered_t' | 'no_spread';

export interface PairedComparison {
  /** Items with scores of both targets. */
  readonly n: number;
  /** Items with a score of only one target: `only_a` + `only_b`. */
  readonly dropped: number;
  readonly only_a: number;
  readonly only_b: number;
  /** Number of independent clusters among the n items; null if no two items share one. */
  readonly clusters: number | null;
  /** mean(A) − mean(B) over the n items; null if n = 0. */
  readonly delta: number | null;
  readonly ci_low: number | null;
  readonly ci_high: number | null;
  /** Two-sided, before any correction. */
  readonly p_value: number | null;
  readonly test: PairedTest | null;
  /**
   * For an undecided comparison: about how many items would decide it with 80 % power if the observed difference is the
   * true one (at least n + 1, because n did not); null if no number would.
   */
  readonly n_needed: number | null;
  /** The items needed for a winner and for a tie separately. */
  readonly needed_for: { readonly winner: number | null; readonly tie: number | null };
  /**
   * The smallest difference that these items would detect with 80 % power, given the observed variance of the
   * differences; null if none would, or if all differences are the same.
   */
  readonly smallest_detectable_difference: number | null;
  /**
   * The factor by which clusters widen the variance of the mean difference, and the corresponding intraclass
   * correlation; null if no two items share a cluster or all differences are equal.
   */
  readonly design_effect: number | null;
  readonly icc: number | null;
  /**
   * Pearson's correlation of the scores of A and B over the n items; null if one of them has the same score everywhere.
   */
  readonly correlation: number | null;
  /**
   * The inputs from which the interval at any level follows; null if n = 0, and for an unbounded quantity without
   * spread.
   */
  readonly basis: IntervalBasis | null;
}

/** Inputs of a comparison's intervals, by its test. `reach`: the bounds of a difference; null without bounds. */
export type IntervalBasis =
  | { readonly by: 'tango'; readonly counts: PairedCounts }
  | {
      readonly by: 't' | 'logit_t';
      readonly mean: number;
      readonly se: number;
      readonly df: number;
      /** For clusters with m of n items: Σm²/n² (`clusterConcentration`); null if items are independent. */
      readonly concentration: number | null;
      /** Skewness of the clusters' sums (`clusterSkew`); 0 if items are independent. */
      readonly skew: number;
      readonly reach: Interval | null;
    }
  | { readonly by: 'no_spread'; readonly delta: number; readonly units: number; readonly reach: Interval };

interface Evidence {
  readonly basis: IntervalBasis | null;
  readonly p: number | null;
  readonly test: PairedTest;
  readonly needed: NeededItems;
  readonly detectable: number | null;
}

const POWER = 0.8;

/**
 * Compares two targets on the items with scores of both. Scores outside the range are the caller's error. Throws
 * RangeError for a score that is not finite and for a confidence of 0.5 or less.
 */
export function comparePairs(pairs: Pairs, input: PairedSettings): PairedComparison {
  if (!(input.confidence > 0.5)) throw new RangeError('A tie interval needs a confidence above 0.5.');
  const clusters = sharedClusters(pairs.clusters);
  const n = pairs.a.length;
  const base = { n, dropped: pairs.onlyA + pairs.onlyB, only_a: pairs.onlyA, only_b: pairs.onlyB };
  if (n === 0) return { ...base, ...NOTHING };
  const evidence =
    input.binary && clusters === null ? binaryEvidence(pairs, input) : meanEvidence(pairs, clusters, input);
  const { basis } = evidence;
  const more = (needed: number | null | undefined) => (needed == null ? null : Math.max(n + 1, needed));
  const ci = basis && intervalFromBasis(basis, input.confidence);
  return {
    ...base,
    clusters: clusters === null ? null : new Set(clusters).size,
    delta: meanDifference(pairedDifferences(pairs.a, pairs.b)),
    ci_low: ci?.low ?? null,
    ci_high: ci?.high ?? null,
    p_value: evidence.p,
    test: evidence.test,
    n_needed: more(evidence.needed?.n),
    needed_for: { winner: more(evidence.needed?.winner), tie: more(evidence.needed?.tie) },
    smallest_detectable_difference: evidence.detectable,
    ...clusterEffect(pairs, clusters),
    correlation: correlationOf(pairs, input.confidence),
    basis,
  };
}

function correlationOf({ a, b }: Pairs, confidence: number): number | null {
  const pairs = a.map((score, i) => [score, b[i] as number] as const);
  return pearson(pairs, confidence)?.r ?? null;
}

function clusterEffect(pairs: Pairs, clusters: readonly ClusterKey[] | null) {
  const none = { design_effect: null, icc: null };
  if (clusters === null) return none;
  const d = pairedDifferences(pairs.a, pairs.b);
  const [clustered, independent] = [clusteredError(d, clusters), standardError(d)];
  if (clustered === null || independent === null || independent === 0) return none;
  const sizes = [...Map.groupBy(clusters, (key) => key).values()].map(({ length }) => length);
  const design_effect = (clustered.se / independent) ** 2;
  return { design_effect, icc: iccFromDesignEffect(design_effect, sizes) };
}

const NOTHING = {
  clusters: null,
  delta: null,
  ci_low: null,
  ci_high: null,
  p_value: null,
  test: null,
  n_needed: null,
  needed_for: { winner: null, tie: null },
  smallest_detectable_difference: null,
  design_effect: null,
  icc: null,
  correlation: null,
  basis: null,
} as const;

function rangeOf(range: Interval | null | undefined): Interval | null {
  return range === undefined ? { low: 0, high: 1 } : range;
}

/** Null if no two items share a cluster. */
function sharedClusters(clusters: readonly ClusterKey[] | null): readonly ClusterKey[] | null {
  return clusters === null || new Set(clusters).size === clusters.length ? null : clusters;
}

function countPairs({ a, b }: Pairs): PairedCounts {
  const counts = { bothRight: 0, onlyA: 0, onlyB: 0, bothWrong: 0 };
  a.forEach((left, i) => {
    if (left === 1) counts[b[i] === 1 ? 'bothRight' : 'onlyA'] += 1;
    else counts[b[i] === 1 ? 'onlyB' : 'bothWrong'] += 1;
  });
  return counts;
}

function decisionAim({ confidence, margin, familySize }: PairedSettings) {
  return { alpha: alphaFromConfidence(confidence), power: POWER, margin, familySize: familySize ?? 1 };
}

function binaryEvidence(pairs: Pairs, input: PairedSettings): Evidence {
  const counts = countPairs(pairs);
  const { onlyA, onlyB } = counts;
  const n = pairs.a.length;
  const aim = decisionAim(input);
  return {
    basis: { by: 'tango', counts },
    p: mcnemarMidP(onlyA, onlyB),
    test: 'mcnemar_mid_p',
    needed: nNeededToDecide((onlyA + onlyB) / n, (onlyA - onlyB) / n, aim),
    detectable: detectableByMcnemar(n, (onlyA + onlyB) / n, familyAim(aim)),
  };
}

function meanEvidence(pairs: Pairs, clusters: readonly ClusterKey[] | null, input: PairedSettings): Evidence {
  const d = pairedDifferences(pairs.a, pairs.b);
  const found = pairedDifference(d, input.confidence, clusters ?? undefined);
  if (found === null) return noSpreadEvidence(d, clusters, input);
  const { mean, se, df, ci, p } = found;
  const aim = decisionAim(input);
  const variance = se ** 2 * d.length;
  const reach = differenceBounds(input.range);
  const leaves = reach !== null && (ci.low < reach.low || ci.high > reach.high);
  return {
    basis: {
      ...{ by: leaves ? 'logit_t' : 't', mean, se, df },
      ...{ concentration: clusterConcentration(clusters), skew: clusterSkew(d, clusters), reach },
    },
    p,
    test: clusters === null ? 'paired_t' : 'clustered_t',
    needed: nNeededToDecideMeans(variance, mean, aim),
    // Uses t quantiles, because few clusters detect less than normal quantiles suggest.
    detectable:
      minimumDetectableDifference(variance, d.length, familyAim(aim)) * smallSampleFactor(df, familyAim(aim)),
  };
}

/** The bounds of a difference of two scores; null for an unbounded quantity. */
function differenceBounds(given: Interval | null | undefined): Interval | null {
  const range = rangeOf(given);
  return range === null ? null : { low: range.low - range.high, high: range.high - range.low };
}

/**
 * The interval of the difference at a level. The method is chosen once and not by level, so that wider intervals
 * contain narrower ones.
 */
export function intervalFromBasis(basis: IntervalBasis, confidence: number): Interval | null {
  if (basis.by === 'tango') return tangoInterval(basis.counts, confidence);
  if (basis.by === 'no_spread') return noSpreadInterval(basis.delta, basis.units, confidence, basis.reach);
  const { mean, se, df, reach } = basis;
  if (basis.by === 'logit_t' && reach !== null) return insideReach(basis, reach, confidence);
  const { low, high } = tIntervalAround(mean, se, df, confidence);
  // No difference is outside the bounds; a level above the one at which the method was chosen may exceed them.
  return reach === null ? { low, high } : { low: Math.max(reach.low, low), high: Math.min(reach.high, high) };
}

/**
 * The t interval on the logit scale of the difference's position between its bounds, transformed back: for scores of 0
 * to 1 that position is (1 + d)/2, so a win rate with ties as half has the interval of `estimateScore`.
 */
function insideReach(
  { mean, se, df }: { mean: number; se: number; df: number },
  reach: Interval,
  confidence: number,
): Interval | null {
  const width = reach.high - reach.low;
  const share = logitTIntervalAround((mean - reach.low) / width, se / width, df, confidence);
  const back = (at: number) => reach.low + width * at;
  return share && { low: back(share.low), high: back(share.high) };
}

/**
 * For items (or clusters) that all have the same difference, or a single item (or cluster), because a t interval would
 * have no width.
 */
function noSpreadEvidence(
  d: readonly number[],
  clusters: readonly ClusterKey[] | null,
  input: PairedSettings,
): Evidence {
  const units = clusters === null ? d.length : new Set(clusters).size;
  const delta = meanDifference(d);
  const reach = differenceBounds(input.range);
  const needed = reach === null ? null : nNeededToDecideMeans(0, delta, decisionAim(input));
  // Computed for independent units, reported in items.
  const inItems = (n: number) => Math.ceil((n * d.length) / units);
  return {
    basis: reach && { by: 'no_spread', delta, units, reach },
    p: delta === 0 ? 1 : 2 * 0.5 ** units,
    test: 'no_spread',
    needed: needed && {
      ...needed,
      n: inItems(needed.n),
      winner: needed.winner && inItems(needed.winner),
      tie: needed.tie && inItems(needed.tie),
    },
    detectable: null,
  };
}
