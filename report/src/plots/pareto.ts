import { axisX, axisY, dot, gridX, gridY, line, link, ruleX, ruleY, text } from '@observablehq/plot';
import { count, usd } from '../figures/figures.ts';
import { capitalise } from '../model/benchmark-name.ts';
import { candidateColor } from '../model/letters.ts';
import { type Axis, paretoFront, SCATTER_AXES, type Scatter, type ScatterPoint } from '../model/scatter.ts';
import { centred, type Drawing, drawPlot, GRID } from './drawing.ts';

const HEIGHT = 190;
/** Below this width in CSS pixels, more than two amount labels would overlap. */
const NARROW_WIDTH_PX = 420;
/** Amounts with a larger ratio than this are drawn on a logarithmic scale. */
const LOG_SCALE_RATIO = 10;

/**
 * Candidates on two axes with whiskers, the limits of the scenario, and the Pareto front of those that are not
 * rejected. A candidate that is rejected or lacks data is hollow.
 */
export function paretoPlot(
  { points, limits }: Scatter,
  scenario: string,
  { x, y }: { x: Axis; y: Axis },
): Drawing {
  const known = points.flatMap((point) => toPlotPoint(point, x, y));
  const eligible = points.filter(isEligible);
  const front = paretoFront(eligible.length > 0 ? eligible : points, x, y).flatMap((point) =>
    toPlotPoint(point, x, y),
  );
  const scale = {
    x: scaleOf(
      x,
      known.map((one) => one.x),
    ),
    y: scaleOf(
      y,
      known.map((one) => one.y),
    ),
  };
  const isLog = scale.x === 'log' || scale.y === 'log';
  const about = {
    title: `${capitalise(SCATTER_AXES[x].name)} against ${SCATTER_AXES[y].name}`,
    description: `${scenario}. Filled: meets every requirement. Hollow: rejected, or needs more data. Dashed: Pareto front${eligible.length > 0 ? ' of the filled' : ''}.${limits[x] === undefined && limits[y] === undefined ? '' : ' Red: limit.'}${isLog ? ' One scale is logarithmic.' : ''}`,
  };
  const at = { x: 'x', y: 'y' } as const;
  const [limitX, limitY] = [limits[x], limits[y]];
  return {
    ...about,
    legend: known,
    table: {
      head: ['Candidate', axisName(x), axisName(y), 'Status'],
      rows: known.map((one) => [one.label, axisText(x, one.x), axisText(y, one.y), one.standing]),
    },
    draw: (options) =>
      drawPlot(about, options, {
        height: HEIGHT,
        marginLeft: 52,
        marginRight: 20,
        marginBottom: 44,
        marginTop: 26,
        inset: 18,
        x: { type: scale.x, label: null },
        y: { type: scale.y, label: null, nice: true, reverse: SCATTER_AXES[y].better === 'lower' },
        marks: [
          gridX({ ...GRID, ticks: 4 }),
          gridY({ ...GRID, ticks: 4 }),
          axisX(
            centred(axisName(x), {
              tickFormat: (value: number) => axisText(x, value),
              ticks: options.width < NARROW_WIDTH_PX ? 2 : 4,
            }),
          ),
          axisY({
            label: axisName(y),
            labelArrow: 'none',
            ticks: 4,
            tickFormat: (value: number) => axisText(y, value),
          }),
          ...(limitX === undefined ? [] : [ruleX([limitX], LIMIT)]),
          ...(limitY === undefined ? [] : [ruleY([limitY], LIMIT)]),
          line(front, { ...at, stroke: 'var(--quiet)', strokeDasharray: '3 3' }),
          link(
            known.filter(({ high, low }) => high > low),
            { x: 'x', y1: 'low', y2: 'high', stroke: ({ letter }) => candidateColor(letter), strokeWidth: 2 },
          ),
          link(
            known.filter(({ right, left }) => right > left),
            {
              y: 'y',
              x1: 'left',
              x2: 'right',
              stroke: ({ letter }) => candidateColor(letter),
              strokeWidth: 2,
            },
          ),
          dot(known, {
            ...at,
            r: 10,
            fill: ({ letter, isFilled }) => (isFilled ? candidateColor(letter) : 'var(--ground)'),
            stroke: ({ letter }) => candidateColor(letter),
            strokeWidth: 2,
            title: (one) => `${one.label}: ${axisText(x, one.x)}, ${axisText(y, one.y)}; ${one.standing}`,
            ariaLabel: 'candidates',
          }),
          text(known, {
            ...at,
            text: 'letter',
            fill: ({ isFilled }) => (isFilled ? 'var(--ground)' : 'var(--ink)'),
            fontWeight: 600,
            pointerEvents: 'none',
          }),
        ],
      }),
  };
}

const LIMIT = { stroke: 'var(--bad)', strokeWidth: 1.5, strokeDasharray: '6 3' };

const isEligible = ({ standing }: ScatterPoint) => ['first', 'tied', 'eligible'].includes(standing);

function toPlotPoint(point: ScatterPoint, x: Axis, y: Axis) {
  const [a, b] = [point.figures[x], point.figures[y]];
  if (!a || !b) return [];
  const { label, letter, standing } = point;
  const whiskers = { left: a.low, right: a.high, low: b.low, high: b.high };
  return [{ label, letter, standing, isFilled: isEligible(point), x: a.value, y: b.value, ...whiskers }];
}

function scaleOf(axis: Axis, values: readonly number[]): 'log' | 'linear' {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return axis !== 'quality' && least > 0 && most > LOG_SCALE_RATIO * least ? 'log' : 'linear';
}

const axisName = (axis: Axis) => `${SCATTER_AXES[axis].name}, ${SCATTER_AXES[axis].unit}`;
const axisText = (axis: Axis, value: number) =>
  SCATTER_AXES[axis].unit.startsWith('USD') ? usd(value) : count(value);
