import { axisX, axisY, dot, gridX, gridY, line, ruleX, text } from '@observablehq/plot';
import { compact, compactUsd, count, usd } from '../figures/figures.ts';
import { breakEvenSentence, type CostCandidate, hostedAt, requestsAtRate } from '../model/costs.ts';
import { candidateColor } from '../model/letters.ts';
import { type Drawing, drawPlot } from './drawing.ts';

const HEIGHT = 260;
/** From a hundredth to a hundred times the volume that the picture is about. */
const DECADES = 2;
const STEPS_A_DECADE = 12;

/**
 * The bill of hosting a model and of the cheapest API that offers it, by requests a month, with the volume at which they
 * cross; null where no API offers the model, or the bill is not known.
 */
export function breakEvenPlot(candidate: CostCandidate, at: number): Drawing | null {
  const { label, letter, monthly, breakEven } = candidate;
  const sentence = breakEvenSentence(candidate);
  if (breakEven === null || sentence === null || monthly === null) return null;
  const { provider, model_id, mean_rps, api_per_1k_requests_usd: apiPer1k } = breakEven;
  const crossing = mean_rps === null ? null : requestsAtRate(mean_rps);
  const middle = crossing ?? at;
  const volumes = Array.from(
    { length: 2 * DECADES * STEPS_A_DECADE + 1 },
    (_, i) => middle * 10 ** (i / STEPS_A_DECADE - DECADES),
  );
  const apiAt = (volume: number) => (apiPer1k * volume) / 1000;
  const bills = volumes.map((volume) => ({
    volume,
    own: hostedAt(candidate, volume) ?? 0,
    api: apiAt(volume),
  }));
  const [first, last] = [bills[0], bills.at(-1)];
  const offer = `${model_id} of ${provider}`;
  const about = {
    title: `Break-even of hosting ${label}`,
    description: `${sentence} Coloured is the bill of hosting, which is never below the least that this hardware can come to; grey is the API. Both scales are logarithmic, the upright line is the volume that is chosen.`,
  };
  const inRange = first && last && at >= first.volume && at <= last.volume;
  return {
    ...about,
    legend: [{ letter, label }],
    table: {
      head: ['Requests a month', 'Hosting, USD a month', `${offer}, USD a month`],
      rows: [...new Set(crossing === null ? [at] : [at, crossing])].map((volume) => [
        count(volume),
        usd(hostedAt(candidate, volume)),
        usd(apiAt(volume)),
      ]),
    },
    draw: (options) =>
      drawPlot(about, options, {
        height: HEIGHT,
        marginLeft: 56,
        marginRight: 28,
        marginTop: 26,
        marginBottom: 44,
        x: { type: 'log', label: null },
        y: { type: 'log', label: null },
        marks: [
          gridX({ stroke: 'var(--line)', strokeOpacity: 1, ticks: 4 }),
          gridY({ stroke: 'var(--line)', strokeOpacity: 1, ticks: 4 }),
          axisX({
            label: 'requests a month',
            labelAnchor: 'center',
            labelArrow: 'none',
            ticks: 4,
            tickFormat: compact,
          }),
          axisY({
            label: 'USD a month',
            labelArrow: 'none',
            ticks: 4,
            tickFormat: compactUsd,
          }),
          ruleX(inRange ? [at] : [], { stroke: 'var(--ink)' }),
          line(bills, { x: 'volume', y: 'api', stroke: 'var(--quiet)', strokeWidth: 2, title: () => offer }),
          line(bills, {
            ...{ x: 'volume', y: 'own', stroke: candidateColor(letter), strokeWidth: 2, title: () => label },
          }),
          text(bills.slice(-1), {
            ...{ x: 'volume', y: 'own', dx: 12, text: () => letter },
            ...{ fill: candidateColor(letter), fontWeight: 700 },
          }),
          text(bills.slice(-1), { x: 'volume', y: 'api', dx: 14, text: () => 'API', fill: 'var(--quiet)' }),
          ...(crossing === null
            ? []
            : [
                dot([crossing], {
                  ...{ x: (volume: number) => volume, y: apiAt, r: 5, fill: 'var(--ink)' },
                  title: (volume: number) => `${count(volume)} requests, ${usd(apiAt(volume))}`,
                }),
                text([crossing], {
                  ...{ x: (volume: number) => volume, y: apiAt, dy: -14, dx: -6, textAnchor: 'end' },
                  text: (volume: number) => `${count(volume)} a month`,
                  ...{ fill: 'var(--ink)', stroke: 'var(--raised)', strokeWidth: 4 },
                }),
              ]),
        ],
      }),
  };
}
