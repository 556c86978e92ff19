import type { Random } from '../../statistics/statistics.ts';
import { gamma } from '../variates.ts';

/** The gamma distribution of the gaps: shape 1/cv², scale cv²/rate. */
export function gapsAt({ rateRps, cv }: { rateRps: number; cv: number }): { shape: number; scaleMs: number } {
  return { shape: 1 / (cv * cv), scaleMs: (1000 * cv * cv) / rateRps };
}

/** Bursts: independent gaps by `gapsAt`, as ServeGen (arXiv 2505.09999) found for 60 to 76 % of real load. */
export function* gammaRenewal(process: { rateRps: number; cv: number }, random: Random): Generator<number> {
  const { shape, scaleMs } = gapsAt(process);
  for (let at = gamma(random, shape, scaleMs); ; at += gamma(random, shape, scaleMs)) yield at;
}
