import { count, seconds } from '@touchstone/report/figures';
import type { ArrivalProcess } from './arrival-processes.ts';

/** How a scenario's traffic is generated in one window of a test. */
export type Traffic =
  | { loop: 'open'; arrivals: ArrivalProcess; note: string }
  | { loop: 'closed'; users: number; thinkMs: number; note: string };

/** A word of `traffic_profile`, the scenario's peak in requests a second, and the window's length in ms. */
export interface RequestedTraffic {
  profile: string;
  peakRps: number;
  windowMs: number;
}

const BURST_CV = 3;
const SPIKE = 10;
const SPIKE_MS = 30_000;
const THINK_MS = 10_000;

type Maker = (peakRps: number, windowMs: number) => Traffic;

/**
 * By profile (for parameters and evidence see the catalogue's traffic profiles). A test is shorter than a day, so it
 * runs the peak hour, and `note` says so; costs use the whole curve.
 */
const TRAFFIC: Readonly<Record<string, Maker>> = {
  steady: (rateRps) => openTraffic({ kind: 'poisson', rateRps }, `Poisson at ${count(rateRps)} requests/s.`),
  bursty: (rateRps) =>
    openTraffic(
      { kind: 'gamma', rateRps, cv: BURST_CV },
      `Gamma bursts (CV ${BURST_CV}) at ${count(rateRps)} requests/s.`,
    ),
  diurnal: (rateRps) =>
    openTraffic(
      { kind: 'poisson', rateRps },
      `The hour of the peak: Poisson at ${count(rateRps)} requests/s.`,
    ),
  spiky: (peakRps, windowMs) => {
    const spikeMs = Math.min(SPIKE_MS, windowMs / 3);
    const spikes = {
      baseRps: peakRps / SPIKE,
      multiplier: SPIKE,
      spikeMs,
      everyMs: windowMs,
      firstAtMs: windowMs / 3,
    };
    return openTraffic(
      { kind: 'spiky', ...spikes },
      `Poisson at ${count(peakRps / SPIKE)} requests/s with a spike of ${SPIKE} times that for ${seconds(Math.round(spikeMs / 1000))}.`,
    );
  },
  ramp: (endRps, windowMs) =>
    openTraffic(
      { kind: 'ramp', startRps: endRps / 10, endRps, durationMs: windowMs / 2, shape: 'linear' },
      `Half the window from ${count(endRps / 10)} up to ${count(endRps)} requests/s, then steady.`,
    ),
  batch: (peakRps) => ({
    loop: 'closed',
    users: Math.max(1, Math.round(peakRps)),
    thinkMs: 0,
    note: `A closed loop of ${Math.max(1, Math.round(peakRps))} requests at a time.`,
  }),
  user_sessions: (peakRps) => ({
    loop: 'closed',
    users: Math.max(1, Math.round((peakRps * THINK_MS) / 1000)),
    thinkMs: THINK_MS,
    note: `A closed loop of users who think ${THINK_MS / 1000} s: the rate falls when the server is slow, which hides overload.`,
  }),
};

/** Null for a profile that cannot be generated from a peak alone (`replay` needs its timestamps). */
export function scenarioTraffic({ profile, peakRps, windowMs }: RequestedTraffic): Traffic | null {
  return Object.hasOwn(TRAFFIC, profile) ? (TRAFFIC[profile]?.(peakRps, windowMs) ?? null) : null;
}

function openTraffic(arrivals: ArrivalProcess, note: string): Traffic {
  return { loop: 'open', arrivals, note };
}
