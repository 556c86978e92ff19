import type { Random } from '../../statistics/statistics.ts';
import type { SpikyProcess } from '../arrivals.ts';
import { thinned } from './thinned.ts';

/** Rectangular spikes on a Poisson base. Throws RangeError where spikes would overlap. */
export function spiky(process: SpikyProcess, random: Random): Generator<number> {
  const { baseRps, multiplier, spikeMs, everyMs, firstAtMs } = process;
  if (spikeMs > everyMs) throw new RangeError(`Spikes of ${spikeMs} ms cannot come every ${everyMs} ms.`);
  if (multiplier < 1) throw new RangeError(`A spike is at least the base rate, not ${multiplier} times it.`);
  const inSpike = (ms: number) => ms >= firstAtMs && (ms - firstAtMs) % everyMs < spikeMs;
  return thinned(baseRps * multiplier, (ms) => (inSpike(ms) ? baseRps * multiplier : baseRps), random);
}
