import { axisX, dot, gridX, link, text } from '@observablehq/plot';
import { formatRange, percent, points } from '../figures/figures.ts';
import { benchmarkName } from '../model/benchmark-name.ts';
import { candidateColor } from '../model/letters.ts';
import type { Report } from '../model/report.ts';
import { type BenchmarkSection, rangeWithMissing } from '../model/scores.ts';
import { type Drawing, drawPlot, GRID } from './drawing.ts';

const ROW_PX = 28;
const AXIS_PX = 44;

/** The score of each candidate on one benchmark with its interval, in percent, the highest first. */
export function scorePlot(
  { key, scores }: BenchmarkSection,
  { targets, confidencePercent }: Pick<Report, 'targets' | 'confidencePercent'>,
): Drawing {
  const rows = scores.map((one) => ({
    ...one,
    letter: targets.find(({ label }) => label === one.target_label)?.letter ?? '?',
    label: one.target_label,
    at: one.score === null ? null : 100 * one.score,
    low: one.ci_low === null ? null : 100 * one.ci_low,
    high: one.ci_high === null ? null : 100 * one.ci_high,
  }));
  const about = {
    title: `Scores on ${benchmarkName(key)}`,
    description: `Each point is a candidate's score, its line the ${confidencePercent} % interval.`,
  };
  return {
    ...about,
    legend: rows,
    table: {
      head: [
        'Candidate',
        'Score',
        `${confidencePercent} % interval`,
        'With missing scores',
        'Questions',
        'Method',
      ],
      rows: rows.map((one) => [
        one.label,
        percent(one.score),
        formatRange(points, one.ci_low, one.ci_high),
        rangeWithMissing(one),
        one.n,
        one.method,
      ]),
    },
    draw: (options) =>
      drawPlot(about, options, {
        height: rows.length * ROW_PX + AXIS_PX,
        marginLeft: 30,
        marginRight: 64,
        marginBottom: AXIS_PX - 6,
        x: { domain: [0, 100], label: null },
        y: { type: 'band', label: null, domain: rows.map(({ letter }) => letter), tickSize: 0 },
        marks: [
          gridX(GRID),
          axisX({ label: 'score, %', labelAnchor: 'center', labelArrow: 'none', color: 'var(--quiet)' }),
          link(
            rows.filter(({ low, high }) => low !== null && high !== null),
            {
              ...{ x1: 'low', x2: 'high', y1: 'letter', y2: 'letter', strokeWidth: 2.5 },
              stroke: ({ letter }) => candidateColor(letter),
            },
          ),
          dot(
            rows.filter(({ at }) => at !== null),
            {
              ...{ x: 'at', y: 'letter', r: 5.5 },
              fill: ({ letter }) => candidateColor(letter),
              title: ({ label, score }) => `${label}: ${percent(score)}`,
            },
          ),
          text(rows, {
            ...{ x: 100, y: 'letter', dx: 8, textAnchor: 'start' },
            text: ({ score }) => percent(score),
          }),
        ],
      }),
  };
}
