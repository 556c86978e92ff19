import type { Static } from 'typebox';
import type { Plan } from '../../plan/plan.ts';
import type { CapacityReport, LoadReport } from '../../schemas/verdict-schemas.ts';
import type { MeasuredCapacity } from '../capacity/aggregate.ts';
import type { MeasuredWindows } from './aggregate.ts';

/** The windows of one target on one benchmark as the results show them. */
export function loadReport(
  { benchmark, target, windows, summary }: MeasuredWindows,
  plan: Plan,
): Static<typeof LoadReport> {
  return {
    target_label: plan.targets[target]?.label ?? '',
    benchmark,
    sent: plan.benchmarks.find(({ key }) => key === benchmark)?.windows?.note ?? '',
    slices: windows.length,
    contaminated_slices: windows.filter(({ contaminated }) => contaminated).length,
    saturated_slices: windows.filter(({ saturated }) => saturated).length,
    attempted: summary.attempted,
    outcomes: summary.outcomes,
    window_ms: summary.windowMs,
    attempted_rps: summary.attemptedRps,
    throughput_rps: summary.completedRps,
    in_flight_mean: summary.inFlightMean,
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
    latency_histogram: histogram(windows),
  };
}

/** Buckets that are 10 % wide, so that a tail is told as finely as a median. */
const WIDTH = 1.1;

function histogram(windows: MeasuredWindows['windows']): { up_to_ms: number; requests: number }[] {
  const counts = new Map<number, number>();
  for (const { latencies } of windows) {
    for (const latency of latencies) {
      if (latency === Infinity) continue;
      const bucket = Math.ceil(Math.log(Math.max(latency, 0.1)) / Math.log(WIDTH));
      counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
    }
  }
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([bucket, requests]) => ({ up_to_ms: Number((WIDTH ** bucket).toPrecision(6)), requests }));
}

/** A search for capacity of one target under one scenario as the results show it. */
export function capacityReport(
  { target, scenario, result, facts }: MeasuredCapacity,
  plan: Plan,
): Static<typeof CapacityReport> {
  const { steps, highestPassedRps, lowestNotPassedRps, confirmed, confirmedRps, outOfTime = false } = result;
  return {
    target_label: plan.targets[target]?.label ?? '',
    scenario_label: plan.scenarios?.[scenario]?.label ?? '',
    highest_passed_rps: highestPassedRps,
    lowest_not_passed_rps: lowestNotPassedRps,
    confirmed,
    confirmed_rps: confirmedRps,
    out_of_time: outOfTime,
    steps: steps.flatMap(({ rateRps, verdict, phase }, i) => {
      const found = facts[i];
      if (found === undefined) return [];
      const { latencies: _, requests: __, ...fact } = found;
      return [{ rate_rps: rateRps, phase, verdict, ...fact }];
    }),
  };
}
