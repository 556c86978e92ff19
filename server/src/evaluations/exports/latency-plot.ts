import type { LatencyLimit, LoadSection } from '@touchstone/report';

type Histogram = LoadSection['rows'][number]['latency_histogram'];

/** From where to where a picture goes, in ms, so that several have one scale. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

const WIDTH = 620;
const HEIGHT = 92;
const BASE = 66;
const TOP = 16;
const INSET = 28;
/** Buckets of the histogram are 10 % wide, and those without a request are left out. */
const BUCKET = 1.1;

/** The smallest range of whole powers of ten that has every latency and every limit inside, in ms. */
export function latencyRange(histograms: readonly Histogram[], limits: readonly LatencyLimit[]): Range {
  const all = [...histograms.flat().map(({ up_to_ms }) => up_to_ms), ...limits.map(({ ms }) => ms)];
  if (all.length === 0) return { low: 1, high: 10 };
  const low = 10 ** Math.floor(Math.log10(Math.min(...all) / BUCKET));
  return { low, high: Math.max(10 * low, 10 ** Math.ceil(Math.log10(Math.max(...all)))) };
}

/** How latencies are distributed, on a logarithmic scale, with the limits drawn in. Numbers only. */
export function latencyPlot(histogram: Histogram, limits: readonly LatencyLimit[], range: Range): string {
  const x = (ms: number) =>
    INSET + (Math.log(ms / range.low) / Math.log(range.high / range.low)) * (WIDTH - 2 * INSET);
  const most = Math.max(1, ...histogram.map(({ requests }) => requests));
  const bars = histogram.map(({ up_to_ms, requests }) => {
    const left = x(Math.max(range.low, up_to_ms / BUCKET));
    const height = (requests / most) * (BASE - TOP);
    return `<rect class="bar" x="${left.toFixed(1)}" y="${(BASE - height).toFixed(1)}" width="${(x(up_to_ms) - left).toFixed(1)}" height="${height.toFixed(1)}"/>`;
  });
  return [
    `<svg class="chart" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">`,
    ...bars,
    `<line class="axis" x1="${INSET}" x2="${WIDTH - INSET}" y1="${BASE}" y2="${BASE}"/>`,
    ...decades(range).map((ms) => tick(x(ms), ms)),
    ...limits.map(({ percentile, ms }) => limitLine(x(ms), percentile)),
    '</svg>',
  ].join('');
}

function decades({ low, high }: Range): number[] {
  const count = Math.round(Math.log10(high / low));
  return Array.from({ length: count + 1 }, (_, i) => Number((low * 10 ** i).toPrecision(6)));
}

function tick(x: number, ms: number): string {
  return `<line class="axis" x1="${x.toFixed(1)}" x2="${x.toFixed(1)}" y1="${BASE}" y2="${BASE + 5}"/><text x="${x.toFixed(1)}" y="${BASE + 20}" text-anchor="middle">${ms < 1000 ? `${ms} ms` : `${ms / 1000} s`}</text>`;
}

function limitLine(x: number, percentile: string): string {
  return `<line class="limit" x1="${x.toFixed(1)}" x2="${x.toFixed(1)}" y1="${TOP - 2}" y2="${BASE}"/><text x="${x.toFixed(1)}" y="11" text-anchor="middle">${percentile}</text>`;
}
