import { PERCENTILES } from '@touchstone/report/limits';
import type { LoadSummary, Percentiles, SessionSummary } from '../../../../measure/traffic/traffic.ts';
import type { Plan } from '../../plan/plan.ts';
import type { PlannedScenario } from '../../plan/planned-scenario.ts';
import {
  higherIsBetter,
  lowerIsBetter,
  type Metric,
  type Metrics,
  metricsBelow,
  metricsByTarget,
} from '../../results/metrics.ts';
import type { MeasuredWindows } from './aggregate.ts';

/**
 * Metrics such as `latency/ttft_p50_ms` and `load/<scenario>/latency_p95_ms`; availability is reported for each
 * scenario.
 */
export function loadMetrics(measured: readonly MeasuredWindows[], plan: Plan): readonly Metrics[] {
  const shown = measured.filter(({ windows }) => windows.length > 0);
  return metricsByTarget(plan, shown, (one) => {
    const figures = { ...speedMetrics(one.summary), ...sessionMetrics(one.sessions) };
    const prefixes = prefixesOf(one, plan.scenarios ?? []);
    return Object.assign({}, ...prefixes.map((prefix) => metricsBelow(prefix, figures)));
  });
}

function prefixesOf({ benchmark }: MeasuredWindows, scenarios: readonly PlannedScenario[]): string[] {
  return benchmark === 'availability' && scenarios.length > 0
    ? scenarios.map(({ label }) => `availability/${label}`)
    : [benchmark];
}

/** The figures of a summary, with units in their names. Throughput and rates are those of the steady parts. */
function speedMetrics(summary: LoadSummary): Record<string, Metric | null> {
  const { attempted, success_rate, schedule_lag_ms, outcomes } = summary;
  return {
    ...percentiles('latency', summary.latency_ms),
    ...percentiles('ttft', summary.ttft_ms),
    ...percentiles('tpot', summary.tpot_ms),
    attempted: higherIsBetter(attempted),
    attempted_rps: higherIsBetter(summary.attempted_rps),
    throughput_rps: higherIsBetter(summary.throughput_rps),
    output_tokens_per_second: higherIsBetter(summary.output_tokens_per_second),
    success_rate: higherIsBetter(success_rate?.value ?? null),
    rate_limited_share: lowerIsBetter(attempted === 0 ? null : outcomes.rate_limited / attempted),
    input_tokens_mean: lowerIsBetter(summary.input_tokens_mean),
    output_tokens_mean: lowerIsBetter(summary.output_tokens_mean),
    cached_share: higherIsBetter(summary.cached_share),
    schedule_lag_p99_ms: lowerIsBetter(schedule_lag_ms?.p99 ?? null),
  };
}

function sessionMetrics(sessions: SessionSummary | null): Record<string, Metric | null> {
  if (sessions === null) return {};
  return {
    ...percentiles('session', sessions.session_ms),
    sessions_completed_share: higherIsBetter(sessions.completed_share?.value ?? null),
  };
}

function percentiles(name: string, values: Percentiles): Record<string, Metric | null> {
  return Object.fromEntries(
    PERCENTILES.map((p) => [`${name}_${p}_ms`, lowerIsBetter(values[p]?.observed ?? null)]),
  );
}
