import type { ReadDocument } from '../../reading/reading.ts';
import type { Place } from '../../search/search.ts';
import { chunkCode } from './chunk-code.ts';
import { chunkPages } from './chunk-pages.ts';
import { type Chunk, chunkText } from './chunk-text.ts';
import { chunkTranscript } from './chunk-transcript.ts';

/** A chunk, its place in its document and the link to that place. Its text is `content.slice(start, end)`. */
export interface PlacedChunk extends Pick<Chunk, 'start' | 'end' | 'text' | 'heading'> {
  place: Place | null;
  url: string | null;
}

/** Splits a document in the way that its kind needs. Offsets count from the beginning of this document. */
export function chunkDocument(document: ReadDocument): PlacedChunk[] {
  const lines = document.path === null ? null : createLineCounter(document.content);
  return placesOf(document).map(({ chunk: { start, end, text, heading }, place }) => {
    const here: Place = { ...place };
    if (lines && document.path !== null) {
      const there = document.kind === 'notebook' ? {} : { start_line: lines(start), end_line: lines(end) };
      Object.assign(here, { path: document.path, ...there });
    }
    const isSomewhere = Object.keys(here).length > 0;
    const url = document.link === null ? null : linkTo(document, document.link, here, text);
    return { start, end, text, heading, place: isSomewhere ? here : null, url };
  });
}

function placesOf({ kind, content, marks }: ReadDocument): { chunk: Chunk; place: Place }[] {
  switch (kind) {
    case 'pages':
      return chunkPages(content, marks).map((one) => ({ chunk: one, place: { page: one.page } }));
    case 'transcript':
      return chunkTranscript(content, marks).map((one) => ({
        chunk: one,
        place: { start_seconds: one.startSeconds },
      }));
    case 'code':
      return chunkCode(content).map((one) => ({ chunk: one, place: {} }));
    case 'markdown':
    case 'notebook':
      return chunkText(content).map((one) => ({ chunk: one, place: {} }));
  }
}

/** The line, from 1, of an offset. Offsets must be ascending, so that all of them together take one pass. */
function createLineCounter(content: string): (offset: number) => number {
  let line = 1;
  let next = content.indexOf('\n');
  return (offset) => {
    while (next !== -1 && next < offset) {
      line++;
      next = content.indexOf('\n', next + 1);
    }
    return line;
  };
}

function linkTo({ kind }: ReadDocument, link: string, place: Place, text: string): string {
  if (place.path !== undefined) {
    if (kind === 'notebook') return link;
    // A rendered Markdown file has no line anchors to link to.
    return `${link}${kind === 'markdown' ? '?plain=1' : ''}#L${place.start_line}-L${place.end_line}`;
  }
  if (place.page !== undefined) return `${link}#page=${place.page}`;
  if (place.start_seconds !== undefined) {
    return link.includes('/watch?v=') ? `${link}&t=${Math.floor(place.start_seconds)}s` : link;
  }
  return link + textFragment(text);
}

const FRAGMENT_WORDS = 8;
const MIN_WORDS = 3;

/**
 * `#:~:text=` with the first words of a passage (URL Fragment Text Directives, WICG): a browser scrolls to them. Empty
 * if no line has enough words. Words with Markdown marks are skipped, because they would not be found on the page.
 */
function textFragment(text: string): string {
  for (const line of text.split('\n', 20)) {
    const plain = line.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/^[\s#>|*+-]+|[*`_]+/g, '');
    const words = plain.split('|', 1)[0]?.trim().split(/\s+/) ?? [];
    if (words.length < MIN_WORDS) continue;
    const start = words.slice(0, FRAGMENT_WORDS).join(' ').toWellFormed();
    return `#:~:text=${encodeURIComponent(start).replaceAll('-', '%2D')}`;
  }
  return '';
}
