import { areaY, axisX, axisY, dot, gridY, line, ruleY, text } from '@observablehq/plot';
import type { Schemas } from '@touchstone/client';
import { count, percent } from '../figures/figures.ts';
import { candidateColor, lettersByLabel } from '../model/letters.ts';
import { centred, type Drawing, drawPlot, GRID } from './drawing.ts';

type SeriesLook = Schemas['SeriesLook'];

type Point = SeriesLook['findings'][number] & {
  readonly at: number;
  readonly day: string;
  readonly changed: boolean;
};

const FRAME = { marginLeft: 64, marginRight: 20, marginTop: 20, marginBottom: 42, height: 220 };
const MEASURE_WORDS: Readonly<Record<string, string>> = {
  score: 'Score',
  coverage: 'Share of scored responses',
  latency_p95: 'p95 latency, ms',
  load_p95: 'p95 latency under load, ms',
  cost_p50: 'Cost per call (p50), USD',
};

/** A plot for each measure of each candidate and benchmark over the runs; empty before the first run. */
export function seriesPlots(looks: readonly SeriesLook[], labels: readonly string[]): Drawing[] {
  const letters = lettersByLabel(labels);
  const points = looks.flatMap(({ number, created_at, findings, alarms }) =>
    findings.map((finding): Point => {
      const changed = alarms.some(({ kind }) => kind === 'identity');
      return { ...finding, at: number ?? 0, day: created_at.slice(0, 10), changed };
    }),
  );
  const groups = Map.groupBy(points, ({ target_label, benchmark, measure }) =>
    JSON.stringify([target_label, benchmark, measure]),
  );
  return [...groups.values()].flatMap((own) => [seriesPlot(own, letters), ...cusumPlot(own, letters)]);
}

function seriesPlot(points: readonly Point[], letters: ReadonlyMap<string, string>): Drawing {
  const [{ target_label, benchmark, measure, reference }] = points as [Point];
  const letter = letters.get(target_label) ?? '?';
  const color = candidateColor(letter);
  const isShare = isShareOf(measure);
  const shown = (value: number | null) => (value === null ? null : isShare ? percent(value) : count(value));
  const banded = points.filter(({ low, high }) => low !== null && high !== null);
  const limits = points.filter(({ limit }) => limit !== null);
  const about = {
    title: `${MEASURE_WORDS[measure] ?? measure}: ${target_label} on ${benchmark}`,
    description: `One dot per run. The grey line is the reference, the dashed line the limit.${
      banded.length > 0 ? ' The band is the interval of the mean of all runs so far, valid at every run.' : ''
    } Red rings are alarms. A cross marks a run with another model or configuration.`,
  };
  return {
    ...about,
    legend: [{ letter, label: target_label }],
    table: {
      head: ['Run', 'Day', 'Value', 'Reference', 'Limit', 'Low', 'High', 'Alarm'],
      rows: points.map(({ at, day, value, limit, low, high, alarm }) => [
        String(at),
        day,
        shown(value),
        shown(reference),
        shown(limit),
        shown(low),
        shown(high),
        alarm ? 'yes' : 'no',
      ]),
    },
    draw: (options) =>
      drawPlot(about, options, {
        ...FRAME,
        x: { label: null, inset: 12 },
        y: { label: null, nice: true, ...(isShare ? {} : { zero: true }) },
        marks: [
          gridY({ ...GRID, ticks: 4 }),
          looksAxis(points.length),
          axisY({ label: null, ticks: 4, tickFormat: (value: number) => shown(value) ?? '' }),
          areaY(banded, { x: 'at', y1: 'low', y2: 'high', fill: color, fillOpacity: 0.18 }),
          ruleY(reference === null ? [] : [reference], { stroke: 'var(--quiet)' }),
          line(limits, { x: 'at', y: 'limit', stroke: 'var(--bad)', strokeDasharray: '4 3' }),
          line(points, { x: 'at', y: 'value', stroke: color, strokeWidth: 1.5 }),
          dot(points, { x: 'at', y: 'value', fill: color, r: 3 }),
          dot(
            points.filter(({ alarm }) => alarm),
            { x: 'at', y: 'value', stroke: 'var(--bad)', strokeWidth: 2, r: 7 },
          ),
          text(
            points.filter(({ changed }) => changed),
            { x: 'at', y: 'value', text: () => '×', dy: -14, fontSize: 16, fill: 'var(--ink)' },
          ),
        ],
      }),
  };
}

/** The CUSUM chart (Page 1954) beside the test: it shows a gradual deterioration and has no limit. */
function cusumPlot(points: readonly Point[], letters: ReadonlyMap<string, string>): Drawing[] {
  const summed = points.filter(({ cusum }) => cusum !== null);
  const [first] = summed;
  if (first === undefined) return [];
  const { target_label, benchmark, measure } = first;
  const letter = letters.get(target_label) ?? '?';
  const color = candidateColor(letter);
  const shown = isShareOf(measure)
    ? (value: number) => `${count(Math.round(100 * value))} pt`
    : (value: number) => `${count(value)} ×`;
  const about = {
    title: `${MEASURE_WORDS[measure] ?? measure}, CUSUM (raises no alarm)`,
    description: `The sum over runs of what exceeds half of the allowed decline. It stays near 0 while nothing changes and rises while something stays worse. It is not a test and raises no alarm.`,
  };
  return [
    {
      ...about,
      legend: [{ letter, label: target_label }],
      table: {
        head: ['Run', 'Day', 'CUSUM'],
        rows: summed.map(({ at, day, cusum }) => [String(at), day, shown(cusum ?? 0)]),
      },
      draw: (options) =>
        drawPlot({ ...about, title: `${about.title}: ${target_label} on ${benchmark}` }, options, {
          ...FRAME,
          height: 130,
          x: { label: null, inset: 12 },
          y: { label: null, nice: true, zero: true },
          marks: [
            gridY({ ...GRID, ticks: 2 }),
            looksAxis(points.length),
            axisY({ label: null, ticks: 2, tickFormat: shown }),
            areaY(summed, { x: 'at', y: 'cusum', fill: color, fillOpacity: 0.12 }),
            line(summed, { x: 'at', y: 'cusum', stroke: color, strokeDasharray: '2 3' }),
          ],
        }),
    },
  ];
}

const isShareOf = (measure: string) => measure === 'score' || measure === 'coverage';

const looksAxis = (looks: number) =>
  axisX(
    centred('run', {
      ticks: Math.min(10, looks),
      tickFormat: (at: number) => (Number.isInteger(at) ? String(at) : ''),
    }),
  );
