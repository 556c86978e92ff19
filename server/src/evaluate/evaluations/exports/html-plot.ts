import { candidateColor, type Drawing } from '@touchstone/report/plots';
import { DOMParser } from 'linkedom';
import { escapeMarkup, showHiddenCharacters } from './markup.ts';

/** In CSS pixels; slightly narrower than the page. */
const WIDTH = 760;

/**
 * A plot as in the console, with its legend and description, as markup without scripts. It is drawn in an XML
 * document, because linkedom does not escape `<` in attributes of HTML documents.
 */
export function plotMarkup(drawing: Drawing): string {
  const document = new DOMParser().parseFromString('<svg/>', 'image/svg+xml');
  const svg = drawing.draw({ document, width: WIDTH });
  const legend = drawing.legend
    .map(
      ({ letter, label }) =>
        `<li><b style="color:${candidateColor(letter)}">${letter}</b> ${escapeMarkup(label)}</li>`,
    )
    .join('');
  return `<figure><figcaption>${escapeMarkup(drawing.title)}</figcaption>${showHiddenCharacters(svg.outerHTML)}<ul class="legend">${legend}</ul><p class="quiet">${escapeMarkup(drawing.description)}</p></figure>`;
}
