import { toUsdNumber } from '../../kernel/money.ts';
import type { Calls } from './aggregate.ts';

/** What a metric of a target means; a metric that was not measured is absent, never 0. */
export interface MetricDescription {
  direction: 'higher' | 'lower';
  /** Whether a difference in it may name a winner. */
  decides: boolean;
  description: string;
}

/**
 * The metrics of the quality runs. They describe the run (its concurrency, its retries, its hour) and not the
 * target under a scenario's traffic, so none of them names a winner.
 */
export const RUN_METRICS = {
  'run/latency_p50_ms': run('lower', 'Median time of an answered call, retries and waiting aside.'),
  'run/latency_p95_ms': run('lower', '95th percentile (nearest rank) of the same.'),
  'run/input_tokens_mean': run('lower', 'Input tokens of an answered call, as the server counted them.'),
  'run/output_tokens_mean': run('lower', 'Output tokens of an answered call, reasoning included.'),
  'run/cost_usd': run(
    'lower',
    'What the answered calls cost at the configured price; absent when one is unknown.',
  ),
  'run/coverage': run('higher', 'Share of the units that were scored.'),
} as const satisfies Record<string, MetricDescription>;

function run(direction: 'higher' | 'lower', description: string): MetricDescription {
  return { direction, decides: false, description };
}

export type RunMetric = keyof typeof RUN_METRICS;

/** Which side of a metric is better, by its name; of those that load and facts give, by its end. */
export function metricDirection(name: string): 'higher' | 'lower' {
  const known = (RUN_METRICS as Record<string, MetricDescription>)[name];
  if (known) return known.direction;
  return /(_ms|_usd|rate_limited_share|_tokens_mean|lock_in\/score)$/.test(name) ? 'lower' : 'higher';
}

/** The run metrics of one target; `scored` of `units` were scored. */
export function runMetrics(calls: Calls, scored: number, units: number): Partial<Record<RunMetric, number>> {
  const metrics: Partial<Record<RunMetric, number>> = {};
  const set = (name: RunMetric, value: number | null) => {
    if (value !== null) metrics[name] = value;
  };
  set('run/latency_p50_ms', calls.latencies.nearestRank(500));
  set('run/latency_p95_ms', calls.latencies.nearestRank(950));
  if (calls.counted > 0) {
    set('run/input_tokens_mean', calls.inputTokens / calls.counted);
    set('run/output_tokens_mean', calls.outputTokens / calls.counted);
  }
  if (calls.priced > 0 && calls.unpriced === 0) set('run/cost_usd', toUsdNumber(calls.cost));
  if (units > 0) set('run/coverage', scored / units);
  return metrics;
}
