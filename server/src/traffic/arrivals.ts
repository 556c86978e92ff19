import type { Random } from '../statistics/statistics.ts';
import { constant } from './arrivals/constant.ts';
import { diurnal } from './arrivals/diurnal.ts';
import { gammaRenewal } from './arrivals/gamma-renewal.ts';
import { poisson } from './arrivals/poisson.ts';
import { ramp } from './arrivals/ramp.ts';
import { replay } from './arrivals/replay.ts';
import { spiky } from './arrivals/spiky.ts';

/** When requests are meant to be sent, as data. Rates are requests a second, times milliseconds from the start. */
export type ArrivalProcess =
  | { kind: 'constant'; rateRps: number }
  | { kind: 'poisson'; rateRps: number }
  /** Independent gamma gaps with the coefficient of variation `cv`; 1 is Poisson, above it come bursts. */
  | { kind: 'gamma'; rateRps: number; cv: number }
  | DiurnalProcess
  | SpikyProcess
  | RampProcess
  /** The times of a trace, stretched: `timeScale` 2 = half as fast. */
  | { kind: 'replay'; timesMs: readonly number[]; timeScale: number };

/** A daily curve with this mean, peak and trough; Poisson in every moment. */
export interface DiurnalProcess {
  kind: 'diurnal';
  meanRps: number;
  peakToMean: number;
  troughToMean: number;
  periodMs: number;
  /** Where in the period the peak is. */
  peakAtMs: number;
}

/** A base rate, and every `everyMs` a spike of `spikeMs` at `multiplier` times it. The first begins at `firstAtMs`. */
export interface SpikyProcess {
  kind: 'spiky';
  baseRps: number;
  multiplier: number;
  spikeMs: number;
  everyMs: number;
  firstAtMs: number;
}

/** From one rate to the other over `durationMs`, then at `endRps`. */
export interface RampProcess {
  kind: 'ramp';
  startRps: number;
  endRps: number;
  durationMs: number;
  shape: 'linear' | 'exponential';
}

/** Intended times in ms, ascending; ends only with a trace. */
export type Arrivals = Iterable<number>;

type Maker<K extends ArrivalProcess['kind']> = (
  process: Extract<ArrivalProcess, { kind: K }>,
  random: Random,
) => Arrivals;

const MAKERS: { [K in ArrivalProcess['kind']]: Maker<K> } = {
  constant,
  poisson,
  gamma: gammaRenewal,
  diurnal,
  spiky,
  ramp,
  replay,
};

/** More than this in one schedule is a mistake in a rate; it would take 16 MB. */
const MOST_ARRIVALS = 2_000_000;

/** Where a schedule ends: before a time, and after so many arrivals at or after another time (absent = all). */
export interface ScheduleBounds {
  untilMs: number;
  count?: { from: number; most: number };
}

/**
 * The whole schedule, made before the first request is sent. The same process, bounds and seed give the same schedule.
 * Throws RangeError for a bad parameter or above 2,000,000 arrivals.
 */
export function arrivalTimes(
  process: ArrivalProcess,
  { untilMs, count }: ScheduleBounds,
  random: Random,
): Float64Array {
  checkNumbers(process);
  const times: number[] = [];
  let counted = 0;
  for (const at of make(process, random)) {
    if (at >= untilMs || (count !== undefined && counted >= count.most)) break;
    if (times.length >= MOST_ARRIVALS)
      throw new RangeError(`A schedule has at most ${MOST_ARRIVALS} requests.`);
    times.push(at);
    if (count !== undefined && at >= count.from) counted++;
  }
  return Float64Array.from(times);
}

function make<K extends ArrivalProcess['kind']>(
  process: Extract<ArrivalProcess, { kind: K }>,
  random: Random,
): Arrivals {
  const maker: Maker<K> = MAKERS[process.kind as K];
  return maker(process, random);
}

function checkNumbers(process: ArrivalProcess): void {
  for (const [name, value] of Object.entries(process)) {
    if (typeof value !== 'number') continue;
    const mayBeZero = name === 'peakAtMs' || name === 'firstAtMs' || name === 'troughToMean';
    if (!Number.isFinite(value) || value < 0 || (value === 0 && !mayBeZero)) {
      throw new RangeError(
        `${name} of ${process.kind} arrivals is ${mayBeZero ? 'not negative' : 'above 0'}, not ${value}.`,
      );
    }
  }
}
