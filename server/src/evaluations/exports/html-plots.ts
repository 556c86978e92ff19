import type { Comparison, Results } from '../schemas/result-schemas.ts';

const WIDTH = 200;
const HEIGHT = 20;
const INSET = 5;
const MIDDLE = HEIGHT / 2;

/** Numbers only: nothing that others wrote comes into a picture. The figures stand beside it. */
function svg(inside: string): string {
  return `<svg width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">${inside}</svg>`;
}

const line = (kind: string, x1: number, x2: number) =>
  `<line class="${kind}" x1="${x1.toFixed(1)}" x2="${x2.toFixed(1)}" y1="${MIDDLE}" y2="${MIDDLE}"/>`;
const tick = (x: number) =>
  `<line class="axis" x1="${x.toFixed(1)}" x2="${x.toFixed(1)}" y1="${MIDDLE - 4}" y2="${MIDDLE + 4}"/>`;
const point = (x: number) => `<circle class="point" cx="${x.toFixed(1)}" cy="${MIDDLE}" r="4"/>`;

/** Where a value from `low` to `high` stands; what lies outside stands at the end. */
function scale(low: number, high: number): (value: number) => number {
  return (value) => {
    const share = high === low ? 0.5 : (Math.min(high, Math.max(low, value)) - low) / (high - low);
    return INSET + share * (WIDTH - 2 * INSET);
  };
}

/** A score with its interval, from 0 to 1. */
export function scorePlot({ score, ci_low, ci_high }: Results['intervals'][number]): string {
  const x = scale(0, 1);
  const interval = ci_low === null || ci_high === null ? '' : line('interval', x(ci_low), x(ci_high));
  const marks = [0, 0.5, 1].map((at) => tick(x(at))).join('');
  return svg(`${line('axis', x(0), x(1))}${marks}${interval}${score === null ? '' : point(x(score))}`);
}

/** A difference with its interval, from −reach to reach; the band is what counts as a tie. */
export function differencePlot(
  { delta, ci_low, ci_high }: Comparison,
  margin: number,
  reach: number,
): string {
  const x = scale(-reach, reach);
  const width = x(margin) - x(-margin);
  const band = `<rect class="band" x="${x(-margin).toFixed(1)}" y="2" width="${width.toFixed(1)}" height="${HEIGHT - 4}"/>`;
  const interval = ci_low === null || ci_high === null ? '' : line('interval', x(ci_low), x(ci_high));
  return svg(`${band}${line('axis', x(-reach), x(reach))}${tick(x(0))}${interval}${point(x(delta))}`);
}
