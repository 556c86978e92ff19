import { binomialLogPmf } from './distributions.ts';
import { checkCount } from './interval.ts';

/** Successes of a number of trials. */
export interface Share {
  readonly successes: number;
  readonly n: number;
}

/** Probabilities closer than this share are the same one, computed in another order (as scipy and R do). */
const SAME = 1e-7;

/**
 * Fisher's exact two-sided p for two shares of different items, where nothing pairs them (Fisher 1935): the sum of
 * the hypergeometric probabilities that are no larger than the observed one. 1 when either sample is empty.
 */
export function fisherExact(first: Share, second: Share): number {
  for (const { successes, n } of [first, second]) {
    checkCount('n', n);
    checkCount('The number of successes', successes);
    if (successes > n) throw new RangeError(`${successes} successes of ${n} is impossible.`);
  }
  const total = first.successes + second.successes;
  const fewest = Math.max(0, total - second.n);
  // Any common p gives the same conditional probabilities; relative to the observed table none of them underflows.
  const log = (x: number) => binomialLogPmf(x, first.n, 0.5) + binomialLogPmf(total - x, second.n, 0.5);
  const observed = log(first.successes);
  const chances = Array.from({ length: Math.min(first.n, total) - fewest + 1 }, (_, i) =>
    Math.exp(log(fewest + i) - observed),
  );
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
  const extreme = chances.filter((chance) => chance <= 1 + SAME);
  return Math.min(1, sum(extreme) / sum(chances));
}
