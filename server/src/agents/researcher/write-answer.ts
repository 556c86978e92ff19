import { pagesNamed } from '@touchstone/report/figures';
import type { Citation, Part } from '../answer.ts';
import { findQuote } from '../citations/find-quote.ts';
import type { Candidate, Found } from './candidates.ts';
import type { Chosen } from './choose-answer.ts';

const WITHOUT_MODEL = 'Without a model configured, I quote what the sources say:';
const DIFFER = 'The sources state different values. Without a model configured, I quote them:';
/** What an answer begins with where the sources do not answer. */
const DO_NOT_SAY = 'The sources do not say.';

/** Pages of a source that are pictures. */
export interface PagesWithoutText {
  title: string;
  count: number;
  /** The first, as `2` or `5–7`. */
  pages: readonly string[];
}

/** What the state of the workspace adds to an answer. */
export interface Surroundings {
  /** Sources that are not searched yet. */
  stillRead: number;
  /** Where an answer that was not found may be. */
  withoutText: readonly PagesWithoutText[];
  /** Warnings of the search that limit what it found. */
  warnings: readonly string[];
}

/** An answer in Markdown with its citations; each is found in its chunk before it is shown. */
export function* writeAnswer(
  chosen: Chosen,
  { stillRead, withoutText, warnings }: Surroundings,
): Generator<Part> {
  const cite = createCiting();
  const shown = chosen.quoted.flatMap((candidate) => quotation(candidate, cite) ?? []);
  if (shown.length > 0) {
    yield text(`${chosen.differ && shown.length > 1 ? DIFFER : WITHOUT_MODEL}\n`);
    const sent = new Set<Citation>();
    for (const { citations, markdown } of shown) {
      // Rows of one table have the same head.
      for (const citation of citations.filter((one) => !sent.has(one))) {
        sent.add(citation);
        yield { type: 'citation', citation };
      }
      yield text(`\n${markdown}\n`);
    }
  } else {
    yield text(DO_NOT_SAY);
    const near = chosen.nearest && quotation(chosen.nearest, cite);
    if (near) {
      for (const citation of near.citations) yield { type: 'citation', citation };
      yield text(` The nearest that they hold, which is no answer:\n\n${near.markdown}\n`);
    }
  }
  const notes = [
    ...(stillRead > 0 ? [stillReading(stillRead)] : []),
    ...withoutText.map(pagesLeftOut),
    ...warnings,
  ];
  if (notes.length > 0) yield text(`\n${notes.join('\n\n')}\n`);
}

function text(markdown: string): Part {
  return { type: 'text', text: markdown };
}

export function stillReading(count: number): string {
  return count === 1
    ? 'One source is still being read and is not in this answer.'
    : `${count} sources are still being read and are not in this answer.`;
}

/** Says that pages are pictures, in which an answer may be that was not found. */
export function pagesLeftOut({ title, count, pages }: PagesWithoutText): string {
  const source = `“${escapeMarkdown(title)}”`;
  return count === 1
    ? `Page ${pages.join()} of ${source} has no text: it is a picture and was not searched.`
    : `${count} pages of ${source} have no text (pages ${pagesNamed(pages, count)}): they are pictures and were not searched.`;
}

type Cite = (found: Found, quote: string) => Citation | null;

/** Numbers citations from 1; the same place has one mark. */
function createCiting(): Cite {
  const made: Citation[] = [];
  return (found, quote) => {
    const range = findQuote(quote, found.text);
    if (!range) return null;
    const { chunk_id, source_id, source_title, location, url } = found;
    const known = made.find(
      (one) => one.chunk_id === chunk_id && one.start === range.start && one.end === range.end,
    );
    if (known) return known;
    const citation: Citation = {
      ...{ mark: made.length + 1, quote: found.text.slice(range.start, range.end) },
      ...{ chunk_id, source_id, source_title, ...range, location, url },
    };
    made.push(citation);
    return citation;
  };
}

/** `“words” [1]` with the place in words; a row of a table with the head of the table. */
function quotation(
  { found, text: quote, head }: Candidate,
  cite: Cite,
): { citations: Citation[]; markdown: string } | null {
  const citation = cite(found, quote);
  if (!citation) return null;
  const columns = head && cite(found, found.text.slice(head.start, head.end));
  const row = columns ? `, under the columns ${shownQuote(columns)}` : '';
  const citations = columns ? [citation, columns] : [citation];
  return { citations, markdown: `> ${shownQuote(citation)}${row}\n>\n> — ${placeOf(citation)}` };
}

function shownQuote({ quote, mark }: Citation): string {
  return `“${escapeMarkdown(quote.replace(/\s+/g, ' '))}” [${mark}]`;
}

function placeOf({ source_title, location }: Citation): string {
  const { heading, page } = location;
  const places = [source_title, ...heading, ...(page === undefined ? [] : [`page ${page}`])];
  return places.map(escapeMarkdown).join(' › ');
}

/** Words of a source are shown as they are: no link, image or heading comes out of them. */
function escapeMarkdown(words: string): string {
  return words.replace(/[\\`*_{}[\]()#+!|<>~&:@-]|(?<=\d)\./g, (mark) => `\\${mark}`);
}
