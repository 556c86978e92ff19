import type { Random } from '../../statistics/statistics.ts';
import type { RampProcess } from '../arrivals.ts';
import { thinned } from './thinned.ts';

/** Finds where a server bends; to be reported by windows, never as one percentile over the whole. */
export function ramp(process: RampProcess, random: Random): Generator<number> {
  return thinned(Math.max(process.startRps, process.endRps), rampRate(process), random);
}

/** The rate in requests a second at a time in ms. */
export function rampRate({ startRps, endRps, durationMs, shape }: RampProcess): (ms: number) => number {
  return (ms) => {
    const part = Math.min(1, ms / durationMs);
    return shape === 'linear'
      ? startRps + (endRps - startRps) * part
      : startRps * (endRps / startRps) ** part;
  };
}
