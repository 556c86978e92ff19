import { candidateColor, type Drawing } from '@touchstone/report/plots';
import { DOMParser } from 'linkedom';
import { escapeMarkup, showHiddenCharacters } from './markup.ts';

/** CSS pixels; the page is little wider. */
const WIDTH = 760;

/**
 * A picture as the console shows it, with its legend and how it is read, as markup of a page that runs nothing. It is
 * drawn in an XML document: as HTML, linkedom leaves `<` in attributes as it is.
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
