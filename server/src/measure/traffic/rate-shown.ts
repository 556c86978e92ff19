import { binomialCdf } from '../statistics/statistics.ts';
import { type ArrivalProcess, diurnalRate, rampRate, spikyRate } from './arrival-processes.ts';
import type { SliceFigures } from './slice-figures.ts';

/** Arrivals at a chosen rate. */
type AskedArrivals = Exclude<ArrivalProcess, { kind: 'replay' }>;

/** The achieved rate of slices of an open loop, compared with the requested one. */
interface RateShown {
  /** The answered rate, in requests a second. */
  answeredRps: number;
  /**
   * What is lower than the arrivals explain by chance (one-sided 5 %): the requests that this service sent, or those
   * that ended, with or without a response; null if neither.
   */
  short: 'sent' | 'ended' | null;
}

const ALPHA = 0.05;

/**
 * Whether slices carried the requested traffic. Responses leave a server that keeps up as requests arrive (for Poisson
 * arrivals as a Poisson process, Burke 1956), so both are compared with the arrivals. Ended requests are counted in
 * whole slices or in their later halves, whichever has more: a slice begins with few requests in flight, and until the
 * first ones end, fewer end than arrive.
 */
export function checkRateReached(
  arrivals: AskedArrivals,
  { askedRps, warmupMs }: { askedRps: number; warmupMs: number },
  slices: readonly Pick<SliceFigures, 'windowMs' | 'sent' | 'ended' | 'endedLater' | 'completedAt'>[],
): RateShown {
  const sum = (of: (slice: (typeof slices)[number]) => number) =>
    slices.reduce((total, slice) => total + of(slice), 0);
  const expectedIn = (share: number) =>
    sum(({ windowMs }) => expectedArrivals(arrivals, warmupMs + (1 - share) * windowMs, warmupMs + windowMs));
  const isFew = (counted: number, expected: number) =>
    isBelowChance(counted, expected, dispersionOf(arrivals));
  const [whole, later] = [expectedIn(1), expectedIn(1 / 2)];
  const ended = sum((slice) => slice.ended);
  const endedLater = sum((slice) => slice.endedLater);
  const answered = ended === 0 ? 0 : Math.min(1, sum(({ completedAt }) => completedAt.length) / ended);
  const share = Math.min(1, Math.max(ended / whole, endedLater / later));
  const isEnded = !isFew(ended, whole) || !isFew(endedLater, later);
  const isSent = !isFew(
    sum(({ sent }) => sent),
    whole,
  );
  return { answeredRps: askedRps * share * answered, short: isSent ? (isEnded ? null : 'ended') : 'sent' };
}

/** A binomial distribution of this many trials is a Poisson distribution to six digits. */
const TRIALS = 1e9;

/** Whether a count this low has a probability below α: P(X ≤ counted) for a count with this mean and dispersion. */
function isBelowChance(counted: number, expected: number, dispersion: number): boolean {
  if (dispersion === 0) return counted < Math.floor(expected);
  const mean = expected / dispersion;
  return binomialCdf(Math.floor(counted / dispersion), TRIALS, mean / TRIALS) <= ALPHA;
}

/** The ratio of a count's variance to its mean over a long time: the square of the gaps' coefficient of variation. */
function dispersionOf(arrivals: AskedArrivals): number {
  if (arrivals.kind === 'gamma') return arrivals.cv ** 2;
  return arrivals.kind === 'constant' ? 0 : 1;
}

/** Number of steps for integrating a varying rate. */
const PARTS = 2000;

/** The mean number of requests of a process in a part of a window, in ms from its start. */
function expectedArrivals(arrivals: AskedArrivals, fromMs: number, toMs: number): number {
  const rateAt = rateOf(arrivals);
  const partMs = (toMs - fromMs) / PARTS;
  let sum = 0;
  for (let part = 0; part < PARTS; part++) sum += (rateAt(fromMs + (part + 0.5) * partMs) * partMs) / 1000;
  return sum;
}

/** Requests a second by time in ms. */
function rateOf(arrivals: AskedArrivals): (ms: number) => number {
  switch (arrivals.kind) {
    case 'diurnal':
      return diurnalRate(arrivals);
    case 'spiky':
      return spikyRate(arrivals);
    case 'ramp':
      return rampRate(arrivals);
    default:
      return () => arrivals.rateRps;
  }
}
