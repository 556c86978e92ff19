import { axisX, axisY, dot, gridX, gridY, line, text } from '@observablehq/plot';
import { figure } from '../model/format.ts';
import type { ScenarioSection } from '../model/scenarios.ts';
import { candidateColor, type Drawing, drawPlot } from './drawing.ts';

type Pareto = NonNullable<ScenarioSection['verdict']>['pareto'];

const HEIGHT = 320;
/** Costs further apart than this are drawn on a logarithmic scale. */
const FAR_APART = 10;

const Y_NAMES = { score: 'mean score, %', latency: 'p95 latency, ms' } as const;

/** Candidates by cost and quality (latency where nothing was scored); those on the front are filled. */
export function paretoPlot({ y, points: known }: Pareto, scenario: string): Drawing {
  const costs = known.map(({ cost }) => cost);
  const isLog = Math.min(...costs) > 0 && Math.max(...costs) > FAR_APART * Math.min(...costs);
  const front = known.filter(({ onFront }) => onFront).toSorted((a, b) => a.cost - b.cost);
  const about = {
    title: `Cost against ${y === 'score' ? 'quality' : 'latency'}: ${scenario}`,
    description: `Each point is a candidate. Filled points are on the Pareto front: none is better in both. ${isLog ? 'The scale of costs is logarithmic.' : ''}`,
  };
  return {
    ...about,
    legend: known,
    table: {
      head: ['Candidate', 'USD for 1,000 good requests', Y_NAMES[y], 'On the front'],
      rows: known.map(({ label, cost, y: value, onFront }) => [
        label,
        figure(cost),
        figure(value),
        onFront ? 'yes' : 'no',
      ]),
    },
    draw: (options) =>
      drawPlot(about, options, {
        height: HEIGHT,
        marginLeft: 52,
        marginBottom: 46,
        marginTop: 24,
        inset: 18,
        x: { type: isLog ? 'log' : 'linear', label: null, ...(isLog && { ticks: 4 }) },
        y: { label: null, nice: true, reverse: y === 'latency' },
        marks: [
          gridX({ stroke: 'var(--line)', strokeOpacity: 1, ...(isLog && { ticks: 4 }) }),
          gridY({ stroke: 'var(--line)', strokeOpacity: 1 }),
          axisX({
            label: `USD for 1,000 good requests${isLog ? ' (logarithmic)' : ''}`,
            labelAnchor: 'center',
            labelArrow: 'none',
            tickFormat: (cost: number) => `$${figure(cost)}`,
            ...(isLog && { ticks: 4 }),
          }),
          axisY({ label: Y_NAMES[y], labelArrow: 'none', ticks: 5 }),
          line(front, { x: 'cost', y: 'y', stroke: 'var(--quiet)', strokeDasharray: '3 3' }),
          dot(known, {
            x: 'cost',
            y: 'y',
            r: 10,
            fill: ({ letter, onFront }) => (onFront ? candidateColor(letter) : 'var(--ground)'),
            stroke: ({ letter }) => candidateColor(letter),
            strokeWidth: 2,
            title: ({ label, cost, y: value }) => `${label}: $${figure(cost)}, ${figure(value)}`,
            ariaLabel: 'candidates',
          }),
          text(known, {
            x: 'cost',
            y: 'y',
            text: 'letter',
            fill: ({ onFront }) => (onFront ? 'var(--ground)' : 'var(--ink)'),
            fontWeight: 600,
            pointerEvents: 'none',
          }),
        ],
      }),
  };
}
