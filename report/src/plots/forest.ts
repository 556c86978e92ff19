import { axisX, dot, gridX, link, rect, ruleX, text } from '@observablehq/plot';
import { formatRange, points, signedPoints } from '../figures/figures.ts';
import { benchmarkName } from '../model/benchmark-name.ts';
import type { Report } from '../model/report.ts';
import { type BenchmarkSection, comparisonOutcome, simultaneousRange } from '../model/scores.ts';
import { centred, type Drawing, drawPlot, GRID } from './drawing.ts';

/** A few pairs have large rows, many pairs smaller ones. */
const rowPx = (pairs: number) => (pairs <= 6 ? 44 : 30);
const AXIS_PX = 44;

interface ForestOptions {
  /** The link of a pair, to the samples on which the two differ; without it a pair has no link. */
  readonly hrefOf?: (pair: { target_a: string; target_b: string; benchmark: string }) => string;
}

/**
 * Score differences on one benchmark with their intervals, against 0 and the margin: a pair whose interval is right
 * of 0 is won by the first. The thin line behind is the simultaneous interval. In percentage points.
 */
export function forestPlot(
  { comparisons, key, simultaneous }: BenchmarkSection,
  { targets, methodology }: Pick<Report, 'targets' | 'methodology'>,
  { hrefOf }: ForestOptions = {},
): Drawing {
  const letters = new Map(targets.map(({ label, letter }) => [label, letter]));
  const margin = 100 * methodology.margin;
  const rows = comparisons.map((one) => ({
    pair: `${letters.get(one.target_a)} − ${letters.get(one.target_b)}`,
    names: `${one.target_a} against ${one.target_b}`,
    delta: 100 * one.delta,
    low: one.ci_low === null ? null : 100 * one.ci_low,
    high: one.ci_high === null ? null : 100 * one.ci_high,
    familyLow: 100 * (one.simultaneous_interval?.ci_low ?? one.ci_low ?? one.delta),
    familyHigh: 100 * (one.simultaneous_interval?.ci_high ?? one.ci_high ?? one.delta),
    family: simultaneousRange(one),
    outcome: comparisonOutcome(one),
    isDecided: one.winner !== 'undecided',
    said: `${comparisonOutcome(one)}: ${signedPoints(one.delta)} points${
      one.ci_low === null ? '' : `, ${formatRange(points, one.ci_low, one.ci_high)}`
    }${one.simultaneous_interval === undefined ? '' : `, simultaneous ${simultaneousRange(one)}`}`,
    href: hrefOf?.({ target_a: one.target_a, target_b: one.target_b, benchmark: key }),
  }));
  const reach = Math.max(
    margin,
    ...rows.flatMap(({ familyLow, familyHigh, low, high }) =>
      [familyLow, familyHigh, low ?? 0, high ?? 0].map(Math.abs),
    ),
  );
  const about = {
    title: `Differences on ${benchmarkName(key)}`,
    description: `Each row is the difference of two candidates in points, with its interval. The band is the margin of ±${points(methodology.margin)} points for a tie.${
      simultaneous
        ? ' The thick line is the interval of this difference. The thin line is the simultaneous interval, which covers all differences of the evaluation together.'
        : ''
    }`,
  };
  return {
    ...about,
    legend: targets.filter(({ label }) =>
      comparisons.some(({ target_a, target_b }) => target_a === label || target_b === label),
    ),
    table: {
      head: ['Pair', 'Difference, points', 'Interval', ...(simultaneous ? ['Simultaneous'] : []), 'Outcome'],
      rows: rows.map(({ names, delta, low, high, family, outcome }) => [
        names,
        signedPoints(delta / 100),
        low === null || high === null ? null : formatRange(points, low / 100, high / 100),
        ...(simultaneous ? [family] : []),
        outcome,
      ]),
    },
    draw: (options) =>
      drawPlot(about, options, {
        height: rows.length * rowPx(rows.length) + AXIS_PX,
        marginLeft: 56,
        marginRight: 16,
        marginBottom: AXIS_PX - 6,
        x: { domain: [-1.05 * reach, 1.05 * reach], label: null },
        y: { domain: rows.map(({ pair }) => pair), label: null, tickSize: 0, type: 'band' },
        marks: [
          rect([{}], { x1: -margin, x2: margin, fill: 'var(--wash)', ariaLabel: 'margin' }),
          gridX(GRID),
          axisX(centred('difference in points', { color: 'var(--quiet)' })),
          ruleX([0], { stroke: 'var(--ink)' }),
          link(
            rows.filter(({ family }) => family !== null),
            {
              ...{ x1: 'familyLow', x2: 'familyHigh', y1: 'pair', y2: 'pair' },
              ...{ stroke: 'var(--quiet)', strokeWidth: 1 },
            },
          ),
          link(
            rows.filter(({ low, high }) => low !== null && high !== null),
            {
              x1: 'low',
              x2: 'high',
              y1: 'pair',
              y2: 'pair',
              stroke: 'var(--ink)',
              strokeWidth: 2,
              ariaLabel: 'intervals',
            },
          ),
          dot(rows, {
            x: 'delta',
            y: 'pair',
            r: 5.5,
            fill: ({ isDecided }) => (isDecided ? 'var(--gold-ground)' : 'var(--ground)'),
            stroke: 'var(--ink)',
            strokeWidth: 1.5,
            title: ({ names, said }) => `${names}. ${said}`,
            ariaLabel: 'pairs',
            ...(hrefOf && { href: 'href' }),
          }),
          text(rows, {
            x: 'delta',
            y: 'pair',
            dy: -11,
            text: ({ delta }) => signedPoints(delta / 100),
            fill: 'var(--ink)',
            stroke: 'var(--ground)',
            strokeWidth: 3,
          }),
        ],
      }),
  };
}
