import type { ParetoPoint } from '@touchstone/report';

const WIDTH = 460;
const HEIGHT = 250;
const LEFT = 56;
const BOTTOM = 40;
const INSET = 16;

/**
 * Candidates by cost and by score or latency; those on the front are filled. Only letters and numbers come into the
 * picture. The scale of costs is logarithmic where they are far apart, and the axis says so.
 */
export function paretoPlot(points: readonly ParetoPoint[], yTitle: string): string {
  const costs = points.map(({ cost }) => cost);
  const byRatio = Math.min(...costs) > 0 && Math.max(...costs) > 10 * Math.min(...costs);
  const x = scale(costs, LEFT, WIDTH - INSET, byRatio);
  const ys = points.map(({ y }) => y);
  const y = scale(ys, HEIGHT - BOTTOM, INSET, false);
  const xTitle = `USD for 1,000 good requests${byRatio ? ' (logarithmic)' : ''}`;
  const middle = (LEFT + WIDTH) / 2;
  return [
    `<svg class="chart" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Cost against ${yTitle}">`,
    `<path class="axis" fill="none" d="M${LEFT} ${INSET - 8}V${HEIGHT - BOTTOM + 8}H${WIDTH}"/>`,
    ...ends(costs).map((cost) => text(x(cost), HEIGHT - BOTTOM + 22, 'middle', label(cost))),
    ...ends(ys).map((value) => text(LEFT - 6, y(value) + 4, 'end', label(value))),
    text(middle, HEIGHT - 4, 'middle', xTitle),
    `<text x="12" y="${HEIGHT / 2}" text-anchor="middle" transform="rotate(-90 12 ${HEIGHT / 2})">${yTitle}</text>`,
    ...points.map(({ letter, cost, y: value, onFront }) => mark(x(cost), y(value), letter, onFront)),
    '</svg>',
  ].join('');
}

function mark(x: number, y: number, letter: string, onFront: boolean): string {
  const at = `cx="${x.toFixed(1)}" cy="${y.toFixed(1)}"`;
  return `<circle class="${onFront ? 'front' : 'other'}" ${at} r="6"/>${text(x + 10, y + 4, 'start', letter)}`;
}

function text(x: number, y: number, anchor: string, said: string): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${said}</text>`;
}

const label = (value: number) => String(Number(value.toPrecision(3)));
const ends = (values: readonly number[]) => [...new Set([Math.min(...values), Math.max(...values)])];

/** From `from` to `to`, with a tenth left free at both ends; equal values are drawn in the middle. */
function scale(
  values: readonly number[],
  from: number,
  to: number,
  byRatio: boolean,
): (value: number) => number {
  const of = (value: number) => (byRatio ? Math.log(value) : value);
  const [low, high] = [of(Math.min(...values)), of(Math.max(...values))];
  return (value) => {
    const share = high === low ? 0.5 : (of(value) - low) / (high - low);
    return from + (0.1 + 0.8 * share) * (to - from);
  };
}
