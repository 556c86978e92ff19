import { benchmarkName, type LoadSection, ms, percent, perSecond, type Report } from '@touchstone/report';
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
    const { benchmark, sent, rows, notes } = one;
    const distribution = rows.some(({ answered }) => answered > 0) ? ecdfPlot(one, report) : null;
    const overTime = picturesOf([rateOverTime(one, report), latencyOverTime(one, report)]);
    const body = `<p>${escaped(sent)}</p>${figures(rows)}${notes.map((sentence) => `<p class="quiet">${escaped(sentence)}</p>`).join('')}${picturesOf([distribution])}<div class="screen">${overTime}</div>${overTime === '' ? '' : PICTURES_ON_SCREEN}`;
    yield section(benchmarkName(benchmark), body);
  }
}

const PICTURES_ON_SCREEN =
  '<p class="paper">Rate, errors and latency over time are on this page on a screen; the JSON export has their figures.</p>';

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
  'Candidate',
  'Requests',
  'Answered',
  'Sent, a second',
  'Answered, a second',
  'p50',
  'p95',
  'p99',
  'First token, p50',
  'Success rate',
  'Sent late, p99',
];

function figures(all: readonly Row[]): string {
  const rows = all.map(({ target_label, latency_ms, ttft_ms, success_rate, schedule_lag_ms, ...one }) => [
    escaped(target_label),
    String(one.attempted),
    String(one.answered),
    perSecond(one.attempted_rps),
    perSecond(one.throughput_rps),
    ...[latency_ms.p50, latency_ms.p95, latency_ms.p99, ttft_ms.p50].map(estimated),
    success_rate === null
      ? 'nothing was sent'
      : `${percent(success_rate.value)}<br><small>${percent(success_rate.ci_low)} to ${percent(success_rate.ci_high)}</small>`,
    schedule_lag_ms === null ? NOTHING : ms(schedule_lag_ms.p99),
  ]);
  const isOpen = rows.some((row) => row.includes(NOTHING));
  return `${table(HEAD, rows)}<p class="quiet">Latencies are from the intended send to the last token; below a figure stands its interval, where there are answers enough for one.${isOpen ? ` ${NOTHING}: nothing was measured, as of the first token of a candidate that does not stream.` : ''}</p>`;
}

const NOTHING = '–';

function estimated(value: Row['latency_ms']['p50']): string {
  if (value === null) return NOTHING;
  const { observed, ci_low, ci_high } = value;
  const range =
    ci_low === null || ci_high === null ? '' : `<br><small>${ms(ci_low)} to ${ms(ci_high)}</small>`;
  return ms(observed) + range;
}
