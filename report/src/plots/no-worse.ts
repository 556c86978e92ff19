import { axisX, axisY, dot, gridX, link, rect, ruleX, text } from '@observablehq/plot';
import { NO_WORSE_OUTCOMES, type NoWorseSection } from '../model/no-worse.ts';
import type { Report } from '../model/report.ts';
import { centred, type Drawing, drawPlot, GRID } from './drawing.ts';

/** In a narrow plot, the words of a row take up to four lines. */
const rowPx = (width: number) => (width < 480 ? 58 : 40);
const AXIS_PX = 44;
/** Font size of the text in a row, in CSS pixels. */
const FONT_PX = 12;
/** Bounds are drawn at most this many margins from 0. */
const MAX_DRAWN_MARGINS = 4;

/**
 * Every measure of every candidate on one scale: 0 equals the baseline, −1 is the margin. Bounds right of the margin
 * mean no worse, left of it worse.
 */
export function noWorsePlot(
  { baseline, marks, section }: NoWorseSection,
  { targets }: Pick<Report, 'targets'>,
): Drawing {
  const reach = Math.min(
    MAX_DRAWN_MARGINS,
    Math.max(1.5, ...marks.flatMap(({ at, low, high }) => [at, low, high].map((end) => Math.abs(end ?? 0)))),
  );
  const within = (end: number) => Math.max(-reach, Math.min(reach, end));
  const rows = marks.map((one) => ({
    ...one,
    row: `${one.letter} ${one.about}`,
    from: within(one.low ?? -reach),
    to: within(one.high ?? reach),
    drawn: one.at === null ? null : within(one.at),
    isDecided: one.outcome !== 'undecided',
  }));
  const about = {
    title: `No worse than ${baseline}`,
    description:
      'Each row is one measure of a candidate with its one-sided bounds, in units of the margin: 0 equals the baseline, −1 is the margin. A line fully right of −1 is no worse; a line fully left of it is worse.',
  };
  return {
    ...about,
    legend: targets.filter(({ label }) => marks.some((one) => one.label === label)),
    table: section,
    draw: (options) => {
      const left = Math.min(options.width * 0.4, 220);
      return drawPlot(about, options, {
        height: rows.length * rowPx(options.width) + AXIS_PX,
        marginLeft: left,
        marginRight: 16,
        marginBottom: AXIS_PX - 6,
        x: { domain: [-1.05 * reach, 1.05 * reach], label: null },
        y: { domain: rows.map(({ row }) => row), label: null, tickSize: 0, type: 'band' },
        marks: [
          rect([{}], { x1: -1, x2: 1.05 * reach, fill: 'var(--wash)', ariaLabel: 'no worse' }),
          gridX(GRID),
          axisX(centred('difference to the baseline, in margins', { color: 'var(--quiet)' })),
          axisY({ label: null, tickSize: 0, lineWidth: left / FONT_PX - 1.5 }),
          ruleX([0], { stroke: 'var(--line)' }),
          ruleX([-1], { stroke: 'var(--ink)', strokeWidth: 1.5 }),
          link(
            rows.filter(({ drawn }) => drawn !== null),
            {
              ...{ x1: 'from', x2: 'to', y1: 'row', y2: 'row' },
              ...{ stroke: 'var(--ink)', strokeWidth: 2, ariaLabel: 'bounds' },
            },
          ),
          dot(
            rows.filter(({ drawn }) => drawn !== null),
            {
              x: 'drawn',
              y: 'row',
              r: 5.5,
              fill: ({ isDecided }) => (isDecided ? 'var(--gold-ground)' : 'var(--ground)'),
              stroke: 'var(--ink)',
              strokeWidth: 1.5,
              title: 'said',
              ariaLabel: 'measures',
            },
          ),
          text(rows, {
            x: ({ drawn }) => drawn ?? 0,
            y: 'row',
            dy: -11,
            text: ({ outcome }) => NO_WORSE_OUTCOMES[outcome as keyof typeof NO_WORSE_OUTCOMES],
            fill: 'var(--ink)',
            stroke: 'var(--ground)',
            strokeWidth: 3,
          }),
        ],
      });
    },
  };
}
