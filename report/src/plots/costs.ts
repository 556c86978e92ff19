import { axisX, axisY, barX, gridX, gridY, line, ruleX, ruleY, text } from '@observablehq/plot';
import { compactNumber, compactUsd, usd } from '../figures/figures.ts';
import { type CostSection, monthlyCostAt } from '../model/costs.ts';
import { candidateColor } from '../model/letters.ts';
import { centred, type Drawing, drawPlot, GRID } from './drawing.ts';

const ROW_PX = 34;
const AXIS_PX = 46;
const HEIGHT = 300;
const DECADES = 2;
const STEPS_A_DECADE = 12;

/** Numbers of requests from a hundredth to a hundred times the given one. */
export const volumesAround = (requests: number): number[] =>
  Array.from(
    { length: 2 * DECADES * STEPS_A_DECADE + 1 },
    (_, i) => requests * 10 ** (i / STEPS_A_DECADE - DECADES),
  );

/** Grids and axes for costs by number of requests; both scales are logarithmic. */
export const volumeAxes = () => [
  gridX({ ...GRID, ticks: 4 }),
  gridY({ ...GRID, ticks: 4 }),
  axisX(centred('requests per month', { ticks: 4, tickFormat: compactNumber })),
  axisY({ label: 'USD per month', labelArrow: 'none', ticks: 4, tickFormat: compactUsd }),
];

/** Number of amount labels that fit into this width in CSS pixels. */
const ticksIn = (width: number) => Math.max(2, Math.floor(width / 120));

/** The monthly cost of each candidate by parts, with the budget. */
export function costBars({ scenario, budget, candidates }: CostSection): Drawing {
  const known = candidates.filter(({ monthly }) => monthly !== null);
  const parts = known.flatMap(({ letter, label, parts: own }) =>
    own.map(({ item, usd: amount }, i) => ({ letter, label, item, amount, opacity: 1 - 0.35 * i })),
  );
  const about = {
    title: `Monthly cost: ${scenario}`,
    description: `Each bar is a candidate's monthly cost at the scenario's mean rate; shades are its parts.${budget === null ? '' : ' The dashed line is the budget.'}`,
  };
  return {
    ...about,
    legend: known,
    table: {
      head: ['Candidate', 'USD per month', 'USD per 1,000 requests', 'Parts'],
      rows: candidates.map(({ label, monthly, per1k, parts: own }) => [
        label,
        usd(monthly),
        usd(per1k),
        own.map(({ item, usd: amount }) => `${item}: ${usd(amount)}`),
      ]),
    },
    draw: (options) =>
      drawPlot(about, options, {
        height: known.length * ROW_PX + AXIS_PX + 16,
        marginLeft: 30,
        marginRight: 64,
        marginTop: 20,
        marginBottom: AXIS_PX - 6,
        x: {
          label: null,
          domain: [0, 1.05 * Math.max(budget ?? 0, ...known.map(({ monthly }) => monthly ?? 0))],
        },
        y: { label: null, domain: known.map(({ letter }) => letter), tickSize: 0 },
        marks: [
          gridX({ ...GRID, ticks: ticksIn(options.width) }),
          axisX(centred('USD per month', { ticks: ticksIn(options.width), tickFormat: compactUsd })),
          barX(parts, {
            x: 'amount',
            y: 'letter',
            fill: ({ letter }) => candidateColor(letter),
            fillOpacity: 'opacity',
            insetTop: 4,
            insetBottom: 4,
            title: ({ label, item, amount }) => `${label}, ${item}: ${usd(amount)}`,
          }),
          text(known, {
            x: 'monthly',
            y: 'letter',
            dx: 6,
            textAnchor: 'start',
            text: ({ monthly }) => usd(monthly),
          }),
          ...(budget === null
            ? []
            : [
                ruleX([budget], { stroke: 'var(--bad)', strokeDasharray: '4 3', strokeWidth: 1.5 }),
                text([budget], {
                  x: (limit: number) => limit,
                  frameAnchor: 'top',
                  dy: -12,
                  text: (limit: number) => `budget ${usd(limit)}`,
                  fill: 'var(--bad)',
                }),
              ]),
        ],
      }),
  };
}

/** Costs by number of requests, for candidates priced by request, with the budget. */
export function costByVolume(
  { scenario, budget, requests, candidates }: CostSection,
  at: number,
): Drawing | null {
  if (requests === null) return null;
  const paying = candidates.filter(({ basis, per1k }) => basis === 'api' && per1k !== null);
  const steps = volumesAround(requests);
  const points = paying.flatMap((candidate) =>
    steps.map((volume) => ({
      ...{ letter: candidate.letter, label: candidate.label, volume },
      bill: monthlyCostAt(candidate, volume, requests) ?? 0,
    })),
  );
  const ends = points.filter(({ volume }) => volume === steps.at(-1));
  const about = {
    title: `Cost by volume: ${scenario}`,
    description: `The vertical line is the selected volume${budget === null ? '' : ', the dashed line the budget'}. Hosted candidates are not shown, because the number of instances at other volumes is not measured. Both scales are logarithmic.`,
  };
  return {
    ...about,
    legend: paying,
    table: {
      head: ['Candidate', 'USD per month at the selected volume', 'Requests per month within the budget'],
      rows: paying.map((candidate) => [
        candidate.label,
        usd(monthlyCostAt(candidate, at, requests)),
        budget === null || !candidate.per1k ? null : Math.floor((1000 * budget) / candidate.per1k),
      ]),
    },
    draw: (options) =>
      drawPlot(about, options, {
        height: HEIGHT,
        marginLeft: 56,
        marginRight: 24,
        marginTop: 24,
        marginBottom: 44,
        x: { type: 'log', label: null },
        y: { type: 'log', label: null },
        marks: [
          ...volumeAxes(),
          ...(budget === null
            ? []
            : [ruleY([budget], { stroke: 'var(--bad)', strokeDasharray: '4 3', strokeWidth: 1.5 })]),
          ruleX([at], { stroke: 'var(--ink)' }),
          line(points, {
            x: 'volume',
            y: 'bill',
            z: 'label',
            stroke: ({ letter }) => candidateColor(letter),
            strokeWidth: 2,
            title: 'label',
          }),
          text(ends, {
            x: 'volume',
            y: 'bill',
            dx: 10,
            text: 'letter',
            fill: ({ letter }) => candidateColor(letter),
            fontWeight: 700,
          }),
        ],
      }),
  };
}
