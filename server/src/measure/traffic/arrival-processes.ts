import { logGamma, type Random } from '../statistics/statistics.ts';
import { drawExponential, drawGamma } from './variates.ts';

/** When requests should be sent, as data. Rates are requests a second, times milliseconds from the start. */
export type ArrivalProcess =
  | { kind: 'constant'; rateRps: number }
  | { kind: 'poisson'; rateRps: number }
  /** Independent gamma gaps with the coefficient of variation `cv`; 1 is Poisson, above 1 there are bursts. */
  | { kind: 'gamma'; rateRps: number; cv: number }
  | DiurnalProcess
  | SpikyProcess
  | RampProcess
  /** The times of a trace, stretched: `timeScale` 2 is half as fast. */
  | { kind: 'replay'; timesMs: readonly number[]; timeScale: number };

/** A daily curve with this mean, peak and trough; Poisson at every moment. */
export interface DiurnalProcess {
  kind: 'diurnal';
  meanRps: number;
  peakToMean: number;
  troughToMean: number;
  periodMs: number;
  /** The position of the peak in the period. */
  peakAtMs: number;
}

/**
 * A base rate, and every `everyMs` a spike of `spikeMs` at `multiplier` times that rate. The first begins at
 * `firstAtMs`.
 */
export interface SpikyProcess {
  kind: 'spiky';
  baseRps: number;
  multiplier: number;
  spikeMs: number;
  everyMs: number;
  firstAtMs: number;
}

/** A change from one rate to the other over `durationMs`, then constant at `endRps`. */
export interface RampProcess {
  kind: 'ramp';
  startRps: number;
  endRps: number;
  durationMs: number;
  shape: 'linear' | 'exponential';
}

/** One request every 1/rate: only for finding faults, because real traffic is never so regular. */
export function* constantArrivals({ rateRps }: { rateRps: number }): Generator<number> {
  for (let i = 0; ; i++) yield (i * 1000) / rateRps;
}

/** Many independent users: exponential gaps. */
export function* poissonArrivals({ rateRps }: { rateRps: number }, random: Random): Generator<number> {
  for (let at = drawExponential(random, 1000 / rateRps); ; at += drawExponential(random, 1000 / rateRps))
    yield at;
}

/**
 * A Poisson process with a varying rate, by thinning (Lewis and Shedler 1979): arrivals at the highest rate, each kept
 * with the probability of the rate at its time.
 */
function* thinnedPoisson(peakRps: number, rateAt: (ms: number) => number, random: Random): Generator<number> {
  for (const at of poissonArrivals({ rateRps: peakRps }, random)) {
    if (random.fraction() * peakRps < rateAt(at)) yield at;
  }
}

/** The gamma distribution of the gaps: shape 1/cv², scale cv²/rate. */
export function gammaGapParameters({ rateRps, cv }: { rateRps: number; cv: number }): {
  shape: number;
  scaleMs: number;
} {
  return { shape: 1 / (cv * cv), scaleMs: (1000 * cv * cv) / rateRps };
}

/**
 * Bursts: independent gaps by `gammaGapParameters`, which ServeGen (arXiv 2505.09999) found for 60 to 76 % of real
 * load.
 */
export function* gammaArrivals(process: { rateRps: number; cv: number }, random: Random): Generator<number> {
  const { shape, scaleMs } = gammaGapParameters(process);
  for (let at = drawGamma(random, shape, scaleMs); ; at += drawGamma(random, shape, scaleMs)) yield at;
}

/** A daily cycle: see `diurnalRate`. */
export function diurnalArrivals(process: DiurnalProcess, random: Random): Generator<number> {
  return thinnedPoisson(process.meanRps * process.peakToMean, diurnalRate(process), random);
}

/**
 * The rate in requests a second at a time in ms: `trough + (peak − trough) · ((1 + cos x) / 2)^g`, with g chosen so
 * that the mean over a period is the requested one; a plain cosine could not have a peak of 3 and a trough of 0.25
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

/**
 * The g for which ((1 + cos x) / 2)^g has this mean over a period: Γ(g + ½) / (√π · Γ(g + 1)), which decreases in g.
 */
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

/** Rectangular spikes on a Poisson base. Throws RangeError if spikes would overlap. */
export function spikyArrivals(process: SpikyProcess, random: Random): Generator<number> {
  const { baseRps, multiplier, spikeMs, everyMs } = process;
  if (spikeMs > everyMs) throw new RangeError(`Spikes of ${spikeMs} ms cannot come every ${everyMs} ms.`);
  if (multiplier < 1) throw new RangeError(`A spike is at least the base rate, not ${multiplier} times it.`);
  return thinnedPoisson(baseRps * multiplier, spikyRate(process), random);
}

/** The rate in requests a second at a time in ms. */
export function spikyRate(process: SpikyProcess): (ms: number) => number {
  const { baseRps, multiplier, spikeMs, everyMs, firstAtMs } = process;
  const inSpike = (ms: number) => ms >= firstAtMs && (ms - firstAtMs) % everyMs < spikeMs;
  return (ms) => (inSpike(ms) ? baseRps * multiplier : baseRps);
}

/** Shows at which rate a server is saturated; reported by windows, never as one percentile over the whole ramp. */
export function rampArrivals(process: RampProcess, random: Random): Generator<number> {
  return thinnedPoisson(Math.max(process.startRps, process.endRps), rampRate(process), random);
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

/**
 * The times of a trace, which preserve bursts and reuse of prefixes. The first request is sent at 0. Throws RangeError
 * if times are not ascending numbers.
 */
export function* replayedArrivals({
  timesMs,
  timeScale,
}: {
  timesMs: readonly number[];
  timeScale: number;
}): Generator<number> {
  const first = timesMs[0] ?? 0;
  let before = first;
  for (const [index, at] of timesMs.entries()) {
    if (!Number.isFinite(at) || at < before) {
      throw new RangeError(`Time ${index + 1} of the trace is ${at}, which is not after ${before}.`);
    }
    before = at;
    yield (at - first) * timeScale;
  }
}
