import { toUsdNumber } from '../../../kernel/money.ts';
import type { Plan } from '../plan/plan.ts';
import type { Calls } from './aggregate.ts';

/** A figure of a target, and whether higher or lower is better. */
export interface Metric {
  value: number;
  direction: 'higher' | 'lower';
}

/** The metrics of a target by name; unmeasured ones are absent, never 0. */
export type Metrics = Readonly<Record<string, Metric>>;

/** A figure of which lower is better; null if it was not measured. */
export const lowerIsBetter = (value: number | null): Metric | null =>
  value === null ? null : { value, direction: 'lower' };

/** A figure of which higher is better; null if it was not measured. */
export const higherIsBetter = (value: number | null): Metric | null =>
  value === null ? null : { value, direction: 'higher' };

/** The measured figures with a common prefix such as `load/<scenario>`. */
export function metricsBelow(prefix: string, figures: Readonly<Record<string, Metric | null>>): Metrics {
  return Object.fromEntries(
    Object.entries(figures).flatMap(([name, metric]) => (metric ? [[`${prefix}/${name}`, metric]] : [])),
  );
}

/** The metrics of each target of a plan, merged over its measurements. */
export function metricsByTarget<M extends { target: number }>(
  { targets }: Plan,
  measured: readonly M[],
  metricsOf: (one: M) => Metrics,
): Metrics[] {
  return targets.map((_, target) =>
    Object.assign({}, ...measured.filter((one) => one.target === target).map(metricsOf)),
  );
}

/**
 * The run metrics of one target; `scored` of `units` were scored. They describe the run (its concurrency, retries and
 * time of day) and not the target under a scenario's traffic, so none of them names a winner.
 */
export function runMetrics(calls: Calls, scored: number, units: number): Metrics {
  const { latencies, counted, priced, unpriced } = calls;
  const mean = (tokens: number) => lowerIsBetter(counted > 0 ? tokens / counted : null);
  return metricsBelow('run', {
    // Nearest-rank percentile over answered calls, without retries and waiting.
    latency_p50_ms: lowerIsBetter(latencies.nearestRank(500)),
    latency_p95_ms: lowerIsBetter(latencies.nearestRank(950)),
    // Mean tokens of an answered call as counted by the server; reasoning counts as output.
    input_tokens_mean: mean(calls.inputTokens),
    output_tokens_mean: mean(calls.outputTokens),
    // At the price in force; absent if the cost of one answered call is unknown.
    cost_usd: lowerIsBetter(priced > 0 && unpriced === 0 ? toUsdNumber(calls.cost) : null),
    coverage: higherIsBetter(units > 0 ? scored / units : null),
  });
}
