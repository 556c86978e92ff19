import { type IntervalBasis, intervalFromBasis } from './compare.ts';
import type { Interval } from './interval.ts';

/** Halvings between two levels on the scale of logarithms: to less than a thousandth for any family. */
const HALVINGS = 16;

/** The interval by which a tie is decided, with two one-sided tests at this level (Schuirmann 1987). Null where there is none. */
export const tieInterval = (basis: IntervalBasis | null, level: number): Interval | null =>
  basis && intervalFromBasis(basis, 1 - 2 * level);

/**
 * The p-value of a tie: the smallest level at which both one-sided tests reject a difference of the margin or more, so that
 * the interval at 1 − 2·level lies strictly inside ±margin. No correction judges above `alpha` or below `alpha` divided by
 * the size of the family: a larger one is given as 1, and a smaller one as that level.
 */
export function tiePValue(
  basis: IntervalBasis | null,
  { margin, alpha, familySize }: { margin: number; alpha: number; familySize: number },
): number {
  const isInside = (level: number) => {
    const interval = tieInterval(basis, level);
    return interval !== null && interval.low > -margin && interval.high < margin;
  };
  if (!isInside(alpha)) return 1;
  let [low, high] = [alpha / familySize, alpha];
  if (isInside(low)) return low;
  for (let i = 0; i < HALVINGS; i++) {
    const middle = Math.sqrt(low * high);
    if (isInside(middle)) high = middle;
    else low = middle;
  }
  return high;
}
