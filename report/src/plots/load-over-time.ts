import { areaY, axisX, axisY, dot, gridX, gridY, line, ruleY, text } from '@observablehq/plot';
import { compactTime, count } from '../figures/figures.ts';
import { candidateColor } from '../model/letters.ts';
import type { LoadSection } from '../model/load.ts';
import type { Report } from '../model/report.ts';
import { centred, type Drawing, drawPlot, GRID } from './drawing.ts';

const ROW_PX = 100;
const FRAME = { marginLeft: 64, marginRight: 28, marginTop: 26, marginBottom: 42 };

/** A part of one candidate's measured time. */
interface Part {
  readonly label: string;
  readonly letter: string;
  /** The middle of the part in seconds; windows follow each other. */
  readonly at: number;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
  /** Per second. */
  readonly sent: number;
  readonly completed: number;
  readonly errors: number;
}

const color = ({ letter }: { letter: string }) => candidateColor(letter);
const nameOf = ({ benchmark }: LoadSection) => benchmark.replace(/^load\//, '');

/** Latency over time, one row per candidate; null if it was not stored. */
export function latencyOverTime(section: LoadSection, report: Pick<Report, 'targets'>): Drawing | null {
  const parts = partsOf(section, report).filter(({ p50 }) => p50 !== null);
  if (parts.length === 0) return null;
  const { limits } = section;
  const about = {
    title: `Latency over time: ${nameOf(section)}`,
    description: `One row per candidate. The band is p50 to p95, with gaps where responses are too few for p95. The thin line is p99, where at least 100 responses exist.${limits.length > 0 ? ' Dashed lines are limits.' : ''} Slices follow each other. The latency scale is logarithmic.`,
  };
  const withTail = parts.filter(({ p95 }) => p95 !== null);
  return {
    ...about,
    legend: legendOf(parts),
    table: {
      head: ['Candidate', 'Second', 'p50, ms', 'p95, ms', 'p99, ms'],
      rows: parts.map(({ label, at, p50, p95, p99 }) => [
        label,
        count(at),
        ...[p50, p95, p99].map((ms) => (ms === null ? null : count(ms))),
      ]),
    },
    draw: (options) =>
      drawPlot(about, options, {
        ...frameOf(parts),
        y: { type: 'log', label: null },
        marks: [
          ...axes(compactTime),
          ruleY(limits, { y: 'ms', stroke: 'var(--bad)', strokeDasharray: '4 3' }),
          areaY(parts, {
            ...{ x: 'at', y1: 'p50', y2: 'p95', fy: 'letter', fill: color, fillOpacity: 0.3, z: 'letter' },
          }),
          line(parts, { x: 'at', y: 'p95', fy: 'letter', z: 'letter', stroke: color, strokeWidth: 2 }),
          line(parts, { x: 'at', y: 'p50', fy: 'letter', z: 'letter', stroke: color, strokeWidth: 1.5 }),
          line(
            parts.filter(({ p99 }) => p99 !== null),
            { x: 'at', y: 'p99', fy: 'letter', z: 'letter', stroke: color, strokeDasharray: '2 2' },
          ),
          dot(withTail, { x: 'at', y: 'p95', fy: 'letter', fill: color, r: 2 }),
          ...dotsOfSingleParts(parts, 'p50'),
        ],
      }),
  };
}

/** Requests, responses and unanswered requests over time, one row per candidate. */
export function rateOverTime(section: LoadSection, report: Pick<Report, 'targets'>): Drawing | null {
  const parts = partsOf(section, report);
  if (parts.length === 0) return null;
  const lost = parts.filter(({ errors }) => errors > 0);
  const about = {
    title: `Rate and errors over time: ${nameOf(section)}`,
    description: `Requests per second: grey is sent, coloured is answered. ${lost.length === 0 ? 'Every request was answered.' : 'Red areas are requests without a response.'} Slices follow each other.`,
  };
  return {
    ...about,
    legend: legendOf(parts),
    table: {
      head: ['Candidate', 'Second', 'Sent/s', 'Answered/s', 'Errors/s'],
      rows: parts.map(({ label, at, sent, completed, errors }) => [
        label,
        ...[at, sent, completed, errors].map((value) => count(value)),
      ]),
    },
    draw: (options) =>
      drawPlot(about, options, {
        ...frameOf(parts),
        y: { label: null, zero: true },
        marks: [
          ...axes((rate) => count(rate)),
          ruleY([0], { stroke: 'var(--line)' }),
          areaY(lost.length === 0 ? [] : parts, {
            ...{ x: 'at', y: 'errors', fy: 'letter', z: 'letter', fill: 'var(--bad)', fillOpacity: 0.5 },
          }),
          line(parts, {
            ...{ x: 'at', y: 'sent', fy: 'letter', z: 'letter', stroke: 'var(--quiet)', strokeWidth: 1.5 },
          }),
          line(parts, { x: 'at', y: 'completed', fy: 'letter', z: 'letter', stroke: color, strokeWidth: 2 }),
          ...dotsOfSingleParts(parts, 'completed'),
        ],
      }),
  };
}

function partsOf({ rows }: LoadSection, { targets }: Pick<Report, 'targets'>): Part[] {
  const letters = new Map(targets.map(({ label, letter }) => [label, letter]));
  return rows.flatMap(({ target_label: label, over_time: parts = [], window_ms }) => {
    const partMs = window_ms / Math.max(1, parts.length);
    return parts.map(({ from_ms, sent, completed, errors, p50_ms, p95_ms, p99_ms }) => ({
      label,
      letter: letters.get(label) ?? '?',
      at: (from_ms + partMs / 2) / 1000,
      ...{ p50: p50_ms, p95: p95_ms, p99: p99_ms },
      sent: (1000 * sent) / partMs,
      completed: (1000 * completed) / partMs,
      errors: (1000 * errors) / partMs,
    }));
  });
}

function legendOf(parts: readonly Part[]) {
  return [...new Map(parts.map(({ label, letter }) => [letter, { letter, label }])).values()];
}

function frameOf(parts: readonly Part[]) {
  const letters = [...new Set(parts.map(({ letter }) => letter))];
  return {
    ...FRAME,
    height: letters.length * ROW_PX + FRAME.marginTop + FRAME.marginBottom,
    x: { label: null },
    fy: { domain: letters, axis: null, padding: 0.28 },
  };
}

function axes(tickFormat: (value: number) => string) {
  return [
    gridX({ ...GRID, ticks: 5 }),
    gridY({ ...GRID, ticks: 3 }),
    axisX(centred('seconds of measured load', { ticks: 5, tickFormat: (at: number) => count(at) })),
    axisY({ label: null, ticks: 3, tickFormat }),
  ];
}

/** A candidate with a single part gets a dot instead of a line; the letter is at the end of each row. */
function dotsOfSingleParts(parts: readonly Part[], y: 'p50' | 'completed') {
  const byLetter = Map.groupBy(parts, ({ letter }) => letter);
  const single = [...byLetter.values()].flatMap((own) => (own.length === 1 ? own : []));
  const ends = [...byLetter.values()].flatMap((own) => own.slice(-1));
  return [
    dot(single, { x: 'at', y, fy: 'letter', fill: color, r: 4 }),
    text(ends, {
      ...{ fy: 'letter', frameAnchor: 'right', dx: 16, text: 'letter', title: 'label' },
      ...{ fill: color, fontWeight: 700 },
    }),
  ];
}
