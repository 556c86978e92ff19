import { figure, figureRange, type LoadSection, percent, type Report } from '@touchstone/report';
import {
  capacityLatency,
  capacityThroughput,
  type Drawing,
  ecdfPlot,
  latencyOverTime,
  rateOverTime,
} from '@touchstone/report/plots';
import { section, table } from './html-elements.ts';
import { figureOf } from './html-plot.ts';
import { escaped } from './markup.ts';

type Row = LoadSection['rows'][number];

/** What each benchmark under load showed: latencies as a picture with the scenario's limits, and figures. */
export function* loadSections(report: Report): Generator<string> {
  for (const one of report.load) {
    const { benchmark, sent, rows } = one;
    const distribution = rows.some(({ answered }) => answered > 0) ? ecdfPlot(one, report) : null;
    const pictures = picturesOf([distribution, rateOverTime(one, report), latencyOverTime(one, report)]);
    yield section(benchmark, `<p>${escaped(sent)}</p>${pictures}${figures(rows)}`);
  }
}

/** What searches for capacity tried, as pictures. */
export function* capacityPictures({ capacity }: Report): Generator<string> {
  for (const curves of capacity) {
    const pictures = picturesOf([capacityLatency(curves), capacityThroughput(curves)]);
    if (pictures !== '') yield section(`The search for capacity under ${curves.scenario}`, pictures);
  }
}

const picturesOf = (drawings: readonly (Drawing | null)[]) =>
  drawings.map((drawing) => (drawing === null ? '' : figureOf(drawing))).join('');

const HEAD = [
  'Target',
  'Attempted',
  'Answered',
  'Sent/s',
  'Answered/s',
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
    figure(one.attempted_rps),
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
