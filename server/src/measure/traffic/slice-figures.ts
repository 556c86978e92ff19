import type { RequestTime } from '@touchstone/report/limits';
import type { GroupedReason } from '../../models/models.ts';
import { LOAD_OUTCOMES, type LoadOutcome, type LoadRequest } from './request-log.ts';
import {
  endToEndLatency,
  isAnswered,
  latencyFromActualSend,
  scheduleLag,
  timePerOutputToken,
  timeToFirstToken,
} from './request-times.ts';
import { type SessionFigures, sessionFigures, sessionOrder } from './session-figures.ts';
import type { SteadyWindow } from './window-plan.ts';

/** The requests of one run of a load, on one clock, and its measured part. */
export interface LoadSlice {
  requests: readonly LoadRequest[];
  steady: SteadyWindow;
  /** When it was ended early; absent if it was not. */
  saturatedAtMs?: number | null;
  /** Why requests had no response; unknown in slices of older versions. */
  reasons?: readonly GroupedReason[];
}

/** A count and a sum over the requests for which the server reported it. */
export interface CountedRequests {
  count: number;
  sum: number;
}

/**
 * The figures of one slice in columns of numbers: about forty bytes per request, so that many slices can be summarised
 * without keeping their requests.
 */
export interface SliceFigures {
  windowMs: number;
  /**
   * Outcomes of the steady part. Requests to a server that refused everything from some time on are included here,
   * but in no column.
   */
  outcomes: Record<LoadOutcome, number>;
  /**
   * Milliseconds to the last token of each measured request, in the order of their scheduled times; infinite without
   * a response.
   */
  latencies: Float64Array;
  /** 1 for each measured request without a response, else 0. A 429 counts only if the server sent nothing but 429. */
  failures: Uint8Array;
  /** How late each measured request was sent. */
  lags: Float64Array;
  /** When each measured request was scheduled, in ms from the beginning of the steady part. */
  times: Float64Array;
  /** Latencies from the actual sending of requests with a response, if known; ascending. */
  fromSend: Float64Array;
  /** Milliseconds to the first token of each measured request: infinite without a response, NaN if unknown. */
  ttfts: Float64Array;
  tpots: Float64Array;
  /**
   * The responses that ended in the steady part, whenever they were sent: the time of their last token, in ms since the
   * part began.
   */
  completedAt: Float64Array;
  /** Requests that were sent in the steady part, those that ended in it, and those that ended in its later half. */
  sent: number;
  ended: number;
  endedLater: number;
  completedTokens: CountedRequests;
  inputTokens: CountedRequests;
  outputTokens: CountedRequests;
  cachedTokens: CountedRequests;
  chunks: CountedRequests;
  /** Why requests had no response, including the warm-up. */
  reasons: readonly GroupedReason[];
  /** The figures of sessions, if requests were turns of them. */
  sessions?: SessionFigures;
  /** Indexes of the measured requests, ordered session by session. */
  bySession?: Uint32Array;
}

/**
 * Fewer consecutive refusals at the end, after responses, count as misses and not as a refusal of the account or the
 * model.
 */
const MIN_REFUSALS = 3;

/**
 * The time from which the server refused the account or the model altogether, in ms; Infinity if it did not. An
 * exhausted account says so for certain; any other refusal counts if no response followed it.
 */
export function firstRefusalOfAllMs(requests: readonly LoadRequest[]): number {
  let [quotaAt, answeredAt] = [Infinity, -Infinity];
  for (const { outcome, scheduledMs } of requests) {
    if (outcome === 'quota') quotaAt = Math.min(quotaAt, scheduledMs);
    else if (outcome === 'answered' || outcome === 'truncated')
      answeredAt = Math.max(answeredAt, scheduledMs);
  }
  const refused = requests.filter(
    ({ outcome, scheduledMs }) => outcome === 'refused' && scheduledMs > answeredAt,
  );
  const isCertain = refused.length >= MIN_REFUSALS || (refused.length > 0 && answeredAt === -Infinity);
  return refused.reduce(
    (first, { scheduledMs }) => (isCertain ? Math.min(first, scheduledMs) : first),
    quotaAt,
  );
}

/**
 * The measured part: it ends where the account or the model was refused altogether, because later requests neither load
 * the server nor say anything about it.
 */
function measuredPart({ requests, steady }: LoadSlice): SteadyWindow {
  const refusedAt = firstRefusalOfAllMs(requests);
  const toMs = Math.min(steady.toMs, refusedAt);
  return { fromMs: Math.min(steady.fromMs, toMs), toMs };
}

const isIn = ({ fromMs, toMs }: SteadyWindow, ms: number) => ms >= fromMs && ms < toMs;

/** The requests scheduled in the measured part; those that this service aborted count nowhere. */
export function steadyRequests(slice: LoadSlice): LoadRequest[] {
  const part = measuredPart(slice);
  return slice.requests.filter(({ scheduledMs, outcome }) => outcome !== 'cut' && isIn(part, scheduledMs));
}

/**
 * @param slice the requests of a run @returns its figures. Failures are in no column of a time except as a latency of
 * ∞, because a fast failure would lower the times.
 */
export function sliceFigures(slice: LoadSlice): SliceFigures {
  const part = measuredPart(slice);
  const requests = steadyRequests(slice);
  const answered = requests.filter(isAnswered);
  const isLimitedOnly = requests.every(({ outcome }) => outcome === 'rate_limited');
  const isFailure = (request: LoadRequest) =>
    !isAnswered(request) && (request.outcome !== 'rate_limited' || isLimitedOnly);
  const completed = slice.requests.filter(
    (request) => isAnswered(request) && request.lastMs !== null && isIn(part, request.lastMs),
  );
  return {
    windowMs: part.toMs - part.fromMs,
    outcomes: countOutcomes(requests, slice),
    latencies: timeColumnOf(requests, latencyOf),
    failures: Uint8Array.from(timeColumnOf(requests, (request) => Number(isFailure(request)))),
    lags: timeColumnOf(requests, scheduleLag),
    times: timeColumnOf(requests, ({ scheduledMs }) => scheduledMs - part.fromMs),
    completedAt: timeColumnOf(completed, ({ lastMs }) => (lastMs ?? 0) - part.fromMs),
    fromSend: knownValues(answered, latencyFromActualSend),
    ttfts: timeColumnOf(requests, (request) =>
      isAnswered(request) ? (timeToFirstToken(request) ?? NaN) : Infinity,
    ),
    tpots: timeColumnOf(requests, (request) =>
      isAnswered(request) ? (timePerOutputToken(request) ?? NaN) : Infinity,
    ),
    ...countedIn(part, slice),
    completedTokens: sumCounts(completed, 'outputTokens'),
    inputTokens: sumCounts(answered, 'inputTokens'),
    outputTokens: sumCounts(answered, 'outputTokens'),
    cachedTokens: sumCounts(answered, 'cachedTokens'),
    chunks: sumCounts(answered, 'chunks'),
    reasons: slice.reasons ?? [],
    ...(slice.requests[0]?.session !== undefined && {
      sessions: sessionFigures(slice.requests, { part, saturatedAtMs: slice.saturatedAtMs ?? null }),
      bySession: sessionOrder(requests),
    }),
  };
}

/**
 * The values of one column of each slice in the order of its requests; for sessions also session by session. The
 * effective number of dependent requests is the minimum over these orders.
 */
export function columnOrders<T extends Float64Array | Uint8Array>(
  slices: readonly SliceFigures[],
  columnOf: (slice: SliceFigures) => T,
): (readonly T[])[] {
  const asTheyCame = slices.map(columnOf);
  if (slices.every(({ bySession }) => bySession === undefined)) return [asTheyCame];
  const bySession = slices.map(({ bySession: order }, i) => {
    const values = asTheyCame[i] as T;
    return order === undefined ? values : (values.map((_, at) => values[order[at] ?? at] ?? 0) as T);
  });
  return [asTheyCame, bySession];
}

const COLUMN_OF = { latency: 'latencies', ttft: 'ttfts', tpot: 'tpots' } as const satisfies Record<
  RequestTime,
  keyof SliceFigures
>;

/** A time of a slice's requests with a known value, in order; ∞ without a response. */
export interface TimeColumn {
  readonly latencies: Float64Array;
  /** How late each was sent, in ms; 0 if the time starts later. */
  readonly lags: Float64Array;
  /** The indexes session by session, if they are turns of sessions. */
  readonly bySession?: Uint32Array;
}

export function timeColumn(slice: SliceFigures, time: RequestTime): TimeColumn {
  const { bySession } = slice;
  const all = slice[COLUMN_OF[time]];
  const lags = time === 'tpot' ? new Float64Array(all.length) : slice.lags;
  const told = all.map((value) => Number(!Number.isNaN(value)));
  if (!told.includes(0)) return { latencies: all, lags, ...(bySession && { bySession }) };
  const placeOf = new Uint32Array(all.length);
  let count = 0;
  for (let at = 0; at < all.length; at++) if (told[at]) placeOf[at] = count++;
  const isTold = (_: unknown, at: number) => told[at] === 1;
  return {
    latencies: all.filter(isTold),
    lags: lags.filter(isTold),
    ...(bySession && {
      bySession: bySession.filter((at) => told[at] === 1).map((at) => placeOf[at] ?? 0),
    }),
  };
}

function countedIn({ fromMs, toMs }: SteadyWindow, { requests }: LoadSlice) {
  const later = { fromMs: (fromMs + toMs) / 2, toMs };
  let [sent, ended, endedLater] = [0, 0, 0];
  for (const { calledMs, endedMs, outcome } of requests) {
    if (isIn({ fromMs, toMs }, calledMs)) sent++;
    if (outcome === 'cut') continue;
    if (isIn({ fromMs, toMs }, endedMs)) ended++;
    if (isIn(later, endedMs)) endedLater++;
  }
  return { sent, ended, endedLater };
}

const latencyOf = (request: LoadRequest): number =>
  isAnswered(request) ? (endToEndLatency(request) ?? Infinity) : Infinity;

function countOutcomes(requests: readonly LoadRequest[], { requests: all, steady }: LoadSlice) {
  const counts = Object.fromEntries(LOAD_OUTCOMES.map((outcome) => [outcome, 0])) as Record<
    LoadOutcome,
    number
  >;
  for (const { outcome } of requests) counts[outcome]++;
  // If everything was refused from the warm-up on, the steady part has no request.
  const refusedFrom = Math.min(steady.fromMs, firstRefusalOfAllMs(all));
  for (const refusal of ['quota', 'refused'] as const) {
    counts[refusal] = all.filter(
      ({ outcome, scheduledMs }) =>
        outcome === refusal && scheduledMs >= refusedFrom && scheduledMs < steady.toMs,
    ).length;
  }
  return counts;
}

/** Loops over preallocated arrays, because a window has thousands of requests and this runs on the main loop. */
function timeColumnOf(requests: readonly LoadRequest[], of: (request: LoadRequest) => number): Float64Array {
  const values = new Float64Array(requests.length);
  let at = 0;
  for (const request of requests) values[at++] = of(request);
  return values;
}

/** The known values, ascending. */
function knownValues(
  requests: readonly LoadRequest[],
  of: (request: LoadRequest) => number | null,
): Float64Array {
  const values = new Float64Array(requests.length);
  let count = 0;
  for (const request of requests) {
    const value = of(request);
    if (value !== null) values[count++] = value;
  }
  return values.slice(0, count).sort();
}

type Tokens = 'inputTokens' | 'outputTokens' | 'cachedTokens' | 'chunks';

function sumCounts(requests: readonly LoadRequest[], field: Tokens): CountedRequests {
  let [count, sum] = [0, 0];
  for (const request of requests) {
    const value = request[field];
    if (value === null) continue;
    count += 1;
    sum += value;
  }
  return { count, sum };
}
