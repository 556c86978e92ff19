import type { CapacityResult, LoadSummary, Percentiles } from '../../../traffic/traffic.ts';

/** The figures of one benchmark on one target, by the end of a metric's name: `latency_p95_ms`. Absent = not measured. */
export type SpeedFigures = Record<string, number>;

const PERCENTILES = ['p50', 'p95', 'p99'] as const;

/** What a summary says, with units in the names. Throughput and rates are those of the steady parts. */
export function speedFigures(summary: LoadSummary): SpeedFigures {
  const { attempted, successRate, lagMs, outcomes } = summary;
  return known({
    ...percentiles('latency', summary.latencyMs),
    ...percentiles('ttft', summary.ttftMs),
    ...percentiles('tpot', summary.tpotMs),
    attempted,
    attempted_rps: summary.attemptedRps,
    throughput_rps: summary.completedRps,
    output_tokens_per_second: summary.outputTokensPerSecond,
    success_rate: successRate?.value ?? null,
    rate_limited_share: attempted === 0 ? null : outcomes.rate_limited / attempted,
    input_tokens_mean: summary.inputTokensMean,
    output_tokens_mean: summary.outputTokensMean,
    cached_share: summary.cachedShare,
    schedule_lag_p99_ms: lagMs?.p99 ?? null,
  });
}

function percentiles(name: string, values: Percentiles): Record<string, number | null> {
  return Object.fromEntries(PERCENTILES.map((p) => [`${name}_${p}_ms`, values[p]?.observed ?? null]));
}

function known(figures: Record<string, number | null>): SpeedFigures {
  return Object.fromEntries(
    Object.entries(figures).filter((entry): entry is [string, number] => entry[1] !== null),
  );
}

/** The ends of the bracket that a search for capacity found. */
export function capacityFigures(
  { highestPassedRps, lowestNotPassedRps }: CapacityResult,
  scenario: string,
): SpeedFigures {
  return known({
    [`load/${scenario}/capacity_rps`]: highestPassedRps,
    [`load/${scenario}/capacity_upper_rps`]: lowestNotPassedRps,
  });
}
