import type { Results } from '../schemas/result-schemas.ts';
import { figure, section, table } from './html-elements.ts';
import { type LatencyLimit, latencyPlot, latencyRange } from './latency-plot.ts';
import { escaped } from './markup.ts';

type Load = NonNullable<Results['load']>[number];

/** What each benchmark under load showed: figures, and latencies with the scenario's limits drawn in. */
export function* loadSections({ load = [], requirements = [] }: Results): Generator<string> {
  for (const benchmark of new Set(load.map((one) => one.benchmark))) {
    const own = load.filter((one) => one.benchmark === benchmark);
    const limits = limitsOf(requirements, benchmark);
    const range = latencyRange(
      own.map(({ latency_histogram }) => latency_histogram),
      limits,
    );
    const pictures = own.map(
      ({ target_label, latency_histogram }) =>
        `<figure><figcaption>${escaped(target_label)}</figcaption>${latencyPlot(latency_histogram, limits, range)}</figure>`,
    );
    const sent = `<p>${escaped(own[0]?.sent ?? '')}</p>`;
    const note =
      '<p class="quiet">Requests by latency from the intended send to the last token, answered requests only; dashed lines are the limits.</p>';
    yield section(benchmark, sent + figures(own) + pictures.join('') + note);
  }
}

function limitsOf(requirements: NonNullable<Results['requirements']>, benchmark: string): LatencyLimit[] {
  const limits = requirements.flatMap(({ kind, limit, scenario_label }): [string, number][] =>
    kind.endsWith('_latency_ms') && limit !== null && benchmark === `load/${scenario_label}`
      ? [[kind.slice(0, 3), limit]]
      : [],
  );
  return [...new Map(limits)].map(([percentile, ms]) => ({ percentile, ms }));
}

const HEAD = [
  'Target',
  'Attempted',
  'Answered',
  'Requests/s',
  'p50 ms',
  'p95 ms',
  'p99 ms',
  'First token p50 ms',
  'Success rate',
  'Sent late, p99 ms',
];

function figures(own: readonly Load[]): string {
  const rows = own.map(({ target_label, latency_ms, ttft_ms, outcomes, success_rate, ...one }) => [
    escaped(target_label),
    String(one.attempted),
    String(answeredOf(outcomes)),
    figure(one.throughput_rps),
    ...[latency_ms.p50, latency_ms.p95, latency_ms.p99, ttft_ms.p50].map(estimated),
    success_rate === null
      ? 'none'
      : `${percent(success_rate.value)} (${percent(success_rate.ci_low)} to ${percent(success_rate.ci_high)})`,
    figure(one.schedule_lag_ms?.p99),
  ]);
  return table(HEAD, rows);
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

function estimated(value: Load['latency_ms']['p50']): string {
  if (value === null) return 'none';
  const { observed, ci_low, ci_high } = value;
  const range = ci_low === null || ci_high === null ? '' : ` (${figure(ci_low)} to ${figure(ci_high)})`;
  return figure(observed) + range;
}

const answeredOf = ({ answered = 0, truncated = 0 }: Record<string, number>) => answered + truncated;
