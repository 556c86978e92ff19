import { lowestIntegerWhere } from './binary-search.ts';

/** The values of one run in their original order. */
type Series = ArrayLike<number>;

/**
 * The correlation of each value with the next (lag 1) within runs, about the mean of all of them; null for fewer than 3
 * values or without spread.
 */
export function lagOneCorrelation(runs: readonly Series[]): number | null {
  const n = runs.reduce((sum, { length }) => sum + length, 0);
  if (n < 3) return null;
  let total = 0;
  for (const run of runs) for (let i = 0; i < run.length; i++) total += run[i] as number;
  const centre = total / n;
  let [spread, shared] = [0, 0];
  for (const run of runs) {
    for (let i = 0; i < run.length; i++) {
      const off = (run[i] as number) - centre;
      spread += off * off;
      if (i > 0) shared += off * ((run[i - 1] as number) - centre);
    }
  }
  return spread === 0 ? null : shared / spread;
}

/**
 * The effective number of independent samples among n correlated ones: n(1 − ρ)/(1 + ρ) for a lag-1 correlation ρ above
 * 0, otherwise n.
 */
export function effectiveSamples(n: number, rho: number): number {
  return rho > 0 ? Math.round((n * (1 - rho)) / (1 + rho)) : n;
}

/** The one-sided 5 % critical value of a correlation of independent values, times √n. */
const BEYOND_CHANCE = 1.645;

/**
 * Longer series are first averaged over blocks, so that no series blocks the main loop; the variance of the mean stays
 * the same.
 */
const MAX_BLOCKS = 4000;

/**
 * The effective number of independent samples for the mean of correlated ones: n/τ, with τ the integrated
 * autocorrelation time 1 + 2Σρ_k within runs, about the mean of all of them. The sum ends where pairs ρ_2k + ρ_2k+1 are
 * no longer positive, and no pair counts for more than the one before it (Geyer 1992, the initial monotone sequence). A
 * queue may be long or short for many requests, of which ρ_1 shows only a part. One standard error is added, τ√(2(2m +
 * 1)/n) for a sum of m lags (Madras and Sokal 1988), because a run with few long queues underestimates τ. A sum that
 * chance explains (one-sided 5 %) reduces nothing, and the result never exceeds that by ρ_1 alone.
 */
export function effectiveSampleCount(runs: readonly Series[]): number {
  const n = runs.reduce((sum, { length }) => sum + length, 0);
  const rho = lagOneCorrelation(runs);
  if (rho === null) return n;
  const byLagOne = rho * Math.sqrt(n) <= BEYOND_CHANCE ? n : effectiveSamples(n, rho);
  return Math.max(1, Math.min(byLagOne, Math.round(n / integratedTime(runs, n))));
}

/** Values within this share of a limit show how requests near the limit depend on each other. */
const NEAR = 1 / 4;

/**
 * The effective number of times in ms for a limit, from their ranks between a quarter of the limit and the limit: times
 * over the limit depend on each other about as these do, and a run with few or none over it cannot show that itself. It
 * is n if all times are below a quarter of the limit or all above it.
 */
export function effectiveTimeCount(runs: readonly Float64Array[], limit: number): number {
  const over = runs.map((run) => Uint8Array.from(run, (time) => Number(time > limit)));
  const sorted = new Float64Array(runs.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const run of runs) {
    sorted.set(run, at);
    at += run.length;
  }
  sorted.sort();
  const rankOf = (time: number) =>
    lowestIntegerWhere(0, sorted.length, (index) => (sorted[index] as number) >= time);
  // All times over the limit get the same rank: how far over it they are does not matter.
  const ranks = runs.map((run) =>
    run.map((time) => (time > limit ? sorted.length : rankOf(Math.max(time, limit * NEAR)))),
  );
  return Math.min(effectiveSampleCount(over), effectiveSampleCount(ranks));
}

function integratedTime(runs: readonly Series[], n: number): number {
  const size = Math.ceil(n / MAX_BLOCKS);
  const blocks = runs.map((run) => blockMeans(run, size));
  const count = blocks.reduce((sum, { length }) => sum + length, 0);
  const [spread, shared] = [varianceOf(runs), autocovariance(blocks)];
  const atOnce = shared(0);
  if (count === 0 || atOnce === 0) return 1;
  const longest = Math.max(...blocks.map(({ length }) => length));
  let [sum, lags, before] = [0, 0, Infinity];
  for (let lag = 0; lag < longest; lag += 2) {
    const pair = Math.min(before, (shared(lag) + shared(lag + 1)) / atOnce);
    if (pair <= 0) break;
    sum += pair;
    before = pair;
    lags = lag + 1;
  }
  const time = (size * (atOnce / count) * (2 * sum - 1)) / spread;
  if ((time - 1) / 2 <= BEYOND_CHANCE * Math.sqrt((lags * size) / n)) return 1;
  return time * (1 + Math.sqrt((2 * (2 * lags + 1)) / count));
}

function blockMeans(run: Series, size: number): Float64Array {
  const means = new Float64Array(Math.floor(run.length / size));
  for (let i = 0; i < means.length * size; i++) {
    const at = Math.floor(i / size);
    means[at] = (means[at] as number) + (run[i] as number) / size;
  }
  return means;
}

function meanOf(runs: readonly Series[]): number {
  let [total, n] = [0, 0];
  for (const run of runs) {
    for (let i = 0; i < run.length; i++) total += run[i] as number;
    n += run.length;
  }
  return total / n;
}

/** Σ of products of values that are `lag` apart within runs, about the mean of all of them. */
function autocovariance(runs: readonly Series[]): (lag: number) => number {
  const centre = meanOf(runs);
  const off = runs.map((run) => Float64Array.from(run, (value) => value - centre));
  return (lag) => {
    let sum = 0;
    for (const run of off)
      for (let i = lag; i < run.length; i++) sum += (run[i] as number) * (run[i - lag] as number);
    return sum;
  };
}

function varianceOf(runs: readonly Series[]): number {
  const n = runs.reduce((sum, { length }) => sum + length, 0);
  return autocovariance(runs)(0) / n;
}
