import { logGamma, type Random } from '../../statistics/statistics.ts';
import type { DiurnalProcess } from '../arrivals.ts';
import { thinned } from './thinned.ts';

/** A day: see `diurnalRate`. */
export function diurnal(process: DiurnalProcess, random: Random): Generator<number> {
  return thinned(process.meanRps * process.peakToMean, diurnalRate(process), random);
}

/**
 * The rate in requests a second at a time in ms: `trough + (peak − trough) · ((1 + cos x) / 2)^g`, with g such that the
 * mean of a period is the mean asked for; a cosine alone has no freedom left for a peak of 3 and a trough of 0.25
 * times the mean. Throws RangeError unless trough < mean < peak.
 */
export function diurnalRate(process: DiurnalProcess): (ms: number) => number {
  const { meanRps, peakToMean, troughToMean, periodMs, peakAtMs } = process;
  if (!(troughToMean < 1 && 1 < peakToMean))
    throw new RangeError('The trough is below the mean, the peak above it.');
  const sharpness = sharpnessFor((1 - troughToMean) / (peakToMean - troughToMean));
  return (ms) => {
    const wave = (1 + Math.cos((2 * Math.PI * (ms - peakAtMs)) / periodMs)) / 2;
    return meanRps * (troughToMean + (peakToMean - troughToMean) * wave ** sharpness);
  };
}

/** The g at which ((1 + cos x) / 2)^g has this mean over a period: Γ(g + ½) / (√π · Γ(g + 1)), which falls in g. */
function sharpnessFor(mean: number): number {
  let low = 1e-9;
  let high = 1e9;
  for (let step = 0; step < 200; step++) {
    const middle = Math.sqrt(low * high);
    const at = Math.exp(logGamma(middle + 0.5) - logGamma(middle + 1)) / Math.sqrt(Math.PI);
    if (at > mean) low = middle;
    else high = middle;
  }
  return Math.sqrt(low * high);
}
