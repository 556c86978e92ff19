import { useNavigate } from '@tanstack/react-router';
import { candidateColor, type Drawing } from '@touchstone/report/plots';
import { ChartLine, Table2 } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Menu, MenuItem } from './menu.tsx';
import { PlainTable } from './plain-table.tsx';
import { saveData, savePng, saveSvg } from './save-plot.ts';

/** Below this a plot is not drawn narrower; its frame scrolls. CSS pixels. */
const MIN_WIDTH = 280;

interface PlotViewProps {
  drawing: Drawing;
  /** Its heading where the section around it says what it is about; what is saved has the whole title. */
  heading?: string;
  /** What it says in a sentence is what the page is for: it stands open. */
  isSaid?: boolean;
  /** Where the page explains the letters already: what belongs to the key, which stays closed until it is wanted. */
  folded?: ReactNode;
}

/** A picture with its heading, the same figures as a table, and what can be saved of it. It is as wide as its place. */
export function PlotView({ drawing, heading, isSaid = false, folded }: PlotViewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const [isTable, setTable] = useState(false);
  const width = useWidth(frame);

  // Before the page is painted, so that what is below it does not move.
  useLayoutEffect(() => {
    const place = frame.current;
    if (isTable || place === null || width === 0) return;
    const svg = drawing.draw({ document, width: Math.max(MIN_WIDTH, width) });
    place.replaceChildren(svg);
    return () => place.replaceChildren();
  }, [drawing, width, isTable]);

  // Marks that lead somewhere are links; they are followed without loading the console anew.
  const follow = (event: React.MouseEvent) => {
    const link = (event.target as Element).closest('a');
    const href = link?.getAttribute('href') ?? link?.getAttribute('xlink:href');
    if (!href || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void navigate({ href });
  };

  return (
    <figure className="figure">
      <figcaption>
        <strong>{heading ?? drawing.title}</strong>
        <span className="figure-tools">
          <button
            type="button"
            className="subtle"
            aria-label="Table"
            title={isTable ? 'Show the chart' : 'Show the data as a table'}
            aria-pressed={isTable}
            onClick={() => setTable(!isTable)}
          >
            {isTable ? <ChartLine size={16} aria-hidden /> : <Table2 size={16} aria-hidden />}
          </button>
          <SaveMenu drawing={drawing} picture={() => frame.current?.querySelector('svg') ?? null} />
        </span>
      </figcaption>
      {isTable ? (
        <PlainTable {...drawing.table} />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: only what is a link inside of it is followed
        // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click
        <div ref={frame} className="figure-frame" onClick={follow} />
      )}
      {folded === undefined ? (
        <>
          <Legend drawing={drawing} />
          {isSaid ? <p className="quiet">{drawing.description}</p> : <HowToRead drawing={drawing} />}
        </>
      ) : (
        <details>
          <summary>Axes and legend</summary>
          {folded}
          <Legend drawing={drawing} />
          <p className="quiet">{drawing.description}</p>
        </details>
      )}
    </figure>
  );
}

function HowToRead({ drawing: { description } }: { drawing: Drawing }) {
  return (
    <details className="how-to-read">
      <summary>How to read this chart</summary>
      <p className="quiet">{description}</p>
    </details>
  );
}

function Legend({ drawing: { legend } }: { drawing: Drawing }) {
  return (
    <ul className="legend">
      {legend.map(({ letter, label }) => (
        <li key={letter}>
          <b style={{ color: candidateColor(letter) }}>{letter}</b> {label}
        </li>
      ))}
    </ul>
  );
}

interface SaveMenuProps {
  drawing: Drawing;
  picture: () => SVGSVGElement | null;
}

function SaveMenu({ drawing, picture }: SaveMenuProps) {
  const withPicture = (save: (svg: SVGSVGElement, name: string) => void) => () => {
    const svg = picture();
    if (svg) save(svg, drawing.title);
  };
  return (
    <Menu label="Save" name={`Save ${drawing.title}`}>
      <MenuItem onPick={withPicture(saveSvg)}>SVG</MenuItem>
      <MenuItem onPick={withPicture((svg, name) => void savePng(svg, name))}>PNG</MenuItem>
      <MenuItem onPick={() => saveData(drawing)}>Data (CSV)</MenuItem>
    </Menu>
  );
}

/** The width of an element's place in whole CSS pixels, followed. */
function useWidth(element: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const place = element.current?.parentElement;
    if (!place) return;
    const { paddingLeft, paddingRight } = getComputedStyle(place);
    setWidth(
      Math.floor(place.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)),
    );
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(place);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
