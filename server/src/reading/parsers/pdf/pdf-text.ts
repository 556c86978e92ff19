import { Words, withoutLineHyphens } from './hyphens.ts';
import { pageText } from './page-text.ts';
import { type Edge, edgesOf, NEIGHBOURS, runningLines } from './running-lines.ts';
import type { Segment } from './segments.ts';

/** The text of a PDF. */
export interface PdfText {
  /** The text of each page; empty where there is none. */
  texts: string[];
  /** The number of pages that are damaged. */
  broken: number;
}

/** Makes the text of a PDF from its pages, which are added in order. It holds no more than a few pages at once. */
export function createPdfText() {
  const waiting = new Map<number, Segment[][]>();
  const edges: Edge[][] = [];
  const result: PdfText = { texts: [], broken: 0 };

  /** Reads the next page. The pages around it were added. */
  function readNext(): void {
    const at = result.texts.length;
    const page = waiting.get(at);
    waiting.delete(at);
    const running = runningLines(edges[at] ?? [], near(at));
    const text = page?.map((segments) => segments.filter((segment) => running.get(segment) !== true)) ?? [];
    result.texts.push(pageText(text));
  }

  function near(at: number): Map<number, Edge[]> {
    const distances = Array.from({ length: 2 * NEIGHBOURS + 1 }, (_, index) => index - NEIGHBOURS);
    return new Map(
      distances.flatMap((by) => {
        const others = by === 0 ? undefined : edges[at + by];
        return others ? [[by, others] as const] : [];
      }),
    );
  }

  return {
    /** @param page its text, see `segmentsByDirection`; null for a page that is damaged */
    add(page: Segment[][] | null): void {
      if (page) waiting.set(edges.length, page);
      else result.broken++;
      edges.push(page ? edgesOf(page) : []);
      if (edges.length > NEIGHBOURS) readNext();
    },
    end(): PdfText {
      while (result.texts.length < edges.length) readNext();
      return { ...result, texts: withoutHyphens(result.texts) };
    },
  };
}

/** Joins words that are hyphenated at the end of a line, of a column or of a page: there the word is on the first page. */
function withoutHyphens(texts: readonly string[]): string[] {
  const words = new Words();
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
