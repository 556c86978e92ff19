import type { Distribution } from '../../catalog/catalog.ts';
import { scenarioTraffic, type Traffic } from './scenario-traffic.ts';
import type { WindowPlan } from './window-plan.ts';

/**
 * The windows of one operational benchmark, the same for every target. Targets take turns, a slice each, so that a slow
 * hour hits all alike; slices differ in their seed only.
 */
export interface PlannedWindows {
  slice: WindowPlan;
  slices: number;
  /** How long one lasts, in ms; null where it depends on the answers. */
  sliceMs: number | null;
  /** What is sent, in a sentence. */
  note: string;
}

/** The sizes of requests, in tokens. */
export interface RequestSizes {
  inputTokens: Distribution;
  outputTokens: Distribution;
}

export interface LoadAsked extends RequestSizes {
  profile: string;
  peakRps: number;
  /** Requests that count, for each target. */
  requests: number;
  seed: number;
}

/** A slice lasts about so long; 3 to 5 of them show how much runs differ, and let targets take turns. */
const SLICE_MS = 20_000;
const MOST_SLICES = 5;

/** Null for a profile that cannot be made from a peak alone. */
export function planLoad({ profile, peakRps, requests, seed, ...sizes }: LoadAsked): PlannedWindows | null {
  const share = EXPECTED_SHARE[profile] ?? 1;
  const totalMs = (requests * 1000) / (peakRps * share);
  const slices = sliceCount(totalMs);
  const steadyMs = totalMs / slices;
  const warmupMs = warmupFor(steadyMs);
  const traffic = scenarioTraffic({ profile, peakRps, windowMs: warmupMs + steadyMs });
  if (traffic === null) return null;
  const slice = {
    traffic,
    warmupMs,
    requests: Math.ceil(requests / slices),
    longestMs: longestFor(steadyMs),
    seed,
  };
  return { slice: { ...slice, ...sizes }, slices, sliceMs: warmupMs + steadyMs, note: traffic.note };
}

/** The mean over the peak in a window of a test, where it is not 1 (see `scenarioTraffic`). */
const EXPECTED_SHARE: Readonly<Record<string, number>> = { spiky: 0.4, ramp: 0.775 };

const LATENCY_SLICE = 10;

/** One request at a time: what a single user sees of an idle server. */
export function planLatency({
  requests,
  seed,
  ...sizes
}: Omit<LoadAsked, 'profile' | 'peakRps'>): PlannedWindows {
  const slices = Math.ceil(requests / LATENCY_SLICE);
  const note = 'One request at a time, each after the answer to the one before it.';
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

/** Short requests at a low even rate: what counts is whether they are answered. */
export function planAvailability({ requests, seed }: { requests: number; seed: number }): PlannedWindows {
  const totalMs = (requests * 1000) / PROBES_PER_SECOND;
  const slices = sliceCount(totalMs);
  const note = `Short requests, ${PROBES_PER_SECOND} a second: the share that is answered.`;
  const traffic: Traffic = { loop: 'open', arrivals: { kind: 'constant', rateRps: PROBES_PER_SECOND }, note };
  const each = Math.ceil(requests / slices);
  const slice = { traffic, warmupMs: 0, requests: each, longestMs: longestFor(totalMs / slices), seed };
  return { slice: { ...slice, ...PROBE }, slices, sliceMs: totalMs / slices, note };
}

/**
 * The window that tries one rate in a search, by its number from 0: arrivals and prompts of its own, all in one piece.
 * Throws RangeError for a profile that cannot be made from a rate alone.
 */
export function windowAtRate(load: Omit<LoadAsked, 'peakRps'>, rateRps: number, number: number): WindowPlan {
  const planned = planLoad({ ...load, peakRps: rateRps });
  if (planned === null) throw new RangeError(`${load.profile} traffic needs the times of a trace.`);
  const { slice, slices } = planned;
  return {
    ...sliceOf(planned, number),
    requests: slice.requests * slices,
    longestMs: slice.longestMs * slices,
  };
}

/** The plan of one slice, by its number from 0: its own arrivals and prompts. */
export function sliceOf({ slice }: PlannedWindows, index: number): WindowPlan {
  return { ...slice, seed: slice.seed * 1000 + index };
}

const sliceCount = (totalMs: number) => Math.min(MOST_SLICES, Math.max(1, Math.round(totalMs / SLICE_MS)));
const warmupFor = (steadyMs: number) => Math.min(5_000, Math.max(1_000, steadyMs / 5));
/** Bursts make a count of requests late; this late they are not waited for. */
const longestFor = (steadyMs: number) => 3 * steadyMs + 10_000;
