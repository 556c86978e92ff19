import { estimateQuantile } from '../statistics/statistics.ts';
import { joinRecords } from './load-threads.ts';
import type { WindowRecord } from './load-window.ts';
import { scheduleLag } from './request-times.ts';
import { hasSessions, scheduleWindow, type WindowPlan } from './window-plan.ts';

// A window that several processes send together: the offsets of their clocks, and when their shares count as one
// window.

/** A request for another clock's time, in ms: when it was sent and answered by our own clock, and the answer. */
export interface ClockTrip {
  askedMs: number;
  answeredMs: number;
  otherMs: number;
}

/** The offset from our clock to the other, and its maximum error. */
export interface ClockEstimate {
  offsetMs: number;
  uncertaintyMs: number;
}

/**
 * Estimates the offset from the fastest round trip: the answer was made somewhere between its two ends (Cristian 1989, Distributed
 * Computing 3:146). Throws RangeError without a round trip.
 */
export function estimateClock(trips: readonly ClockTrip[]): ClockEstimate {
  const lengthOf = ({ askedMs, answeredMs }: ClockTrip) => answeredMs - askedMs;
  const [first, ...others] = trips;
  if (first === undefined)
    throw new RangeError('The offset of the other clock cannot be estimated without a round trip.');
  const best = others.reduce((least, trip) => (lengthOf(trip) < lengthOf(least) ? trip : least), first);
  const uncertaintyMs = lengthOf(best) / 2;
  return { offsetMs: best.otherMs - best.askedMs - uncertaintyMs, uncertaintyMs };
}

/** The share of a window that one of several processes sent, and the offset of its clock. */
export interface SentShare extends ClockEstimate {
  record: WindowRecord;
}

/** One share in the form of results. */
export interface GeneratorFigures {
  requests: number;
  /** How late it sent measured requests, at the 99th percentile; null without any. */
  lag_p99_ms: number | null;
  clock_offset_ms: number;
  clock_uncertainty_ms: number;
}

/** A process that sends later than this would measure itself. */
const MAX_LAG_MS = 10;
/** With less certain clocks, requests of several processes are not at their scheduled times. */
export const MAX_CLOCK_UNCERTAINTY_MS = 1;

/**
 * Joins the shares of a window, with the figures of each, and the reasons why it is not a valid measurement: sentences,
 * empty if it is valid.
 */
export function joinShares(
  plan: WindowPlan,
  shares: readonly SentShare[],
): { record: WindowRecord; generators: GeneratorFigures[]; voidFor: string[] } {
  const record = joinRecords(shares.map((share) => share.record));
  const generators = shares.map((share) => figuresOf(share, record));
  const { arrivals } = scheduleWindow(plan);
  const voidFor = generators.flatMap(({ requests, lag_p99_ms, clock_uncertainty_ms }, index) => {
    const who = `generator ${index + 1} of ${shares.length}`;
    const planned = arrivals.filter((_, number) => number % shares.length === index).length;
    // The schedule of sessions contains only their first turns.
    const begun = shares[index]?.record.requests.filter(({ turn = 1 }) => turn === 1).length ?? requests;
    const said: [boolean, string][] = [
      [
        record.saturatedAtMs === null && begun < planned,
        `${who} sent ${begun} of its ${planned} ${hasSessions(plan) ? 'sessions' : 'requests'}`,
      ],
      [(lag_p99_ms ?? 0) > MAX_LAG_MS, `${who} sent ${round(lag_p99_ms)} ms late at the 99th percentile`],
      [clock_uncertainty_ms > MAX_CLOCK_UNCERTAINTY_MS, clockUncertaintySentence(who, clock_uncertainty_ms)],
    ];
    return said.flatMap(([holds, sentence]) => (holds ? [sentence] : []));
  });
  return { record, generators, voidFor };
}

export const clockUncertaintySentence = (who: string, uncertaintyMs: number) =>
  `the clock of ${who} is known only to ${round(uncertaintyMs)} ms`;

const round = (ms: number | null) => Number((ms ?? 0).toPrecision(3));

function figuresOf(
  { record: { requests }, offsetMs, uncertaintyMs }: SentShare,
  { steady }: WindowRecord,
): GeneratorFigures {
  const counted = requests.filter(
    ({ scheduledMs }) => scheduledMs >= steady.fromMs && scheduledMs < steady.toMs,
  );
  const lags = Float64Array.from(counted, scheduleLag).sort();
  return {
    requests: requests.length,
    lag_p99_ms: estimateQuantile(lags, 990, 0.95)?.observed ?? null,
    clock_offset_ms: offsetMs,
    clock_uncertainty_ms: uncertaintyMs,
  };
}
