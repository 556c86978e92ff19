import {
  adjustedHead,
  type BenchmarkSection,
  outcomeOf,
  percent,
  points,
  pValue,
  type Report,
  rangeWithMissing,
  simultaneousRange,
} from '@touchstone/report';
import { forestPlot } from '@touchstone/report/plots';
import { section, table } from './html-elements.ts';
import { figureOf } from './html-plot.ts';
import { escaped } from './markup.ts';

type Score = BenchmarkSection['scores'][number];

/** The scores of each benchmark and the differences between targets, as figures and as pictures. */
export function* scoreSections(report: Report): Generator<string> {
  for (const benchmark of report.benchmarks)
    yield section(
      benchmark.key,
      scores(report, benchmark) + picture(report, benchmark) + comparisons(report, benchmark),
    );
}

function scores({ confidencePercent }: Report, { scores: all }: BenchmarkSection): string {
  const rows = all.map((one) => [
    escaped(one.target_label),
    [percent(one.score), rangeWithMissing(one) ?? []].flat().join('<br>'),
    range(one.ci_low, one.ci_high),
    scorePlot(one),
    String(one.n),
    escaped(one.method ?? 'none'),
  ]);
  const level = `${confidencePercent} % interval`;
  return table(['Target', 'Score', level, '0 to 100 %', 'Items', 'Method'], rows);
}

const picture = (report: Report, benchmark: BenchmarkSection) =>
  benchmark.comparisons.length === 0 ? '' : figureOf(forestPlot(benchmark, report));

function comparisons(
  { methodology: { correction } }: Report,
  { comparisons: all, familySize, simultaneous }: BenchmarkSection,
): string {
  if (all.length === 0) return '';
  const rows = all.map((one) => [
    `${escaped(one.target_a)} − ${escaped(one.target_b)}`,
    points(one.delta),
    range(one.ci_low, one.ci_high),
    ...(simultaneous ? [simultaneousRange(one) ?? 'none'] : []),
    one.p_adjusted === null ? 'none' : escaped(pValue(one.p_adjusted)),
    `<strong>${escaped(outcomeOf(one))}</strong><br>${escaped(one.explanation)}`,
  ]);
  const family = escaped(adjustedHead(correction, familySize));
  return table(
    ['Difference', 'Points', 'Interval', ...(simultaneous ? ['Simultaneous'] : []), family, 'Outcome'],
    rows,
  );
}

const range = (low: number | null, high: number | null) =>
  low === null || high === null ? 'none' : `${points(low)} to ${points(high)}`;

const WIDTH = 200;
const HEIGHT = 20;
const INSET = 5;
const MIDDLE = HEIGHT / 2;

/** A score with its interval, from 0 to 1. */
function scorePlot({ score, ci_low, ci_high }: Score): string {
  const x = scale(0, 1);
  const interval = ci_low === null || ci_high === null ? '' : line('interval', x(ci_low), x(ci_high));
  const marks = [0, 0.5, 1].map((at) => tick(x(at))).join('');
  return svg(`${line('axis', x(0), x(1))}${marks}${interval}${score === null ? '' : point(x(score))}`);
}

/** Where a value between `low` and `high` is drawn; a value outside is drawn at the nearer end. */
function scale(low: number, high: number): (value: number) => number {
  return (value) => {
    const share = high === low ? 0.5 : (Math.min(high, Math.max(low, value)) - low) / (high - low);
    return INSET + share * (WIDTH - 2 * INSET);
  };
}

/** Only numbers come into a picture, nothing that others wrote. The figures are in the cells beside it. */
const svg = (inside: string) =>
  `<svg width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">${inside}</svg>`;
const line = (kind: string, x1: number, x2: number) =>
  `<line class="${kind}" x1="${x1.toFixed(1)}" x2="${x2.toFixed(1)}" y1="${MIDDLE}" y2="${MIDDLE}"/>`;
const tick = (x: number) =>
  `<line class="axis" x1="${x.toFixed(1)}" x2="${x.toFixed(1)}" y1="${MIDDLE - 4}" y2="${MIDDLE + 4}"/>`;
const point = (x: number) => `<circle class="point" cx="${x.toFixed(1)}" cy="${MIDDLE}" r="4"/>`;
