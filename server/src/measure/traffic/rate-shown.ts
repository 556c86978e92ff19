import { binomialCdf } from '../statistics/statistics.ts';
import { type ArrivalProcess, diurnalRate, rampRate, spikyRate } from './arrival-processes.ts';
import type { SliceFigures } from './slice-figures.ts';

/** Arrivals at a rate that somebody chose. */
type AskedArrivals = Exclude<ArrivalProcess, { kind: 'replay' }>;

/** What slices of an open loop show of the rate that was asked of them. */
interface RateShown {
  /** As much of that rate as was answered, requests a second. */
  answeredRps: number;
  /**
   * What there is less of than the arrivals explain by chance (one-sided 5 %): requests that this service handed over, or
   * that ended, answered or not; null when neither.
   */
  short: 'sent' | 'ended' | null;
}

const ALPHA = 0.05;

/**
 * Whether slices carried the requested traffic. Responses leave a server that keeps up as requests arrive (of Poisson
 * arrivals as a Poisson process, Burke 1956), so both are compared with the arrivals. Ended requests are counted in
 * whole slices or in their later halves, whichever has more: a slice begins with few requests under way, and until
 * the first ones end, fewer end than arrive.
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

/** Whether so few would come by chance less often than α: P(X ≤ counted) for a count of this mean and dispersion. */
function isBelowChance(counted: number, expected: number, dispersion: number): boolean {
  if (dispersion === 0) return counted < Math.floor(expected);
  const mean = expected / dispersion;
  return binomialCdf(Math.floor(counted / dispersion), TRIALS, mean / TRIALS) <= ALPHA;
}

/** The variance of the count over its mean in a long time: the square of the coefficient of variation of gaps. */
function dispersionOf(arrivals: AskedArrivals): number {
  if (arrivals.kind === 'gamma') return arrivals.cv ** 2;
  return arrivals.kind === 'constant' ? 0 : 1;
}

/** Parts by which a rate that changes is summed up. */
const PARTS = 2000;

/** How many requests a process brings on average in a part of a window, in ms from its start. */
function expectedArrivals(arrivals: AskedArrivals, fromMs: number, toMs: number): number {
  const rateAt = rateOf(arrivals);
  const partMs = (toMs - fromMs) / PARTS;
  let sum = 0;
  for (let part = 0; part < PARTS; part++) sum += (rateAt(fromMs + (part + 0.5) * partMs) * partMs) / 1000;
  return sum;
}

/** Requests a second by the time in ms. */
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
