import { figure, figureRange, type LoadSection, percent, type Report } from '@touchstone/report';
import { section, table } from './html-elements.ts';
import { latencyPlot, latencyRange } from './latency-plot.ts';
import { escaped } from './markup.ts';

type Row = LoadSection['rows'][number];

/** What each benchmark under load showed: figures, and latencies with the scenario's limits drawn in. */
export function* loadSections({ load }: Report): Generator<string> {
  for (const { benchmark, sent, rows, limits } of load) {
    const range = latencyRange(
      rows.map(({ latency_histogram }) => latency_histogram),
      limits,
    );
    const pictures = rows.map(
      ({ target_label, latency_histogram }) =>
        `<figure><figcaption>${escaped(target_label)}</figcaption>${latencyPlot(latency_histogram, limits, range)}</figure>`,
    );
    const note =
      '<p class="quiet">Requests by latency from the intended send to the last token, answered requests only; dashed lines are the limits.</p>';
    yield section(benchmark, `<p>${escaped(sent)}</p>${figures(rows)}${pictures.join('')}${note}`);
  }
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

function figures(all: readonly Row[]): string {
  const rows = all.map(({ target_label, latency_ms, ttft_ms, success_rate, ...one }) => [
    escaped(target_label),
    String(one.attempted),
    String(one.answered),
    figure(one.throughput_rps),
    ...[latency_ms.p50, latency_ms.p95, latency_ms.p99, ttft_ms.p50].map(estimated),
    success_rate === null
      ? 'none'
      : `${percent(success_rate.value)} (${percent(success_rate.ci_low)} to ${percent(success_rate.ci_high)})`,
    figure(one.schedule_lag_ms?.p99),
  ]);
  return table(HEAD, rows);
}

function estimated(value: Row['latency_ms']['p50']): string {
  if (value === null) return 'none';
  const { observed, ci_low, ci_high } = value;
  const range = figureRange(ci_low, ci_high);
  return figure(observed) + (range === null ? '' : ` (${range})`);
}
