import { count, plural, seconds } from '@touchstone/report/figures';
import type { Distribution } from '../../models/catalog/catalog.ts';
import type { RecordedSizes } from './request-sizes.ts';
import { scenarioTraffic, type Traffic } from './scenario-traffic.ts';
import type { TracedTurn } from './session-turns.ts';
import { MAX_REQUESTS_TO_SEND, type WindowPlan } from './window-plan.ts';

/**
 * The windows of one load benchmark, the same for every target. Targets take turns, one slice each, so that a slow hour
 * affects all alike; slices differ only in their seed.
 */
export interface PlannedWindows {
  slice: WindowPlan;
  slices: number;
  /** The duration of a window in ms; null if it depends on the responses. */
  sliceMs: number | null;
  /** A sentence about what is sent. */
  note: string;
  /** The intended rate in requests a second: the peak, or the mean of a trace; absent if it depends on responses. */
  rateRps?: number;
}

/** The sizes of requests, in tokens. */
export interface RequestSizes {
  inputTokens: Distribution;
  outputTokens: Distribution;
}

export interface RequestedLoad
  extends RequestSizes,
    Pick<WindowPlan, 'benchmark' | 'prefixCache' | 'generators' | 'prompts'> {
  profile: string;
  peakRps: number;
  /** Number of measured requests per target. */
  requests: number;
  seed: number;
}

/** The times of a trace in ms, and their stretching: 2 is half as fast. */
export interface Trace {
  timesMs: readonly number[];
  timeScale: number;
  /** Recorded sizes, one for each arrival time. */
  sizes?: RecordedSizes;
  /** The turns of each session, if the times are those of sessions. */
  sessions?: readonly (readonly TracedTurn[])[];
}

/** The approximate length of a slice; 3 to 5 of them show the variation between runs and let targets alternate. */
const SLICE_MS = 20_000;
const MAX_SLICES = 5;

/** Null for a profile that cannot be generated from a peak alone. */
export function planLoad({
  profile,
  peakRps,
  requests,
  seed,
  ...sizes
}: RequestedLoad): PlannedWindows | null {
  const share = EXPECTED_MEAN_TO_PEAK.get(profile) ?? 1;
  const totalMs = (requests * 1000) / (peakRps * share);
  const slices = Math.max(countSlices(totalMs), Math.ceil(requests / MAX_TO_COUNT));
  const steadyMs = totalMs / slices;
  const warmupMs = chooseWarmupMs(steadyMs);
  const traffic = scenarioTraffic({ profile, peakRps, windowMs: warmupMs + steadyMs });
  if (traffic === null) return null;
  const slice = {
    traffic,
    warmupMs,
    requests: Math.ceil(requests / slices),
    longestMs: maxWindowMs(steadyMs),
    seed,
  };
  const isOpen = traffic.loop === 'open';
  return {
    slice: { ...slice, ...sizes },
    slices,
    sliceMs: isOpen ? warmupMs + steadyMs : null,
    note: traffic.note,
    ...(isOpen && { rateRps: peakRps }),
  };
}

/** Number of measured requests in one slice; its warm-up needs room too. */
const MAX_TO_COUNT = MAX_REQUESTS_TO_SEND / 2;

/**
 * A trace, unchanged, in one slice without a warm-up, so that its bursts stay whole; with its length and its mean rate.
 */
export function planReplay(
  { timesMs: times, timeScale, sizes: recorded }: Trace,
  { seed, ...sizes }: RequestSizes & Pick<RequestedLoad, 'seed' | 'prefixCache' | 'prompts'>,
): { windows: PlannedWindows; lastsMs: number; rateRps: number } {
  const lastsMs = ((times.at(-1) ?? 0) - (times[0] ?? 0)) * timeScale;
  const rateRps = ((times.length - 1) * 1000) / lastsMs;
  const note = `A trace of ${plural(times.length, 'request')} in ${seconds(lastsMs / 1000)}, ${count(rateRps)} requests/s on average.`;
  const traffic: Traffic = { loop: 'open', arrivals: { kind: 'replay', timesMs: times, timeScale }, note };
  // The last request is included.
  const slice = {
    ...{ traffic, warmupMs: 0, requests: times.length, longestMs: lastsMs + 1, seed, ...sizes },
    ...(recorded && { recorded }),
  };
  return { windows: { slice, slices: 1, sliceMs: lastsMs, note, rateRps }, lastsMs, rateRps };
}

/** The ratio of mean to peak in a window of a test, if it is not 1 (see `scenarioTraffic`). */
export const EXPECTED_MEAN_TO_PEAK: ReadonlyMap<string, number> = new Map([
  ['spiky', 0.4],
  ['ramp', 0.775],
]);

const LATENCY_SLICE = 10;

/** One request at a time: what a single user experiences on an idle server. */
export function planLatency({
  requests,
  seed,
  ...sizes
}: Omit<RequestedLoad, 'profile' | 'peakRps'>): PlannedWindows {
  const slices = Math.ceil(requests / LATENCY_SLICE);
  const note = 'One request at a time, each after the response to the previous one.';
  const traffic: Traffic = { loop: 'closed', users: 1, thinkMs: 0, note };
  const each = Math.ceil(requests / slices);
  return {
    slice: { traffic, warmupMs: 0, requests: each, longestMs: HOUR_MS, seed, ...sizes },
    slices,
    sliceMs: null,
    note,
  };
}

const HOUR_MS = 3_600_000;
const PROBES_PER_SECOND = 2;
const PROBE: RequestSizes = {
  inputTokens: { dist: 'constant', value: 60 },
  outputTokens: { dist: 'constant', value: 16 },
};

/** Short requests at a low constant rate, which measure whether there is a response. */
export function planAvailability({ requests, seed }: { requests: number; seed: number }): PlannedWindows {
  const totalMs = (requests * 1000) / PROBES_PER_SECOND;
  const slices = countSlices(totalMs);
  const note = `${PROBES_PER_SECOND} short requests per second: the share that is answered.`;
  const traffic: Traffic = { loop: 'open', arrivals: { kind: 'constant', rateRps: PROBES_PER_SECOND }, note };
  const each = Math.ceil(requests / slices);
  const slice = { traffic, warmupMs: 0, requests: each, longestMs: maxWindowMs(totalMs / slices), seed };
  return {
    slice: { ...slice, ...PROBE },
    slices,
    sliceMs: totalMs / slices,
    note,
    rateRps: PROBES_PER_SECOND,
  };
}

/**
 * The window that tries one rate in a search, by its number from 0, with its own arrivals and prompts, in one piece.
 * Throws RangeError for a profile that cannot be generated from a rate alone.
 */
export function windowAtRate(
  load: Omit<RequestedLoad, 'peakRps'>,
  rateRps: number,
  number: number,
): WindowPlan {
  const planned = planLoad({ ...load, peakRps: rateRps });
  if (planned === null) throw new RangeError(`${load.profile} traffic needs the times of a trace.`);
  const { slice, slices } = planned;
  return {
    ...planSlice(planned, number),
    requests: slice.requests * slices,
    longestMs: slice.longestMs * slices,
  };
}

/** The plan of one slice, by its number from 0, with its own arrivals and prompts. */
export function planSlice({ slice }: PlannedWindows, index: number): WindowPlan {
  return { ...slice, seed: seedOfSlice(slice.seed, index) };
}

/** Maps every seed to a safe integer. */
function seedOfSlice(seed: number, index: number): number {
  return Number(BigInt.asIntN(53, BigInt(seed) * 1000n + BigInt(index)));
}

export const countSlices = (totalMs: number) =>
  Math.min(MAX_SLICES, Math.max(1, Math.round(totalMs / SLICE_MS)));
export const chooseWarmupMs = (steadyMs: number) => Math.min(5_000, Math.max(1_000, steadyMs / 5));
/** The maximum duration of a window: bursts may delay the last requests, up to this limit. */
export const maxWindowMs = (steadyMs: number) => 3 * steadyMs + 10_000;
