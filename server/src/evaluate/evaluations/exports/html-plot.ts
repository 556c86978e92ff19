import { candidateColor, type Drawing } from '@touchstone/report/plots';
import { DOMParser } from 'linkedom';
import { escaped, visible } from './markup.ts';

/** CSS pixels; the page is little wider. */
const WIDTH = 760;

/**
 * A picture as the console shows it, with its legend and how it is read, as markup of a page that runs nothing. It is
 * drawn in an XML document: as HTML, linkedom leaves `<` in attributes as it is.
 */
export function figureOf(drawing: Drawing): string {
  const document = new DOMParser().parseFromString('<svg/>', 'image/svg+xml');
  const svg = drawing.draw({ document, width: WIDTH });
  const legend = drawing.legend
    .map(
      ({ letter, label }) =>
        `<li><b style="color:${candidateColor(letter)}">${letter}</b> ${escaped(label)}</li>`,
    )
    .join('');
  return `<figure><figcaption>${escaped(drawing.title)}</figcaption>${visible(svg.outerHTML)}<ul class="legend">${legend}</ul><p class="quiet">${escaped(drawing.description)}</p></figure>`;
}
