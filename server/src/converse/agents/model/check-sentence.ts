import type { Citation } from '../answer.ts';
import { findQuote } from '../citations/find-quote.ts';
import { quoteHasNumbersOf } from '../citations/numbers.ts';
import { renderFigure } from '../figures/render-figure.ts';
import type { Passages } from './passages.ts';

/** The evidence that a sentence may cite. */
export interface SentenceEvidence {
  passages: Passages;
  /** The outputs of the tools; the first has index 0. */
  outputs: readonly unknown[];
  /** The person's question, whose figures may be repeated. */
  said: string;
  quotes: boolean;
}

/** A checked sentence with its citations, or why it must not be shown. */
export type CheckedSentence =
  /** `isHeading`: it quotes nothing and introduces a list; without a list it counts as a claim. */
  | { ok: true; text: string; citations: Omit<Citation, 'mark'>[]; isHeading: boolean }
  | { ok: false; claim: string; why: 'not_quoted' | 'not_found' | 'figures' };

/** `[[3: "words"]]`; the model's quotation marks may be typographic. */
const QUOTED = /\s*\[\[\s*(\d+)\s*:\s*["“„«]?([\s\S]*?)["”“»]?\s*\]\]/gu;
const FIGURE = /\{\{\s*(\d+)\s*:\s*([^{}\s]+)\s*\}\}/gu;
/** A longer text is no sentence, and the patterns below take quadratic time. */
const MAX_SENTENCE = 4000;
const NO_WORDS = /^[\s\p{P}\p{S}]*$/u;
/** A text that introduces what follows. */
const HEADING = /[:：]\s*$/u;
const LIST_MARK = /^\s*(?:[-*+•]|\d{1,2}\.)\s+/u;
/** Stands for a citation until its number is known. */
export const CITATION_PLACEHOLDER = '\u0000';

/**
 * Checks one sentence of a model before it is shown. Each quotation must be found in its passage. Each figure must
 * come from a quotation or from the person's words, or, for an agent that quotes nothing, from a reference to the
 * output of a tool.
 */
export function checkSentence(sentence: string, grounds: SentenceEvidence): CheckedSentence {
  if (sentence.length > MAX_SENTENCE) {
    return { ok: false, claim: `${sentence.slice(0, 200)} …`, why: 'not_found' };
  }
  const { passages, outputs, said, quotes } = grounds;
  const citations: Omit<Citation, 'mark'>[] = [];
  let isMissing = false;
  const own = sentence.replaceAll('\u0000', '');
  const withMarks = own.replace(QUOTED, (_, number: string, quote: string) => {
    const passage = passages.get(Number(number));
    const range = passage && isEnough(quote) ? findQuote(quote, passage.text) : null;
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
    return CITATION_PLACEHOLDER;
  });
  const rendered: string[] = [];
  // Removes marks and links, which only the server may set.
  const text = withMarks
    .replace(/!?\[([^\]\n]*)\](?:\([^)\n]*\)|:)?/g, '($1)')
    .replace(FIGURE, (_, step: string, pointer: string) => {
      const figure = quotes ? null : renderFigure(outputs[Number(step) - 1], pointer);
      if (figure === null) isMissing = true;
      rendered.push(figure ?? '');
      return figure ?? '…';
    });
  const claim = text.replaceAll(CITATION_PLACEHOLDER, '').trim();
  if (isMissing || /\[\[|\{\{/.test(claim)) return { ok: false, claim, why: 'not_found' };
  const words = claim.replace(LIST_MARK, '');
  const quoted = citations.map(({ quote }) => quote).join('\n');
  // The person's words may be repeated, but not as words of a source.
  const carried = quotes ? quoted : [said, ...rendered].join('\n');
  if (!quoteHasNumbersOf(words, carried)) return { ok: false, claim, why: quotes ? 'not_found' : 'figures' };
  if (NO_WORDS.test(words)) return { ok: true, text, citations, isHeading: false };
  if (quotes && citations.length === 0) {
    return HEADING.test(words)
      ? { ok: true, text, citations, isHeading: true }
      : { ok: false, claim, why: 'not_quoted' };
  }
  return { ok: true, text, citations, isHeading: false };
}

/** A single word proves nothing: a quotation needs at least twelve letters or digits, or a script without spaces. */
function isEnough(quote: string): boolean {
  const letters = quote.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return (
    letters >= 12 ||
    (letters >= 4 && /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u.test(quote))
  );
}

/** Whether a sentence is an item of a list. */
export const isListItem = (sentence: string) => LIST_MARK.test(sentence);
