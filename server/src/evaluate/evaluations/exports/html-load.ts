import { benchmarkName, type LoadSection, type Report } from '@touchstone/report';
import { count, formatWithRange, ms, percent, type Unit } from '@touchstone/report/figures';
import { PERCENTILES } from '@touchstone/report/limits';
import {
  capacityLatency,
  capacityThroughput,
  type Drawing,
  ecdfPlot,
  latencyOverTime,
  rateOverTime,
} from '@touchstone/report/plots';
import { sectionMarkup, tableMarkup } from './html-elements.ts';
import { plotMarkup } from './html-plot.ts';
import { escapeMarkup } from './markup.ts';

type Row = LoadSection['rows'][number];

/** Load benchmarks: a plot of latencies with the scenario's limits, and a table of figures. */
export function* loadSections(report: Report): Generator<string> {
  for (const one of report.load) {
    const { benchmark, sent, rows, notes } = one;
    const distribution = rows.some(({ answered }) => answered > 0) ? ecdfPlot(one, report) : null;
    const overTime = picturesOf([rateOverTime(one, report), latencyOverTime(one, report)]);
    const body = `<p>${escapeMarkup(sent)}</p>${figures(rows)}${notes.map((sentence) => `<p class="quiet">${escapeMarkup(sentence)}</p>`).join('')}${picturesOf([distribution])}<div class="screen">${overTime}</div>${overTime === '' ? '' : PICTURES_ON_SCREEN}`;
    yield sectionMarkup(benchmarkName(benchmark), body);
  }
}

const PICTURES_ON_SCREEN =
  '<p class="paper">Rate, errors and latency over time are shown on the screen version of this page; the JSON export has their figures.</p>';

/** Plots of capacity searches. */
export function* capacityPictures({ capacity }: Report): Generator<string> {
  for (const curves of capacity) {
    const pictures = picturesOf([capacityLatency(curves), capacityThroughput(curves)]);
    if (pictures !== '') yield sectionMarkup(`The capacity search under ${curves.scenario}`, pictures);
  }
}

const picturesOf = (drawings: readonly (Drawing | null)[]) =>
  drawings.map((drawing) => (drawing === null ? '' : plotMarkup(drawing))).join('');

const HEAD = [
  'Candidate',
  'Requests',
  'Answered',
  'Requests per second',
  'Responses per second',
  ...PERCENTILES,
  'First token, p50',
  'Success rate',
  'Sent late, p99',
];

function figures(all: readonly Row[]): string {
  const rows = all.map(({ target_label, latency_ms, ttft_ms, success_rate, schedule_lag_ms, ...one }) => [
    escapeMarkup(target_label),
    String(one.attempted),
    String(one.answered),
    count(one.attempted_rps),
    count(one.throughput_rps),
    ...[...PERCENTILES.map((p) => latency_ms[p] ?? null), ttft_ms.p50].map(formatEstimated),
    success_rate === null
      ? 'nothing was sent'
      : formatRanged(percent, success_rate.value, success_rate.ci_low, success_rate.ci_high),
    schedule_lag_ms === null ? NOTHING : ms(schedule_lag_ms.p99),
  ]);
  const isOpen = rows.some((row) => row.includes(NOTHING));
  return `${tableMarkup(HEAD, rows)}<p class="quiet">Latencies are from the intended send to the last token. The interval is below each figure, if there are enough responses for one.${isOpen ? ` ${NOTHING}: not measured, for example the first token of a candidate that does not stream.` : ''}</p>`;
}

const NOTHING = '–';

function formatEstimated(value: Row['latency_ms']['p50']): string {
  if (value === null) return NOTHING;
  return formatRanged(ms, value.observed, value.ci_low, value.ci_high);
}

/** The figure with its interval below. */
const formatRanged = (unit: Unit, value: number | null, low: number | null, high: number | null) =>
  formatWithRange(unit, value, low, high).replace(/ \((.*)\)$/, '<br><small>$1</small>');
