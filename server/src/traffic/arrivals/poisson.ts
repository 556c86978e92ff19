import type { Random } from '../../statistics/statistics.ts';
import { exponential } from '../variates.ts';

/** Many users who know nothing of one another: exponential gaps. */
export function* poisson({ rateRps }: { rateRps: number }, random: Random): Generator<number> {
  for (let at = exponential(random, 1000 / rateRps); ; at += exponential(random, 1000 / rateRps)) yield at;
}
