import { type AxisXOptions, type PlotOptions, plot } from '@observablehq/plot';
import type { Section } from '../model/section.ts';

/** A plot of results, the same in the console and in the HTML report of the server. */
export interface Drawing {
  readonly title: string;
  /** Description of the plot, for readers who cannot see it. */
  readonly description: string;
  /** The candidates of the letters in the plot. */
  readonly legend: readonly LegendEntry[];
  /** The figures of the plot as a table. */
  readonly table: Pick<Section, 'head' | 'rows'>;
  /** Draws the plot with this width in CSS pixels. */
  draw(options: DrawingOptions): Picture;
}

/** A candidate and its letter. */
export interface LegendEntry {
  readonly letter: string;
  readonly label: string;
}

/** An SVG element. Its type comes from the library, because the server has no browser types. */
export type Picture = ReturnType<typeof plot>;

export interface DrawingOptions {
  /** The document of the browser, or that of a DOM library on the server. */
  readonly document: NonNullable<PlotOptions['document']>;
  /** In CSS pixels. */
  readonly width: number;
}

/** The lines of a grid. */
export const GRID = { stroke: 'var(--line)', strokeOpacity: 1 } as const;

/** An axis with its label in its middle. */
export const centred = (label: string, more: AxisXOptions = {}): AxisXOptions => ({
  label,
  labelAnchor: 'center',
  labelArrow: 'none',
  ...more,
});

/** Height of descenders below the baseline, in CSS pixels. */
const DESCENT_PX = 4;

/**
 * A plot without its own style sheet: pages that forbid inline styles, such as those of the console, include these
 * few rules. Colours are CSS variables, so that a plot follows the theme of its page.
 */
export function drawPlot(
  { title, description }: Pick<Drawing, 'title' | 'description'>,
  { document, width }: DrawingOptions,
  options: Omit<PlotOptions, 'document' | 'width'>,
): Picture {
  const svg = plot({ ...options, document, width, className: 'plot' });
  // The label of an axis ends 3 px below its line; letters such as g need more.
  const height = Number(svg.getAttribute('height')) + DESCENT_PX;
  svg.setAttribute('height', String(height));
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  for (const style of svg.querySelectorAll('style')) style.remove();
  // A group without a role may have no name, and these names are the library's own words.
  for (const group of svg.querySelectorAll('g[aria-label]')) group.removeAttribute('aria-label');
  // The library names each group of marks; a name needs a role.
  for (const marks of svg.querySelectorAll('g[aria-label]')) marks.setAttribute('role', 'group');
  svg.setAttribute('role', 'group');
  svg.setAttribute('aria-label', `${title}. ${description}`);
  return svg;
}
