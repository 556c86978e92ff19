import { axisX, axisY, dot, gridY, line, ruleY, text } from '@observablehq/plot';
import { count } from '../figures/figures.ts';
import { type DetectableCurve, detectableSentence } from '../model/detectable.ts';
import { candidateColor } from '../model/letters.ts';
import { centred, type Drawing, drawPlot, GRID } from './drawing.ts';

const HEIGHT = 260;
const LETTERS = 'ABCDEFGH';

/**
 * The smallest detectable difference by the number of questions, with the margin as a line and the planned number as
 * a large dot.
 */
export function detectablePlot(curves: readonly DetectableCurve[], margin: number): Drawing {
  const colors = new Map(
    curves.map(({ benchmark }, i) => [benchmark, candidateColor(LETTERS[i % LETTERS.length] ?? 'A')]),
  );
  const rows = curves.flatMap(({ benchmark, points }) =>
    points.map(({ items, difference }) => ({ benchmark, items, points: 100 * difference })),
  );
  const planned = curves.flatMap(({ benchmark, planned: now }) =>
    now ? [{ benchmark, items: now.items, points: 100 * now.difference }] : [],
  );
  const starts = curves.flatMap(({ benchmark }) =>
    rows
      .filter((row) => row.benchmark === benchmark)
      .toSorted((a, b) => a.items - b.items)
      .slice(0, 1),
  );
  const color = ({ benchmark }: { benchmark: string }) => colors.get(benchmark) ?? 'var(--ink)';
  const about = {
    title: 'Detectable difference by size',
    description: curves
      .map(
        (curve) => `${curves.length > 1 ? `${curve.benchmark}: ` : ''}${detectableSentence(curve, margin)}`,
      )
      .join(' '),
  };
  return {
    ...about,
    legend: [],
    table: {
      head: ['Benchmark', 'Questions', 'Smallest difference, points'],
      rows: rows.map(({ benchmark, items, points }) => [benchmark, items, Number(points.toPrecision(3))]),
    },
    draw: (options) =>
      drawPlot(about, options, {
        height: HEIGHT,
        marginLeft: 46,
        marginRight: 20,
        marginTop: 26,
        marginBottom: 44,
        x: { type: 'log', label: null },
        y: { label: null, domain: [0, Math.max(...rows.map(({ points }) => points), 100 * margin) * 1.05] },
        marks: [
          gridY(GRID),
          axisX(
            centred('questions (logarithmic)', { ticks: 4, tickFormat: (items: number) => count(items) }),
          ),
          axisY({ label: 'difference, points', labelArrow: 'none', ticks: 5 }),
          ruleY([100 * margin], { stroke: 'var(--gold)', strokeDasharray: '4 3' }),
          line(rows, { x: 'items', y: 'points', z: 'benchmark', stroke: color, strokeWidth: 2 }),
          dot(planned, {
            x: 'items',
            y: 'points',
            r: 6,
            fill: color,
            stroke: 'var(--ground)',
            title: ({ benchmark, items, points }) =>
              `${benchmark}: ${count(items)} questions, ${count(Number(points.toPrecision(3)))} points`,
            ariaLabel: 'planned',
          }),
          ...(curves.length > 1
            ? [
                text(starts, {
                  x: 'items',
                  y: 'points',
                  text: 'benchmark',
                  textAnchor: 'start',
                  dx: 8,
                  dy: -2,
                  fill: color,
                  stroke: 'var(--ground)',
                  strokeWidth: 3,
                }),
              ]
            : []),
        ],
      }),
  };
}
