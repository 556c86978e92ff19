import { dot, line, ruleX, text } from '@observablehq/plot';
import { count, usd } from '../figures/figures.ts';
import {
  breakEvenSentence,
  type CostCandidate,
  hostedMonthlyCostAt,
  requestsAtRate,
} from '../model/costs.ts';
import { candidateColor } from '../model/letters.ts';
import { volumeAxes, volumesAround } from './costs.ts';
import { type Drawing, drawPlot } from './drawing.ts';

const HEIGHT = 260;

/**
 * The costs of hosting a model and of the cheapest API that offers it, by requests per month, and the volume at which
 * they are equal; null if no API offers the model, or a cost is unknown.
 */
export function breakEvenPlot(candidate: CostCandidate, at: number): Drawing | null {
  const { label, letter, monthly, breakEven } = candidate;
  const sentence = breakEvenSentence(candidate);
  if (breakEven === null || sentence === null || monthly === null) return null;
  const { provider, model_id, mean_rps, api_per_1k_requests_usd: apiPer1k } = breakEven;
  const crossing = mean_rps === null ? null : requestsAtRate(mean_rps);
  const middle = crossing ?? at;
  const apiAt = (volume: number) => (apiPer1k * volume) / 1000;
  const bills = volumesAround(middle).map((volume) => ({
    volume,
    own: hostedMonthlyCostAt(candidate, volume) ?? 0,
    api: apiAt(volume),
  }));
  const [first, last] = [bills[0], bills.at(-1)];
  const offer = `${model_id} of ${provider}`;
  const about = {
    title: `Break-even of hosting ${label}`,
    description: `${sentence} The coloured line is the cost of hosting, the grey line the cost of the API. The vertical line is the selected volume. Both scales are logarithmic.`,
  };
  const inRange = first && last && at >= first.volume && at <= last.volume;
  return {
    ...about,
    legend: [{ letter, label }],
    table: {
      head: ['Requests per month', 'Hosting, USD per month', `${offer}, USD per month`],
      rows: [...new Set(crossing === null ? [at] : [at, crossing])].map((volume) => [
        count(volume),
        usd(hostedMonthlyCostAt(candidate, volume)),
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
          ...volumeAxes(),
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
                  text: (volume: number) => `${count(volume)} per month`,
                  ...{ fill: 'var(--ink)', stroke: 'var(--raised)', strokeWidth: 4 },
                }),
              ]),
        ],
      }),
  };
}
