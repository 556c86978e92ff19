import type { Schemas } from '@touchstone/client';
import { figure } from './format.ts';
import type { Cell, Section } from './section.ts';

type Results = Schemas['Results'];
type Search = NonNullable<Results['capacity']>[number];

const HEAD = [
  'Target',
  'Highest rate passed',
  'Lowest rate not passed',
  'Confirmation run at',
  'Confirmed',
  'Rates tried',
];

/** What the searches for capacity under each scenario found, and which rates they tried. */
export function capacitySections({ capacity = [] }: Results): Section[] {
  const byScenario = Map.groupBy(capacity, ({ scenario_label }) => scenario_label);
  return [...byScenario].map(([scenario, searches]) => ({
    about: 'load',
    title: `Capacity under ${scenario}`,
    head: HEAD,
    rows: searches.map(row),
    sentences: [
      'The highest rate at which every limit held and the lowest at which one did not. Looking at many rates and keeping the best is optimistic, so a fresh run is made a little below it.',
      'Rates are in requests a second.',
    ],
  }));
}

function row(search: Search): Cell[] {
  const { target_label, highest_passed_rps, lowest_not_passed_rps, confirmed, confirmed_rps, steps } = search;
  return [
    target_label,
    highest_passed_rps,
    search.out_of_time ? `${figure(lowest_not_passed_rps)} (out of time)` : lowest_not_passed_rps,
    confirmed_rps,
    confirmed === null ? 'not tried' : confirmed ? 'yes' : 'no',
    steps.map(({ rate_rps, verdict }) => `${figure(rate_rps)} ${verdict}`),
  ];
}
