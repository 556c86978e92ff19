import {
  axisX,
  axisY,
  dot,
  gridX,
  gridY,
  line,
  type RenderFunction,
  ruleX,
  ruleY,
  text,
} from '@observablehq/plot';
import { compactTime, count } from '../figures/figures.ts';
import type { CapacityCurves, CapacityStep, StepOutcome } from '../model/capacity.ts';
import { candidateColor } from '../model/letters.ts';
import { centred, type Drawing, drawPlot, GRID } from './drawing.ts';

const HEIGHT = 300;

/** The shape of a mark shows the result of its rate, the colour its candidate. */
const SYMBOLS: Readonly<Record<StepOutcome, { symbol: 'circle' | 'times' | 'triangle'; isFilled: boolean }>> =
  {
    passed: { symbol: 'circle', isFilled: true },
    failed: { symbol: 'times', isFilled: false },
    'too few to tell': { symbol: 'circle', isFilled: false },
    'sent late': { symbol: 'triangle', isFilled: false },
  };
const SYMBOL_LEGEND =
  'Filled circles passed and crosses failed. Empty circles had too few requests to tell. Triangles were sent too late by this service.';

interface Mark extends CapacityStep {
  readonly label: string;
  readonly letter: string;
}

type Curve = CapacityCurves['candidates'][number];

const marksOf = (candidates: readonly Curve[]): Mark[] =>
  candidates.flatMap(({ label, letter, steps }) => steps.map((step) => ({ ...step, label, letter })));

const color = ({ letter }: { letter: string }) => candidateColor(letter);

/** The limited latency at each tried rate; capacity is where it rises. */
export function capacityLatency({ scenario, limit, candidates }: CapacityCurves): Drawing | null {
  const marks = marksOf(candidates).filter(({ latency }) => latency !== null);
  if (marks.length === 0) return null;
  const about = {
    title: `Capacity search: ${scenario}`,
    description: `The ${limit.percentile} latency at each rate tried. ${SYMBOL_LEGEND} The dashed line is the limit; vertical lines are confirmed capacities. Both scales are logarithmic.`,
  };
  return {
    ...about,
    legend: candidates,
    table: {
      head: ['Candidate', 'Target requests/s', 'Responses/s', `${limit.percentile}, ms`, 'Outcome'],
      rows: marksOf(candidates).map(({ label, rate, completed, latency, outcome, isConfirmation }) => [
        label,
        count(rate),
        completed === null ? null : count(completed),
        latency === null ? null : count(latency),
        isConfirmation ? `${outcome} (confirmation run)` : outcome,
      ]),
    },
    draw: (options) =>
      drawPlot(about, options, {
        ...frame,
        x: { type: 'log', label: null },
        y: { type: 'log', label: null },
        marks: [
          ...axes(`${limit.percentile} latency`, compactTime),
          ruleY([limit.ms], { stroke: 'var(--bad)', strokeDasharray: '4 3', strokeWidth: 1.5 }),
          text([limit.ms], {
            y: (ms: number) => ms,
            frameAnchor: 'left',
            textAnchor: 'start',
            dx: 4,
            dy: -8,
            text: (ms: number) => `limit ${compactTime(ms)}`,
            fill: 'var(--bad)',
          }),
          ...confirmedLines(candidates),
          ...curveMarks(marks, 'latency'),
        ],
      }),
  };
}

/** Responses per second against requests per second: below the diagonal the server does not keep up. */
export function capacityThroughput({ scenario, candidates }: CapacityCurves): Drawing | null {
  const marks = marksOf(candidates).filter(({ completed }) => completed !== null);
  if (marks.length === 0) return null;
  const most = Math.max(...marks.map(({ rate }) => rate));
  const about = {
    title: `Requests and responses: ${scenario}`,
    description: `Responses per second at each target rate. On the grey diagonal, responses keep up with requests; below it a queue grows. ${SYMBOL_LEGEND}`,
  };
  return {
    ...about,
    legend: candidates,
    table: {
      head: ['Candidate', 'Target requests/s', 'Responses/s'],
      rows: marks.map(({ label, rate, completed }) => [label, count(rate), count(completed)]),
    },
    draw: (options) =>
      drawPlot(about, options, {
        ...frame,
        x: { domain: [0, 1.05 * most], label: null },
        y: { domain: [0, 1.05 * most], label: null },
        marks: [
          ...axes('responses per second', count),
          line([0, most], { x: (v: number) => v, y: (v: number) => v, stroke: 'var(--quiet)' }),
          ...confirmedLines(candidates),
          ...curveMarks(marks, 'completed'),
        ],
      }),
  };
}

const frame = { height: HEIGHT, marginLeft: 58, marginRight: 28, marginTop: 26, marginBottom: 42 };

const axes = (what: string, tickFormat: (value: number) => string) => [
  gridX({ ...GRID, ticks: 5 }),
  gridY({ ...GRID, ticks: 5 }),
  axisX(centred('requests per second', { ticks: 5, tickFormat: (rate: number) => count(rate) })),
  axisY({ label: what, labelArrow: 'none', ticks: 5, tickFormat }),
];

function confirmedLines(candidates: readonly Curve[]) {
  const held = candidates.filter(({ confirmed }) => confirmed !== null);
  return [
    ruleX(held, { x: 'confirmed', stroke: color, strokeWidth: 1.5, strokeDasharray: '1 3' }),
    // One below the other, so that similar capacities stay readable.
    ...held.map((one, i) =>
      text([one], {
        x: 'confirmed',
        frameAnchor: 'top',
        textAnchor: 'end',
        dx: -4,
        dy: 14 * i + 4,
        text: ({ letter, confirmed }: Curve) => `${letter} ${count(confirmed)}/s`,
        fill: color,
        stroke: 'var(--raised)',
        strokeWidth: 4,
      }),
    ),
  ];
}

function curveMarks(marks: readonly Mark[], y: 'latency' | 'completed') {
  const ends = Map.groupBy(marks, ({ letter }) => letter)
    .values()
    .flatMap((own) => own.slice(-1))
    .toArray();
  return [
    line(marks, { x: 'rate', y, z: 'letter', stroke: color, strokeWidth: 1.5, strokeOpacity: 0.6 }),
    ...Object.entries(SYMBOLS).map(([outcome, { symbol, isFilled }]) =>
      dot(
        marks.filter((mark) => mark.outcome === outcome),
        {
          ...{ x: 'rate', y, r: 4.5, symbol, stroke: color, strokeWidth: 2 },
          fill: isFilled ? color : 'var(--raised)',
          title: (mark: Mark) => `${mark.label}, ${count(mark.rate)} requests/s: ${outcome}`,
        },
      ),
    ),
    text(ends, {
      ...{ x: 'rate', y, dx: 12, text: 'letter', fill: color, fontWeight: 700, title: 'label' },
      render: spreadLetters,
    }),
  ];
}

/** Space of a letter with its margin, in CSS pixels. */
const LETTER_PX = { width: 11, height: 13 };

/** Moves letters down that would overlap others. */
const spreadLetters: RenderFunction = (index, scales, values, dimensions, context, next) => {
  const { x = [], y = [] } = values;
  const placed: number[] = [];
  for (const i of index.toSorted((a, b) => y[a] - y[b])) {
    for (const other of placed)
      if (Math.abs(x[i] - x[other]) < LETTER_PX.width) y[i] = Math.max(y[i], y[other] + LETTER_PX.height);
    placed.push(i);
  }
  return next?.(index, scales, values, dimensions, context) ?? null;
};
