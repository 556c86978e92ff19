import { type IntervalBasis, intervalFromBasis } from './compare.ts';
import { alphaFromConfidence, type Interval } from './interval.ts';

/**
 * `bonferroni`: the interval at its level, unchanged. `holm`: the decision shows the sign and the interval alone does
 * not, so its bound on the other side is moved to 0. `no_decision`: no winner is named although the interval alone
 * would exclude 0, so it is extended to 0.
 */
export type RestsOn = 'bonferroni' | 'holm' | 'no_decision';

export interface SimultaneousInterval extends Interval {
  /** The confidence of this interval alone: 1 − α divided by the size of the family. */
  readonly level: number;
  readonly rests_on: RestsOn;
}

export interface SimultaneousInput {
  /** Confidence level of the whole family. */
  readonly confidence: number;
  /** Number of comparisons that are decided together. */
  readonly familySize: number;
  /** The side that the decision names: 1: A is better, −1: B is, 0: neither. */
  readonly side: -1 | 0 | 1;
}

/**
 * The interval of one comparison in its family, which never contradicts Holm's decision. At level 1 − α/m (Bonferroni;
 * Dunn 1961) the intervals contain all m differences simultaneously with 1 − α, whatever their dependence. Holm decides
 * more than they show; for such a decision only the sign is proven, so that bound is 0, as in the bounds for Holm's
 * procedure (Strassburger and Bretz 2008; Guilbaud 2008). Null if there is no interval.
 */
export function simultaneousInterval(
  basis: IntervalBasis | null,
  { confidence, familySize, side }: SimultaneousInput,
): SimultaneousInterval | null {
  const level = 1 - alphaFromConfidence(confidence) / familySize;
  const alone = basis && intervalFromBasis(basis, level);
  if (!alone) return null;
  if (side === 0) {
    const { low, high } = alone;
    const holds = low <= 0 && high >= 0;
    if (holds) return { low, high, level, rests_on: 'bonferroni' };
    return { low: Math.min(low, 0), high: Math.max(high, 0), level, rests_on: 'no_decision' };
  }
  const shown = side === 1 ? alone.low > 0 : alone.high < 0;
  if (shown) return { ...alone, level, rests_on: 'bonferroni' };
  const cut = side === 1 ? { low: 0, high: alone.high } : { low: alone.low, high: 0 };
  return { ...cut, level, rests_on: 'holm' };
}
