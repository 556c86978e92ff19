import type { Static } from 'typebox';
import { steadyRequests } from '../load/load-summary.ts';
import { endToEnd, isAnswered } from '../load/request-times.ts';
import type { Plan } from '../plan.ts';
import type { LoadReport } from '../verdict-schemas.ts';
import type { MeasuredWindows } from './measure-windows.ts';

/** The windows of one target on one benchmark as the results show them. */
export function loadReport(
  { benchmark, target, windows, summary }: MeasuredWindows,
  plan: Plan,
): Static<typeof LoadReport> {
  const latencies = windows
    .flatMap(steadyRequests)
    .filter(isAnswered)
    .flatMap((request) => endToEnd(request) ?? []);
  return {
    target_label: plan.targets[target]?.label ?? '',
    benchmark,
    sent: plan.benchmarks.find(({ key }) => key === benchmark)?.windows?.note ?? '',
    slices: windows.length,
    contaminated_slices: windows.filter(({ contaminated }) => contaminated).length,
    saturated_slices: windows.filter(({ saturated_at_ms }) => saturated_at_ms !== null).length,
    attempted: summary.attempted,
    outcomes: summary.outcomes,
    window_ms: summary.windowMs,
    attempted_rps: summary.attemptedRps,
    throughput_rps: summary.completedRps,
    output_tokens_per_second: summary.outputTokensPerSecond,
    success_rate: summary.successRate,
    latency_ms: summary.latencyMs,
    ttft_ms: summary.ttftMs,
    tpot_ms: summary.tpotMs,
    schedule_lag_ms: summary.lagMs,
    input_tokens_mean: summary.inputTokensMean,
    output_tokens_mean: summary.outputTokensMean,
    cached_share: summary.cachedShare,
    chunks_per_token: summary.chunksPerToken,
    autocorrelation: summary.autocorrelation,
    effective_samples: summary.effectiveSamples,
    latency_histogram: histogram(latencies),
  };
}

/** Buckets that are 10 % wide, so that a tail is told as finely as a median. */
const WIDTH = 1.1;

function histogram(latencies: readonly number[]): { up_to_ms: number; requests: number }[] {
  const counts = new Map<number, number>();
  for (const latency of latencies) {
    const bucket = Math.ceil(Math.log(Math.max(latency, 0.1)) / Math.log(WIDTH));
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([bucket, requests]) => ({ up_to_ms: Number((WIDTH ** bucket).toPrecision(6)), requests }));
}
