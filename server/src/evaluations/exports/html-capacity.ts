import type { CapacitySection, Report } from '@touchstone/client/report';
import { figure, section, table } from './html-elements.ts';
import { escaped } from './markup.ts';

type Search = CapacitySection['rows'][number];

const HEAD = ['Target', 'Held, requests/s', 'Did not hold', 'Once more at', 'Held again', 'Rates tried'];

/** What each search for capacity found, and which rates it tried. */
export function* capacitySections({ capacity }: Report): Generator<string> {
  for (const { scenario, rows } of capacity) {
    const note =
      '<p class="quiet">The highest rate at which every limit held and the lowest at which one did not. Looking at many rates and keeping the best is optimistic, so a fresh run is made a little below it.</p>';
    yield section(`Capacity under ${scenario}`, table(HEAD, rows.map(row)) + note);
  }
}

function row(search: Search): string[] {
  const { target_label, highest_passed_rps, lowest_not_passed_rps, confirmed, confirmed_rps, steps } = search;
  return [
    escaped(target_label),
    figure(highest_passed_rps),
    figure(lowest_not_passed_rps) + (search.out_of_time ? ' (out of time)' : ''),
    figure(confirmed_rps),
    confirmed === null ? 'not tried' : confirmed ? 'yes' : 'no',
    steps.map(({ rate_rps, verdict }) => escaped(`${figure(rate_rps)} ${verdict}`)).join('<br>'),
  ];
}
