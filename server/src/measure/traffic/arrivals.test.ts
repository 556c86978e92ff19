import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { binomialCdf, createRandom } from '../statistics/statistics.ts';
import { type ArrivalProcess, diurnalRate, rampRate } from './arrival-processes.ts';
import { arrivalTimes } from './arrivals.ts';

const HOUR_MS = 3_600_000;
const seeds = Array.from({ length: 40 }, (_, seed) => seed);

function gapsOf(times: Float64Array): number[] {
  return [...times].map((at, i) => at - (times[i - 1] ?? 0));
}

/** The largest distance between the sample's distribution function and `cdf` (Kolmogorov–Smirnov). */
function distance(sample: readonly number[], cdf: (x: number) => number): number {
  const sorted = [...sample].sort((a, b) => a - b);
  const n = sorted.length;
  return Math.max(...sorted.map((x, i) => Math.max((i + 1) / n - cdf(x), cdf(x) - i / n)));
}

/** The distribution function of a gamma of shape 1/4: by its series (DLMF 8.7.1) with x ≤ 40. */
function gammaCdf(shape: number, x: number): number {
  if (x > 40) return 1;
  let term = 1 / shape;
  let sum = term;
  for (let n = 1; n < 400; n++) {
    term *= x / (shape + n);
    sum += term;
  }
  return Math.min(1, sum * Math.exp(-x + shape * Math.log(x) - Math.log(GAMMA_OF_QUARTER)));
}
const GAMMA_OF_QUARTER = 3.625609908221908; // Γ(1/4), DLMF 5.4

/** How many of the seeds a test at 5 % rejects, when the process is right: rarely more than this. */
const MOST_REJECTED = seeds.findIndex((k) => binomialCdf(k, seeds.length, 0.05) > 0.9999);

describe('arrival times', () => {
  it('are Poisson: the gaps pass a Kolmogorov–Smirnov test at 5 % over seeds', () => {
    const rejected = seeds.filter((seed) => {
      const gaps = gapsOf(
        arrivalTimes({ kind: 'poisson', rateRps: 20 }, { untilMs: 50_000 }, createRandom(seed)),
      );
      return distance(gaps, (x) => -Math.expm1(-x / 50)) > 1.358 / Math.sqrt(gaps.length);
    });
    assert.ok(rejected.length <= MOST_REJECTED, `${rejected.length} of ${seeds.length} rejected`);
  });

  it('come in gamma bursts: the gaps of CV 2 pass the same test', () => {
    const rejected = seeds.filter((seed) => {
      const process = { kind: 'gamma', rateRps: 10, cv: 2 } as const;
      const gaps = gapsOf(
        arrivalTimes(process, { untilMs: Infinity, count: { from: 0, most: 800 } }, createRandom(seed)),
      );
      return distance(gaps, (x) => gammaCdf(0.25, x / 400)) > 1.358 / Math.sqrt(gaps.length);
    });
    assert.ok(rejected.length <= MOST_REJECTED, `${rejected.length} of ${seeds.length} rejected`);
  });

  it('the test catches a wrong process: even gaps are never taken for Poisson', () => {
    const gaps = gapsOf(
      arrivalTimes({ kind: 'constant', rateRps: 20 }, { untilMs: 50_000 }, createRandom(0)),
    );
    assert.ok(distance(gaps.slice(1), (x) => -Math.expm1(-x / 50)) > 1.358 / Math.sqrt(gaps.length));
  });

  it('are the same for the same seed, and others for another', () => {
    const times = (seed: number) =>
      arrivalTimes({ kind: 'gamma', rateRps: 5, cv: 3 }, { untilMs: 60_000 }, createRandom(seed));
    assert.deepEqual(times(7), times(7));
    assert.notDeepEqual(times(7), times(8));
  });

  const day = {
    kind: 'diurnal',
    meanRps: 2,
    peakToMean: 3,
    troughToMean: 0.25,
    periodMs: 24 * HOUR_MS,
    peakAtMs: 14 * HOUR_MS,
  } as const;

  it('of a day have its mean, its peak and its trough', () => {
    const rate = diurnalRate(day);
    const steps = Array.from({ length: 86_400 }, (_, second) => rate(second * 1000));
    assert.ok(Math.abs(steps.reduce((a, b) => a + b) / steps.length - 2) < 1e-6);
    assert.ok(Math.abs(Math.max(...steps) - 6) < 1e-9);
    assert.ok(Math.abs(Math.min(...steps) - 0.5) < 1e-3);
    const times = arrivalTimes(day, { untilMs: 24 * HOUR_MS }, createRandom(1));
    assert.ok(Math.abs(times.length - 172_800) < 4 * Math.sqrt(172_800));
  });

  it('of spikes fall into them at the rate said', () => {
    const process = {
      kind: 'spiky',
      baseRps: 2,
      multiplier: 10,
      spikeMs: 30_000,
      everyMs: 900_000,
      firstAtMs: 60_000,
    } as const;
    const times = [...arrivalTimes(process, { untilMs: HOUR_MS }, createRandom(3))];
    const inSpikes = times.filter((at) => at >= 60_000 && (at - 60_000) % 900_000 < 30_000).length;
    assert.ok(Math.abs(inSpikes - 4 * 30 * 20) < 4 * Math.sqrt(2400));
    assert.ok(Math.abs(times.length - inSpikes - (3600 - 120) * 2) < 4 * Math.sqrt(6960));
  });

  it('of a ramp follow its rate, linear and exponential, and stay at its end', () => {
    const linear = rampRate({ kind: 'ramp', startRps: 1, endRps: 9, durationMs: 1000, shape: 'linear' });
    assert.deepEqual([linear(0), linear(500), linear(5000)], [1, 5, 9]);
    const steep = rampRate({ kind: 'ramp', startRps: 1, endRps: 9, durationMs: 1000, shape: 'exponential' });
    assert.ok(Math.abs(steep(500) - 3) < 1e-12);
  });

  it('of a trace begin at 0, keep their gaps, and stretch', () => {
    const trace = { kind: 'replay', timesMs: [500, 500, 750], timeScale: 2 } as const;
    assert.deepEqual([...arrivalTimes(trace, { untilMs: Infinity }, createRandom(0))], [0, 0, 500]);
  });

  const refused: [string, ArrivalProcess, RegExp][] = [
    ['a rate of 0', { kind: 'poisson', rateRps: 0 }, /rateRps of poisson arrivals is above 0, not 0/],
    ['a rate that is no number', { kind: 'constant', rateRps: Number.NaN }, /not NaN/],
    [
      'spikes that overlap',
      { kind: 'spiky', baseRps: 1, multiplier: 2, spikeMs: 9, everyMs: 5, firstAtMs: 0 },
      /cannot come every 5 ms/,
    ],
    ['a trough above the mean', { ...day, troughToMean: 1.5 }, /trough is below the mean/],
    ['a trace that goes back', { kind: 'replay', timesMs: [2, 1], timeScale: 1 }, /Time 2 of the trace is 1/],
    ['a rate that would fill the memory', { kind: 'constant', rateRps: 1e9 }, /at most 2000000 requests/],
  ];
  for (const [what, process, message] of refused) {
    it(`refuses ${what}`, () => {
      assert.throws(() => arrivalTimes(process, { untilMs: 60_000 }, createRandom(0)), {
        name: 'RangeError',
        message,
      });
    });
  }
});
