import { axisX, axisY, gridX, gridY, line, ruleX, text } from '@observablehq/plot';
import { compactTime, count } from '../figures/figures.ts';
import { PERCENTILES } from '../figures/limits.ts';
import { candidateColor } from '../model/letters.ts';
import type { LoadSection } from '../model/load.ts';
import type { Report } from '../model/report.ts';
import { centred, type Drawing, drawPlot, GRID } from './drawing.ts';

const HEIGHT = 300;
const [LEFT, RIGHT] = [48, 28];
/** A letter and the space after it, in CSS pixels. */
const LETTER_PX = 11;
/** Buckets of the histograms are 10 % wide, and empty ones are omitted. */
const BUCKET_FACTOR = 1.1;

/**
 * The share of each candidate's answered requests within each latency, with the limits of the scenario. A limit on
 * p95 holds if the curve is above 95 % left of it.
 */
export function ecdfPlot(
  { benchmark, rows, limits }: LoadSection,
  { targets }: Pick<Report, 'targets'>,
): Drawing {
  const letters = new Map(targets.map(({ label, letter }) => [label, letter]));
  const curves = rows.flatMap(({ target_label: label, latency_histogram: histogram }) => {
    const all = histogram.reduce((sum, { requests }) => sum + requests, 0);
    const letter = letters.get(label) ?? '?';
    let before = 0;
    const steps = histogram.map(({ up_to_ms, requests }) => {
      before += requests;
      return { label, letter, ms: up_to_ms, share: (100 * before) / all };
    });
    const first = histogram[0];
    return first ? [{ label, letter, ms: first.up_to_ms / BUCKET_FACTOR, share: 0 }, ...steps] : [];
  });
  const ends = Map.groupBy(curves, ({ label }) => label)
    .values()
    .flatMap((steps) => steps.slice(-1))
    .toArray();
  const times = [...curves.map(({ ms }) => ms), ...limits.map(({ ms }) => ms)];
  const about = {
    title: `Latency under load: ${benchmark.replace(/^load\//, '')}`,
    description:
      'The share of answered requests within each latency, from the intended send to the last token. Dashed lines are limits. The time scale is logarithmic.',
  };
  return {
    ...about,
    legend: rows.map(({ target_label: label }) => ({ label, letter: letters.get(label) ?? '?' })),
    table: {
      head: ['Candidate', ...PERCENTILES.map((p) => `${p}, ms`), 'Answered'],
      rows: rows.map(({ target_label, latency_ms, answered }) => [
        target_label,
        ...PERCENTILES.map((p) => count(latency_ms[p]?.observed, 'none')),
        answered,
      ]),
    },
    draw: (options) =>
      drawPlot(about, options, {
        height: HEIGHT,
        marginLeft: LEFT,
        marginRight: RIGHT,
        marginTop: 40,
        marginBottom: 42,
        x: { type: 'log', label: null },
        y: { domain: [0, 100], label: null },
        marks: [
          gridX({ ...GRID, ticks: 5 }),
          gridY({ ...GRID, ticks: 5 }),
          axisX(centred('latency (logarithmic)', { ticks: 5, tickFormat: compactTime })),
          axisY({ label: null, ticks: 5, tickFormat: (share: number) => `${share} %` }),
          ruleX(limits, { x: 'ms', stroke: 'var(--bad)', strokeDasharray: '4 3', strokeWidth: 1.5 }),
          // All limit values are written above, where values of limits close to each other stay readable.
          text(limits.length === 0 ? [] : [limits], {
            frameAnchor: 'top-left',
            dy: -36,
            text: (all: typeof limits) =>
              all.map(({ percentile, ms }) => `${percentile} ≤ ${compactTime(ms)}`).join(', '),
            fill: 'var(--bad)',
          }),
          line(curves, {
            x: 'ms',
            y: 'share',
            z: 'label',
            stroke: ({ letter }) => candidateColor(letter),
            strokeWidth: 2,
            curve: 'step-after',
            title: 'label',
          }),
          // One below the other, so that they do not overlap, and drawn before the curves.
          ...limits.map((limit, i) =>
            text([limit], {
              x: 'ms',
              frameAnchor: 'bottom',
              textAnchor: 'end',
              dx: -3,
              dy: -13 * i - 6,
              text: 'percentile',
              fill: 'var(--bad)',
              stroke: 'var(--raised)',
              strokeWidth: 4,
            }),
          ),
          ...spreadLetters(
            ends,
            (options.width - LEFT - RIGHT) / Math.log(Math.max(...times) / Math.min(...times)),
          ).map(([end, dx]) =>
            text([end], {
              x: 'ms',
              y: 'share',
              dx,
              dy: -9,
              text: 'letter',
              fill: candidateColor(end.letter),
              fontWeight: 700,
              title: 'label',
            }),
          ),
        ],
      }),
  };
}

/** The letters at the ends of curves, each moved right of its end as far as earlier letters require, in pixels. */
function spreadLetters<T extends { ms: number }>(ends: readonly T[], pixelsPerE: number): [T, number][] {
  let free = -Infinity;
  return ends
    .toSorted((a, b) => a.ms - b.ms)
    .map((end) => {
      const at = Math.log(end.ms) * pixelsPerE;
      const x = Math.max(at, free);
      free = x + LETTER_PX;
      return [end, x - at];
    });
}
