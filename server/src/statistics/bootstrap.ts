import { normalCdf, normalQuantile } from './distributions.ts';
import { alphaOf, checkCount, type Interval, ROUNDING, upperLevel } from './interval.ts';
import type { Random } from './random.ts';

/** One resample: as many indices as there are items, with repetition. */
export type Resample = readonly number[];

/** `count` random resamples of n items; the same generator state gives the same ones. */
export function* randomResamples(random: Random, n: number, count: number): Generator<Resample> {
  checkCount('The number of items', n, 1);
  for (let r = 0; r < count; r += 1) yield Array.from({ length: n }, () => random.below(n));
}

/** All nⁿ resamples of n ≤ 7 items, so that a bootstrap can be checked without random numbers. */
export function* allResamples(n: number): Generator<Resample> {
  if (!(n >= 1 && n <= 7)) throw new RangeError(`All resamples can be listed for 1 to 7 items, not ${n}.`);
  for (let code = 0; code < n ** n; code += 1) {
    yield Array.from({ length: n }, (_, digit) => Math.floor(code / n ** digit) % n);
  }
}

/** The `level` quantile by linear interpolation between sorted values (Hyndman and Fan type 7). */
function quantile(sorted: readonly number[], level: number): number {
  const at = level * (sorted.length - 1);
  const below = sorted[Math.floor(at)] as number;
  const above = sorted[Math.ceil(at)] as number;
  return below + (above - below) * (at - Math.floor(at));
}

export interface BootstrapInput<T> {
  /** What is drawn as a whole: an item with both its scores, or a cluster of items. Never a single call. */
  readonly items: readonly T[];
  readonly statistic: (items: readonly T[]) => number;
  readonly resamples: Iterable<Resample>;
  readonly confidence: number;
}

export interface BootstrapResult {
  readonly estimate: number;
  /** The spread of the statistic over the resamples. */
  readonly se: number;
  readonly ci: Interval;
}

interface Replicates {
  readonly estimate: number;
  readonly se: number;
  readonly sorted: readonly number[];
}

function replicate<T>({ items, statistic, resamples }: BootstrapInput<T>): Replicates {
  if (items.length === 0) throw new RangeError('There is nothing to resample.');
  const values: number[] = [];
  for (const indices of resamples) values.push(statistic(indices.map((index) => items[index] as T)));
  if (values.length === 0) throw new RangeError('A bootstrap needs at least one resample.');
  const centre = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / values.length;
  values.sort((left, right) => left - right);
  return { estimate: statistic(items), se: Math.sqrt(variance), sorted: values };
}

/** The percentile interval: the α/2 and 1−α/2 quantiles of the resampled statistic (Efron 1979). */
export function percentileBootstrap<T>(input: BootstrapInput<T>): BootstrapResult {
  const { estimate, se, sorted } = replicate(input);
  const tail = alphaOf(input.confidence) / 2;
  const ci = { low: quantile(sorted, tail), high: quantile(sorted, upperLevel(input.confidence)) };
  return { estimate, se, ci };
}

export interface BcaResult extends BootstrapResult {
  readonly z0: number;
  readonly acceleration: number;
  /** The quantile levels that replace α/2 and 1−α/2. */
  readonly levels: Interval;
}

/**
 * The bias-corrected and accelerated interval (Efron 1987), acceleration by the jackknife. `bias` says how
 * resamples equal to the estimate count in z0: not at all (`strict`, the textbook formula) or by half
 * (`mid-rank`, which treats both directions alike). Null where z0 is infinite or the jackknife impossible:
 * all resamples on one side, or fewer than two items.
 */
export function bcaBootstrap<T>(
  input: BootstrapInput<T>,
  { bias = 'strict' }: { bias?: 'strict' | 'mid-rank' } = {},
): BcaResult | null {
  const { estimate, se, sorted } = replicate(input);
  const z0 = normalQuantile(shareBelow(sorted, estimate, bias));
  if (!Number.isFinite(z0) || input.items.length < 2) return null;
  const acceleration = jackknifeAcceleration(input.items, input.statistic);
  const level = (z: number) => normalCdf(z0 + (z0 + z) / (1 - acceleration * (z0 + z)));
  const z = normalQuantile(upperLevel(input.confidence));
  const levels = { low: level(-z), high: level(z) };
  const ci = { low: quantile(sorted, levels.low), high: quantile(sorted, levels.high) };
  return { estimate, se, ci, z0, acceleration, levels };
}

/** The share of replicates below the estimate; those that differ by rounding alone count as equal. */
function shareBelow(sorted: readonly number[], estimate: number, bias: 'strict' | 'mid-rank'): number {
  const same = ROUNDING * Math.max(Math.abs(sorted[0] as number), Math.abs(sorted.at(-1) as number));
  const below = sorted.filter((value) => value < estimate - same).length;
  const equal = sorted.filter((value) => Math.abs(value - estimate) <= same).length;
  return (below + (bias === 'mid-rank' ? equal / 2 : 0)) / sorted.length;
}

/** Σ(θ̄−θᵢ)³ / (6·(Σ(θ̄−θᵢ)²)^{3/2}) over the leave-one-out values; 0 when they do not vary. */
function jackknifeAcceleration<T>(items: readonly T[], statistic: (items: readonly T[]) => number): number {
  const left = items.map((_, out) => statistic(items.filter((_, i) => i !== out)));
  const centre = left.reduce((sum, value) => sum + value, 0) / left.length;
  const squares = left.reduce((sum, value) => sum + (centre - value) ** 2, 0);
  const cubes = left.reduce((sum, value) => sum + (centre - value) ** 3, 0);
  return squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
}
