import { lowestIntegerWhere } from './binary-search.ts';
import { binomialCdf } from './distributions.ts';

/**
 * A bound on P(S ≥ total), where S is the sum of k independent numbers from 0 to 1 whose means average `mean`: the
 * minimum of E(B − c)₊ / (total − c) over integers c below the total, B ~ Bin(k, mean) (Hoeffding 1963, Bentkus 2004).
 * For one number it is Markov's inequality. It depends only on the mean, not on the distribution.
 */
export function boundedSumTail(k: number, mean: number, total: number): number {
  if (total <= k * mean) return 1;
  if (total > k) return 0;
  // E(B − c)₊ = k·mean·P(B′ ≥ c) − c·P(B > c) with B′ ~ Bin(k − 1, mean).
  const excess = (c: number) =>
    k * mean * (1 - binomialCdf(c - 1, k - 1, mean)) - c * (1 - binomialCdf(c, k, mean));
  const bound = (c: number) => excess(c) / (total - c);
  // A convex function divided by a linear one decreases to its minimum and then increases.
  const last = Math.ceil(total) - 1;
  const best = lowestIntegerWhere(0, last, (c) => bound(c + 1) >= bound(c));
  return Math.min(1, bound(best));
}
