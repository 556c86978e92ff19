import type { Citation } from '../answer.ts';
import { findQuote } from '../citations/find-quote.ts';
import { numbersOf } from '../citations/numbers.ts';
import { renderFigure } from '../figures/render-figure.ts';
import type { Passages } from './passages.ts';

/** What a sentence may rest on. */
export interface Grounds {
  passages: Passages;
  /** The outputs of the tools, the first one at 0. */
  outputs: readonly unknown[];
  /** What the person said: figures in it may be repeated. */
  said: string;
  quotes: boolean;
}

/** A sentence that may be shown, with what it quotes; or why not. */
export type Checked =
  | { ok: true; text: string; citations: Omit<Citation, 'mark'>[] }
  | { ok: false; claim: string; why: 'not_quoted' | 'not_found' | 'figures' };

/** `[[3: "words"]]`; the model's quotation marks may be typographic. */
const QUOTED = /\s*\[\[\s*(\d+)\s*:\s*["“„«]?([\s\S]*?)["”“»]?\s*\]\]/gu;
const FIGURE = /\{\{\s*(\d+)\s*:\s*([^{}\s]+)\s*\}\}/gu;
/** Marks of a list and of headings are no claims; nor is a line that only announces what follows. */
const ANNOUNCES = /^[\s\p{P}\p{S}]*$|[:：]\s*$/u;
const LIST_MARK = /^\s*(?:[-*+•]|\d{1,2}[.)])\s+/u;
/** The place of a citation, until it has its mark. */
export const MARK = '\u0000';

/**
 * Checks one sentence of a model before it is shown. Each quote must be found in its passage, and each figure must come
 * from a quote, from a reference to what a tool returned, or from the person's own words.
 */
export function checkSentence(sentence: string, grounds: Grounds): Checked {
  const { passages, outputs, said, quotes } = grounds;
  const citations: Omit<Citation, 'mark'>[] = [];
  let isMissing = false;
  const withMarks = sentence.replaceAll('\u0000', '').replace(QUOTED, (_, number: string, quote: string) => {
    const passage = passages.get(Number(number));
    const range = passage ? findQuote(quote, passage.text) : null;
    if (!passage || !range) {
      isMissing = true;
      return '';
    }
    const { text, chunk_id, source_id, source_title, location, url } = passage;
    citations.push({
      ...range,
      quote: text.slice(range.start, range.end),
      chunk_id,
      source_id,
      source_title,
      location,
      url,
    });
    return MARK;
  });
  const rendered: string[] = [];
  const text = withMarks.replace(FIGURE, (_, step: string, pointer: string) => {
    const figure = renderFigure(outputs[Number(step) - 1], pointer);
    if (figure === null) isMissing = true;
    rendered.push(figure ?? '');
    return figure ?? '…';
  });
  const claim = text.replaceAll(MARK, '').trim();
  if (isMissing) return { ok: false, claim, why: 'not_found' };
  if (ANNOUNCES.test(claim.replace(LIST_MARK, ''))) return { ok: true, text, citations };
  const carried = [said, ...citations.map(({ quote }) => quote), ...rendered].join('\n');
  const known = new Set(numbersOf(carried));
  if (numbersOf(claim.replace(LIST_MARK, '')).some((value) => !known.has(value)))
    return { ok: false, claim, why: quotes ? 'not_found' : 'figures' };
  if (quotes && citations.length === 0) return { ok: false, claim, why: 'not_quoted' };
  return { ok: true, text, citations };
}
