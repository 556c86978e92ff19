import type { Random } from '../../statistics/statistics.ts';
import { poisson } from './poisson.ts';

/**
 * A Poisson process whose rate changes with time, by thinning (Lewis and Shedler 1979): arrivals at the highest rate,
 * each kept with the probability of the rate at its time.
 */
export function* thinned(peakRps: number, rateAt: (ms: number) => number, random: Random): Generator<number> {
  for (const at of poisson({ rateRps: peakRps }, random)) {
    if (random.fraction() * peakRps < rateAt(at)) yield at;
  }
}
