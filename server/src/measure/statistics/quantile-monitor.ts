import { BET_SHARES, evidenceOfLooks } from './always-valid.ts';
import { quantileRanks } from './quantiles.ts';

/** Times or costs by independent units: an item, or a window of load. A missing response is infinite. */
export type MonitoredValues = readonly (readonly number[])[];

/**
 * Monitors whether a quantile has risen above a multiple of that of the reference run, over any number of looks.
 * Plain data that grows with each look.
 */
export interface QuantileMonitor {
  /** The share of values above the quantile: 0.05 is p95. */
  readonly above: number;
  /** The allowed multiple of the reference's quantile. */
  readonly ratio: number;
  /** An upper bound of the reference's true quantile, at half of the level; infinite if it has too few values. */
  readonly ceiling: number;
  /** The logarithm of each bet's gain, by look. */
  readonly looks: readonly (readonly number[])[];
}

/**
 * A lower bound of the effective number of independent values in units, whatever their dependence within a unit:
 * (Σm)²/Σm² for units with m values (Kish 1965, where the values of a unit are copies).
 */
export function effectiveSizeOfUnits(units: MonitoredValues): number {
  let [all, squares] = [0, 0];
  for (const { length } of units) {
    all += length;
    squares += length ** 2;
  }
  return squares === 0 ? 0 : Math.floor(all ** 2 / squares);
}

/** No bet assumes more than this many times the share. */
const MAX_ODDS = 8;

/**
 * @param worth the effective number of independent values of the reference, if they depend on each other
 * @param alpha the error level over the whole lifetime: half of it for the reference, half for the looks
 */
export function startQuantileMonitor(
  reference: { readonly sorted: ArrayLike<number>; readonly worth: number },
  { above, ratio, alpha }: Pick<QuantileMonitor, 'above' | 'ratio'> & { alpha: number },
): QuantileMonitor {
  const { sorted, worth } = reference;
  // One bound of a two-sided interval with the same error on each side.
  const { upper } = quantileRanks(worth, 1 - above, 1 - alpha);
  const rank = upper === null ? null : Math.ceil((upper * sorted.length) / worth);
  const ceiling = (rank === null ? undefined : sorted[rank - 1]) ?? Number.POSITIVE_INFINITY;
  return { above, ratio, ceiling, looks: [] };
}

export function addQuantileLook(monitor: QuantileMonitor, run: MonitoredValues): QuantileMonitor {
  const { above, looks } = monitor;
  const limit = quantileLimit(monitor);
  const largest = Math.max(...run.map(({ length }) => length));
  const odds = Math.min(MAX_ODDS, 1 / above);
  const won = BET_SHARES.map(() => 0);
  for (const unit of run) {
    const late = unit.reduce((count, value) => count + Number(value > limit), 0);
    const residual = (late - above * unit.length) / largest;
    for (const [k, bet] of BET_SHARES.entries())
      won[k] = (won[k] as number) + Math.log1p(bet * odds * residual);
  }
  return { ...monitor, looks: [...looks, won] };
}

/** The upper limit of a look's true quantile, if nothing has risen by more than the ratio. */
export const quantileLimit = ({ ceiling, ratio }: QuantileMonitor) => ceiling * ratio;

/**
 * The logarithm of the evidence, after all looks so far, that the quantile is above its limit. Whether a value is
 * above it is 0 or 1, so its share is a bounded mean (Howard and Ramdas 2022, "Sequential estimation of quantiles").
 * With the same stake on each value only the mean of the shares counts: Π(1 + λ(pᵢ − share)) ≤ (1 + λ(p̄ − share))ⁿ.
 */
export const quantileEvidence = ({ looks }: QuantileMonitor) => evidenceOfLooks(looks);
