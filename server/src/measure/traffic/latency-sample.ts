import { effectiveTimeCount, nearestRank, type QuantileSample } from '../statistics/statistics.ts';
import { columnOrders, type SliceFigures } from './slice-figures.ts';

/**
 * The latencies of every measured request, for comparing one of their quantiles (in per mille): a request without a
 * response is infinite, so failing is never faster. Its effective number is that of the verdict's misses, where a miss
 * is a latency above the quantile. Null without requests.
 */
export function latencySample(slices: readonly SliceFigures[], perMille: number): QuantileSample | null {
  const runs = slices.map(({ latencies }) => latencies);
  const sorted = new Float64Array(runs.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const run of runs) {
    sorted.set(run, at);
    at += run.length;
  }
  sorted.sort();
  const observed = sorted[nearestRank(sorted.length, perMille) - 1];
  if (observed === undefined) return null;
  const orders = columnOrders(slices, ({ latencies }) => latencies);
  return { observed, sorted, worth: Math.min(...orders.map((each) => effectiveTimeCount(each, observed))) };
}
