import { type IntervalBasis, intervalFromBasis } from './compare.ts';
import type { Interval } from './interval.ts';

/** Number of bisections between two levels on a logarithmic scale: to less than a thousandth for any family. */
const HALVINGS = 16;

/** The interval that decides a tie, with two one-sided tests at this level (Schuirmann 1987). Null if there is none. */
export const tieInterval = (basis: IntervalBasis | null, level: number): Interval | null =>
  basis && intervalFromBasis(basis, 1 - 2 * level);

/**
 * The p-value of a tie: the smallest level at which both one-sided tests reject a difference of the margin or more, so
 * that the interval at 1 − 2·level is strictly inside ±margin. No correction tests above `alpha` or below `alpha`
 * divided by the size of the family: a larger value is returned as 1, and a smaller one as that level.
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
