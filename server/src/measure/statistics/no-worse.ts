import { lowestIntegerWhere } from './binary-search.ts';
import { type IntervalBasis, intervalFromBasis } from './compare.ts';
import { MIN_ITEMS_TO_DECIDE, reasonForTooFewItems } from './decide.ts';
import { effectiveItems } from './design-effect.ts';
import { normalCdf, normalQuantile, tQuantile, tTwoSided } from './distributions.ts';
import { type Interval, ROUNDING_TOLERANCE } from './interval.ts';
import {
  type ClusterKey,
  clusterConcentration,
  clusteredError,
  clusterSkew,
  mean,
  standardError,
} from './one-sample.ts';
import { tangoVariance, tangoZ } from './paired-proportions.ts';
import { estimateQuantile, nearestRank, quantileRanks } from './quantiles.ts';

/**
 * The p-values of the two one-sided tests against a limit: `above` for the hypothesis that the true value is at most
 * the limit (small if it was shown to be more), `below` for the hypothesis that it is at least the limit.
 */
export interface OneSided {
  readonly above: number;
  readonly below: number;
}

/** The advantage of a candidate over the baseline; negative if it is worse. */
export interface Advantage {
  readonly observed: number;
  readonly test: (limit: number) => OneSided;
  /** The one-sided bounds, each at its own level; null if there is none. A bound may be infinite. */
  readonly bounds: (levels: { low: number; high: number }) => Interval | null;
}

/**
 * The advantage of A over B in a paired comparison; its tests invert the intervals of the comparison. Null if it has
 * none.
 */
export function pairedAdvantage(delta: number | null, basis: IntervalBasis | null): Advantage | null {
  if (basis === null || delta === null) return null;
  return {
    observed: delta,
    test: (limit) => testOf(basis, limit),
    bounds({ low, high }) {
      if (isOfClusters(basis))
        return { low: clusteredBound(basis, low, -1), high: clusteredBound(basis, high, 1) };
      const [below, above] = [intervalFromBasis(basis, 1 - 2 * low), intervalFromBasis(basis, 1 - 2 * high)];
      return below && above && { low: below.low, high: above.high };
    },
  };
}

type OfClusters = Extract<IntervalBasis, { by: 't' | 'logit_t' }> & { concentration: number };
const isOfClusters = (basis: IntervalBasis): basis is OfClusters =>
  basis.by === 't' && basis.concentration !== null;

function testOf(basis: IntervalBasis, limit: number): OneSided {
  if (basis.by === 'tango') return byNormal(tangoZ(basis.counts, limit));
  if (basis.by === 'no_spread') return withoutSpread(basis, limit);
  const { mean, se, df, reach } = basis;
  const t = (mean - limit) / se;
  if (isOfClusters(basis)) {
    const about = aboutTheLimit(t, df, basis.concentration);
    const [one, other] = [byT(about, df), byT(unskewed(about, basis.skew), df)];
    return { above: Math.max(one.above, other.above), below: Math.max(one.below, other.below) };
  }
  if (basis.by === 't' || reach === null) return byT(t, df);
  const width = reach.high - reach.low;
  const share = (mean - reach.low) / width;
  const error = se / width / (share * (1 - share));
  return byT((logit(share) - logit((limit - reach.low) / width)) / error, df);
}

/**
 * A clustered t whose error is computed about the limit instead of the mean: the generalized score statistic (Boos
 * 1992), compared with t. For C = df + 1 clusters of one size it is t·√(C/(C−1+t²)); for different sizes t²/C becomes
 * t²·Σm²/n². About the mean, the test rejects too often if clusters are few or skewed, and right and wrong answers are
 * skewed at a margin (Guo, Pan, Connett et al. 2005; docs/explanation/statistics.md).
 */
const aboutTheLimit = (t: number, df: number, concentration: number) =>
  t / Math.sqrt(df / (df + 1) + t ** 2 * concentration);

/**
 * A t corrected for skewness by Hall's cubic (1992): t + γ̂(2t² + 1)/(6√C) + γ̂²t³/(27C), which is monotonic. `skew` is
 * γ̂/√C of the clusters' sums. Right and wrong answers at a margin are skewed towards worse, and without the correction
 * 5.7 % of evaluations with 100 clusters of copies are falsely no worse. The skewness is itself estimated, badly with
 * few clusters and in favour of the decided side, so each side has the larger p-value of both
 * (docs/explanation/statistics.md).
 */
const unskewed = (t: number, skew: number) => t + skew / 6 + (skew * t ** 2) / 3 + (skew ** 2 * t ** 3) / 27;

/** The inverse of `unskewed`: the t that it maps to this one. */
function skewedAgain(t: number, skew: number): number {
  // Below this the cube root loses more digits than the skewness changes.
  if (Math.abs(skew) < 1e-9) return t - skew / 6 - (skew * t ** 2) / 3;
  return (3 / skew) * (Math.cbrt(1 + skew * (t - skew / 6)) - 1);
}

/**
 * The limit at which a clustered test has this one-sided p, below (−1) or above (1) the mean; with few clusters there
 * may be none.
 */
function clusteredBound(
  { mean, se, df, concentration, skew: found, reach }: OfClusters,
  level: number,
  side: -1 | 1,
): number {
  const boundAt = (skew: number) => {
    const t = skewedAgain(-side * tQuantile(1 - level, df), skew);
    const room = 1 - t ** 2 * concentration;
    return room > 0 ? mean - t * se * Math.sqrt(df / (df + 1) / room) : side * Infinity;
  };
  const bound = side * Math.max(side * boundAt(0), side * boundAt(found));
  return reach === null ? bound : Math.min(reach.high, Math.max(reach.low, bound));
}

const logit = (share: number) => Math.log(share / (1 - share));
const byNormal = (z: number): OneSided => ({ above: normalCdf(-z), below: normalCdf(z) });

function byT(t: number, df: number): OneSided {
  const tail = tTwoSided(t, df) / 2;
  return t > 0 ? { above: tail, below: 1 - tail } : { above: 1 - tail, below: tail };
}

/**
 * At most z²/(n+z²) of the unobserved items differ, as in `noSpreadInterval`: the z at which its bound equals the
 * limit.
 */
function withoutSpread(
  { delta, units, reach }: Extract<IntervalBasis, { by: 'no_spread' }>,
  limit: number,
): OneSided {
  if (delta === limit) return { above: 0.5, below: 0.5 };
  const most = delta > limit ? (delta - limit) / (delta - reach.low) : (limit - delta) / (reach.high - delta);
  const z = Math.sqrt((units * most) / (1 - most));
  return byNormal(delta > limit ? z : -z);
}

/** Values of one target, ascending, and their effective number of independent ones. */
export interface QuantileSample {
  /** The quantile by nearest rank; may be infinite. */
  readonly observed: number;
  readonly sorted: ArrayLike<number>;
  readonly worth: number;
}

/**
 * The logarithm of the ratio between the baseline's quantile (in per mille) and the candidate's, from two samples.
 * Bounds from the order statistics of each (Hahn and Meeker 1991) are combined by MOVER (Zou and Donner 2008); if an
 * estimate is infinite, as for requests without a response, by Bonferroni. Null if a sample is empty.
 */
export function quantileAdvantage(
  candidate: QuantileSample,
  baseline: QuantileSample,
  perMille: number,
): Advantage | null {
  const [c, b] = [quantileAt(candidate, perMille), quantileAt(baseline, perMille)];
  if (c(0.25) === null || b(0.25) === null) return null;
  const lowAt = (level: number) => ratioBound(c, b, level);
  // Exchanging the two negates the advantage.
  const highAt = (level: number) => -ratioBound(b, c, level);
  const [mine, theirs] = [c(0.25)?.at ?? 0, b(0.25)?.at ?? 0];
  return {
    observed: mine === theirs ? 0 : theirs - mine,
    test: (limit) => ({
      above: smallestLevel((level) => lowAt(level) > limit),
      below: smallestLevel((level) => highAt(level) < limit),
    }),
    bounds: ({ low, high }) => ({ low: lowAt(low), high: highAt(high) }),
  };
}

/** On a logarithmic scale, with bounds that each fail with probability `level`; null without values. */
type QuantileAt = (level: number) => (Interval & { at: number }) | null;

function quantileAt({ sorted, worth }: QuantileSample, perMille: number): QuantileAt {
  return (level) => {
    const found = estimateQuantile(sorted, perMille, 1 - 2 * level, worth);
    return (
      found && {
        at: Math.log(found.observed),
        low: Math.log(found.ci_low ?? 0),
        high: Math.log(found.ci_high ?? Infinity),
      }
    );
  };
}

/** The lower bound of theirs − mine. */
function ratioBound(mine: QuantileAt, theirs: QuantileAt, level: number): number {
  const [one, other] = [mine(level), theirs(level)];
  if (one === null || other === null) return -Infinity;
  if ([one.at, one.high, other.at, other.low].every(Number.isFinite))
    return other.at - one.at - Math.hypot(other.at - other.low, one.high - one.at);
  const [high, low] = [mine(level / 2)?.high ?? Infinity, theirs(level / 2)?.low ?? -Infinity];
  return high === Infinity || low === -Infinity ? -Infinity : low - high;
}

/**
 * Levels on a logarithmic scale: from the smallest that can be distinguished to the one at which a bound equals the
 * estimate.
 */
const LEVELS = { least: 1e-7, most: 0.5, halvings: 18 };

function smallestLevel(isShown: (level: number) => boolean): number {
  let [low, high] = [LEVELS.least, LEVELS.most];
  if (!isShown(high)) return 1;
  if (isShown(low)) return low;
  for (let i = 0; i < LEVELS.halvings; i++) {
    const middle = Math.sqrt(low * high);
    if (isShown(middle)) high = middle;
    else low = middle;
  }
  return high;
}

export type NoWorseOutcome = 'no_worse' | 'worse' | 'undecided';

/**
 * Whether a candidate is no worse than the baseline by a margin or more (non-inferiority: Schuirmann 1987 with one of
 * his two tests, Blackwelder 1982): `above` the margin at `level`, or `below` it at `worseLevel`. Undecided below 15
 * items or clusters.
 */
export function decideNoWorse({
  test,
  level,
  worseLevel,
  n,
  clusters,
}: {
  test: OneSided;
  level: number;
  worseLevel: number;
  n: number;
  clusters: number | null;
}): NoWorseOutcome {
  if (reasonForTooFewItems({ n, clusters }) !== null) return 'undecided';
  if (test.above <= level) return 'no_worse';
  return test.below <= worseLevel ? 'worse' : 'undecided';
}

/** No evaluation has more items than this. */
const MAX_ITEMS = 1e9;

/**
 * About how many items or requests would decide with the aim's power if the result of n is the true one: the distance
 * from the margin in standard errors grows with √n. At least n + 1; null if the result is on the margin, or above 10⁹.
 */
export function itemsNeededForNoWorse(
  { above, below }: OneSided,
  n: number,
  { alpha, power }: { alpha: number; power: number },
): number | null {
  const distance = normalQuantile(Math.min(above, below));
  if (Math.min(above, below) >= 0.5) return null;
  const needed = Math.ceil(n * ((normalQuantile(1 - alpha) + normalQuantile(power)) / distance) ** 2);
  return needed > MAX_ITEMS ? null : Math.max(n + 1, MIN_ITEMS_TO_DECIDE, needed);
}

interface PowerAim {
  /** One-sided. */
  readonly alpha: number;
  readonly margin: number;
}

/**
 * The probability that right and wrong answers of two equally good targets prove that one is no worse, if they differ
 * on a share `discordance` of n independent items: Tango's score test, with its variance at the margin under the
 * hypothesis (the planning of Nam 1997). 0 if there are too few items for a decision.
 */
export function noWorsePower(n: number, discordance: number, { alpha, margin }: PowerAim): number {
  if (n < MIN_ITEMS_TO_DECIDE) return 0;
  const differing = (n * discordance) / 2;
  const atMargin = Math.sqrt(tangoVariance(n, differing, differing, -margin) / n);
  const atEqual = Math.sqrt(discordance / n);
  return normalCdf((margin - normalQuantile(1 - alpha) * atMargin) / atEqual);
}

/**
 * The power by the t distribution, for differences with this variance, of which n are independent, with `df` degrees of
 * freedom (Johnson and Welch 1940).
 */
export function noWorsePowerByT(
  n: number,
  variance: number,
  df: number,
  { alpha, margin }: PowerAim,
): number {
  const t = tQuantile(1 - alpha, df);
  return normalCdf((margin / Math.sqrt(variance / n) - t) / Math.sqrt(1 + t ** 2 / (2 * df)));
}

/** `noWorsePower` for items in clusters of these sizes, whose differences have an intraclass correlation. */
export function clusteredNoWorsePower(
  sizes: readonly number[],
  icc: number,
  discordance: number,
  aim: PowerAim,
): number {
  if (sizes.length < MIN_ITEMS_TO_DECIDE) return 0;
  return noWorsePowerByT(effectiveItems(sizes, icc), discordance, sizes.length - 1, aim);
}

/** The standard normal density. */
const density = (z: number) => Math.exp(-(z ** 2) / 2) / Math.sqrt(2 * Math.PI);

/**
 * The probability that n independent requests to each of two equally fast targets prove that a quantile (in per mille)
 * is less than `margin` times that of the baseline, if times are log-normal with this spread of their logarithms. Mean
 * and variance of the bound are taken from the order statistics that it consists of. 0 if n is too small for a bound.
 */
export function quantileNoWorsePower(
  n: number,
  perMille: number,
  spread: number,
  { alpha, margin }: PowerAim,
): number {
  const { lower, upper } = quantileRanks(n, perMille / 1000, 1 - 2 * alpha);
  if (lower === null || upper === null) return 0;
  const own = orderStatistic(nearestRank(n, perMille), n);
  const [low, high] = [orderStatistic(lower, n), orderStatistic(upper, n)];
  const half = Math.hypot(own.at - low.at, high.at - own.at);
  const bounds = [
    { weight: (own.at - low.at) / half, other: low, shared: covariance(low, own) },
    { weight: (high.at - own.at) / half, other: high, shared: covariance(own, high) },
  ];
  const variances = bounds.map(
    ({ weight, other, shared }) =>
      (1 - weight) ** 2 * covariance(own, own) +
      2 * weight * (1 - weight) * shared +
      weight ** 2 * covariance(other, other),
  );
  const error = Math.sqrt(variances.reduce((sum, one) => sum + one, 0));
  return normalCdf((Math.log(margin) / spread - half) / error);
}

interface OrderStatistic {
  /** Its expected value, in standard deviations. */
  readonly at: number;
  /** The variance of −ln(1 − U), and the number of standard deviations per unit of it. */
  readonly variance: number;
  readonly slope: number;
}

/**
 * The r-th smallest of n standard normal values, by the delta method from exponential ones, whose mean and variance are
 * sums of 1/k and 1/k² from k = n − r + 1 to n (Rényi 1953).
 */
function orderStatistic(rank: number, n: number): OrderStatistic {
  const mean = digamma(n + 1) - digamma(n - rank + 1);
  const beyond = Math.exp(-mean);
  const at = -normalQuantile(beyond);
  const variance = trigamma(n - rank + 1) - trigamma(n + 1);
  return { at, variance, slope: beyond / density(at) };
}

/** The covariance of two exponential order statistics is the variance of the smaller one. */
const covariance = (smaller: OrderStatistic, larger: OrderStatistic) =>
  smaller.variance * smaller.slope * larger.slope;

/** ψ(x) for x ≥ 1, by recurrence and DLMF 5.11.2. */
function digamma(x: number): number {
  if (x < 8) return digamma(x + 1) - 1 / x;
  return Math.log(x) - 1 / (2 * x) - 1 / (12 * x ** 2) + 1 / (120 * x ** 4) - 1 / (252 * x ** 6);
}

/** ψ′(x) for x ≥ 1, by recurrence and the derivative of DLMF 5.11.2. */
function trigamma(x: number): number {
  if (x < 8) return trigamma(x + 1) + 1 / x ** 2;
  return 1 / x + 1 / (2 * x ** 2) + 1 / (6 * x ** 3) - 1 / (30 * x ** 5) + 1 / (42 * x ** 7);
}

/** With fewer independent requests a quantile has no upper bound at this one-sided level: q^n ≤ α. */
export function minRequestsForUpperBound(perMille: number, alpha: number): number {
  return Math.ceil(Math.log(alpha) / Math.log(perMille / 1000));
}

/** The smallest number with which the power is reached; null if 10⁹ is not enough. */
export function smallestSampleForPower(power: (n: number) => number, least: number): number | null {
  const found = lowestIntegerWhere(1, MAX_ITEMS + 1, (n) => power(n) >= least);
  return found > MAX_ITEMS ? null : found;
}

/** The cost of each item, and the share of its runs that were solved; in the same order for both targets. */
export interface CostOfSolved {
  readonly cost: readonly number[];
  readonly solved: readonly number[];
}

/**
 * The logarithm of the ratio between the baseline's cost per solved item and the candidate's, from the same items: ln R
 * with the error of its linear part, Σ over items of their shares in the four sums (delta method: Cochran 1977, chapter
 * 6), paired, and clustered if items share clusters. A sum of 0 is the caller's error.
 */
export function ratioAdvantage(
  candidate: CostOfSolved,
  baseline: CostOfSolved,
  clusters: readonly ClusterKey[] | null,
): { observed: number; basis: IntervalBasis | null } {
  const means = [candidate.cost, candidate.solved, baseline.cost, baseline.solved].map(mean);
  const [cost, solved, theirCost, theirSolved] = means as [number, number, number, number];
  const parts = candidate.cost.map((own, i) => {
    const [right, paid, theirRight] = [candidate.solved[i], baseline.cost[i], baseline.solved[i]] as number[];
    return (
      (paid as number) / theirCost -
      (theirRight as number) / theirSolved -
      own / cost +
      (right as number) / solved
    );
  });
  const observed = Math.log(theirCost / theirSolved / (cost / solved));
  const error = clusters
    ? clusteredError(parts, clusters)
    : { se: standardError(parts) ?? 0, df: parts.length - 1 };
  const hasSpread = error !== null && error.se > ROUNDING_TOLERANCE;
  return {
    observed,
    basis: hasSpread
      ? {
          ...{ by: 't', mean: observed, se: error.se, df: error.df },
          ...{
            concentration: clusterConcentration(clusters),
            skew: clusterSkew(parts, clusters),
            reach: null,
          },
        }
      : null,
  };
}
