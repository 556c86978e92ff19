import type { Random } from '../statistics/statistics.ts';
import {
  type ArrivalProcess,
  constantArrivals,
  diurnalArrivals,
  gammaArrivals,
  poissonArrivals,
  rampArrivals,
  replayedArrivals,
  spikyArrivals,
} from './arrival-processes.ts';

/** Scheduled times in ms, ascending; only those of a trace end. */
export type Arrivals = Iterable<number>;

type Maker<K extends ArrivalProcess['kind']> = (
  process: Extract<ArrivalProcess, { kind: K }>,
  random: Random,
) => Arrivals;

const MAKERS: { [K in ArrivalProcess['kind']]: Maker<K> } = {
  constant: constantArrivals,
  poisson: poissonArrivals,
  gamma: gammaArrivals,
  diurnal: diurnalArrivals,
  spiky: spikyArrivals,
  ramp: rampArrivals,
  replay: replayedArrivals,
};

/** More arrivals in one schedule indicate a wrong rate; they would take 16 MB. */
const MAX_ARRIVALS = 2_000_000;

/** The end of a schedule: before a time, and after a number of arrivals at or after another time (absent for all). */
export interface ScheduleBounds {
  untilMs: number;
  count?: { from: number; most: number };
}

/**
 * The complete schedule, computed before the first request is sent. The same process, bounds and seed give the same
 * schedule. Throws RangeError for an invalid parameter or above 2,000,000 arrivals.
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
    if (times.length >= MAX_ARRIVALS)
      throw new RangeError(`A schedule has at most ${MAX_ARRIVALS} requests.`);
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
