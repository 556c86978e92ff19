import type { Random } from '../../statistics/statistics.ts';
import { gamma } from '../variates.ts';

/** Bursts: gaps Gamma(1/cv², cv²/rate), as ServeGen (arXiv 2505.09999) found for 60 to 76 % of real load. */
export function* gammaRenewal(
  { rateRps, cv }: { rateRps: number; cv: number },
  random: Random,
): Generator<number> {
  const shape = 1 / (cv * cv);
  const scaleMs = (1000 * cv * cv) / rateRps;
  for (let at = gamma(random, shape, scaleMs); ; at += gamma(random, shape, scaleMs)) yield at;
}
