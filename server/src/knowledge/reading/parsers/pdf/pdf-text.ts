import { WordCounts, withoutLineHyphens } from './hyphens.ts';
import { pageText } from './page-text.ts';
import type { DrawnObjects } from './pictures.ts';
import { type PageEdge, pageEdges, RUNNING_LINE_PAGE_DISTANCE, runningLines } from './running-lines.ts';
import type { Segment } from './segments.ts';

/** A page as read by pdf.js. */
export interface ReadPage {
  /** Its text, see `segmentsByDirection`. */
  directions: Segment[][];
  /** Null if the page has too much text to be a picture. */
  drawn: DrawnObjects | null;
}

/** The text of a PDF. */
export interface PdfText {
  /** The text of each page; empty if it has none. */
  texts: string[];
  /** Number of damaged pages. */
  broken: number;
  /** The numbers, from 1, of pages that are pictures. */
  withoutText: number[];
}

/** A page with fewer characters, not counting running heads, is a picture if pictures cover at least half of it. */
const PICTURE_PAGE_CHARACTERS = 20;
const PICTURE_SHARE = 0.5;
/**
 * A page without any character is a picture if it shows more than a line: a picture over a twentieth of it, or this
 * many shapes.
 */
const SMALL_PICTURE = 0.05;
const SHAPES = 50;

/** Builds the text of a PDF from its pages, which are added in order. Keeps only a few pages in memory. */
export function createPdfText() {
  const waiting = new Map<number, ReadPage>();
  const edges: PageEdge[][] = [];
  const result: PdfText = { texts: [], broken: 0, withoutText: [] };

  /** Processes the next page, when the pages around it have been added. */
  function readNext(): void {
    const at = result.texts.length;
    const page = waiting.get(at);
    waiting.delete(at);
    const running = runningLines(edges[at] ?? [], pagesNear(at));
    const isTextless = page?.drawn ? isPicture(page.drawn, lengthOf(page.directions, running)) : false;
    const kept =
      page?.directions.map((segments) => segments.filter((one) => running.get(one) !== true)) ?? [];
    // If a page has nothing else, these lines are its text.
    const isAll = kept.every((segments) => segments.length === 0);
    result.texts.push(pageText(isAll && !isTextless ? (page?.directions ?? []) : kept));
    if (isTextless) result.withoutText.push(at + 1);
  }

  function pagesNear(at: number): Map<number, PageEdge[]> {
    const distances = Array.from(
      { length: 2 * RUNNING_LINE_PAGE_DISTANCE + 1 },
      (_, index) => index - RUNNING_LINE_PAGE_DISTANCE,
    );
    return new Map(
      distances.flatMap((by) => {
        const others = by === 0 ? undefined : edges[at + by];
        return others ? [[by, others] as const] : [];
      }),
    );
  }

  return {
    /** @param page null for a damaged page */
    add(page: ReadPage | null): void {
      if (page) waiting.set(edges.length, page);
      else result.broken++;
      edges.push(page ? pageEdges(page.directions) : []);
      if (edges.length > RUNNING_LINE_PAGE_DISTANCE) readNext();
    },
    end(): PdfText {
      while (result.texts.length < edges.length) readNext();
      return { ...result, texts: withoutHyphens(result.texts) };
    },
  };
}

function isPicture({ picture, shapes }: DrawnObjects, length: number): boolean {
  if (length === 0) return picture >= SMALL_PICTURE || shapes >= SHAPES;
  return length < PICTURE_PAGE_CHARACTERS && picture >= PICTURE_SHARE;
}

/** The number of characters outside of running heads. */
function lengthOf(directions: readonly Segment[][], running: ReadonlyMap<Segment, boolean>): number {
  const segments = directions.flat().filter((segment) => !running.has(segment));
  return segments.reduce((sum, { text }) => sum + text.replace(/\s/g, '').length, 0);
}

/**
 * Joins words that are hyphenated at the end of a line, column or page; across pages the word is put on the first page.
 */
function withoutHyphens(texts: readonly string[]): string[] {
  const words = new WordCounts();
  for (const text of texts) words.add(text);
  let begun = 0;
  return texts.map((text, at) => {
    const own = text.slice(begun);
    const [rest = ''] = /\p{L}[-‐\u00ad]$/u.test(own) ? (/^\p{Ll}+\S*/u.exec(texts[at + 1] ?? '') ?? []) : [];
    begun = rest.length;
    const whole = rest === '' ? own : `${own}\n${rest}`;
    return withoutLineHyphens(whole, words).replaceAll('\u2028', ' ').trim();
  });
}
