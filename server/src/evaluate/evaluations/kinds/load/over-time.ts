import type { Static } from 'typebox';
import { estimateQuantile } from '../../../../measure/statistics/statistics.ts';
import type { SliceFigures } from '../../../../measure/traffic/traffic.ts';
import type { LoadReport } from '../../schemas/kinds/load-schemas.ts';

type LoadPart = NonNullable<Static<typeof LoadReport>['over_time']>[number];

const MAX_PARTS = 60;
/** Mean number of requests in a part, so that its p95 is not simply its slowest request. */
const REQUESTS_PER_PART = 20;
/** With fewer responses than this, a percentile is the slowest response. */
const MIN_ANSWERS_FOR_PERCENTILE = { p95: 20, p99: 100 };

type Times = Pick<SliceFigures, 'windowMs' | 'times' | 'latencies' | 'completedAt'>;

/**
 * Load over time, in parts of equal length over the measured parts of all windows in sequence; warm-ups and turns of
 * other targets are omitted.
 */
export function loadOverTime(windows: readonly Times[]): LoadPart[] {
  const wholeMs = windows.reduce((sum, { windowMs }) => sum + windowMs, 0);
  const requests = windows.reduce((sum, { latencies }) => sum + latencies.length, 0);
  if (wholeMs === 0 || requests === 0) return [];
  const count = Math.min(MAX_PARTS, Math.max(1, Math.floor(requests / REQUESTS_PER_PART)));
  const parts = Array.from({ length: count }, () => ({ sent: 0, completed: 0, latencies: [] as number[] }));
  const partAt = (ms: number) => parts[Math.min(count - 1, Math.floor((ms * count) / wholeMs))];
  let before = 0;
  for (const { windowMs, times, latencies, completedAt } of windows) {
    for (const [i, latency] of latencies.entries()) {
      const part = partAt(before + (times[i] ?? 0));
      if (part === undefined) continue;
      part.sent += 1;
      if (latency !== Infinity) part.latencies.push(latency);
    }
    for (const ms of completedAt) {
      const part = partAt(before + ms);
      if (part) part.completed += 1;
    }
    before += windowMs;
  }
  return parts.map(({ sent, completed, latencies }, i) => ({
    from_ms: (i * wholeMs) / count,
    sent,
    completed,
    errors: sent - latencies.length,
    ...percentiles(Float64Array.from(latencies).sort()),
  }));
}

function percentiles(sorted: Float64Array): Pick<LoadPart, 'p50_ms' | 'p95_ms' | 'p99_ms'> {
  const at = (perMille: number, fewest: number) =>
    sorted.length < fewest ? null : (estimateQuantile(sorted, perMille, 0.95)?.observed ?? null);
  return {
    p50_ms: at(500, 1),
    p95_ms: at(950, MIN_ANSWERS_FOR_PERCENTILE.p95),
    p99_ms: at(990, MIN_ANSWERS_FOR_PERCENTILE.p99),
  };
}
