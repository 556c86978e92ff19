import { type Chunk, chunkText } from './chunk-text.ts';

/** A chunk of a document that has pages. */
export interface PageChunk extends Chunk {
  /** The page, from 1. */
  page: number;
}

/** The position at which a page begins, and its number. */
export interface PageStart {
  start: number;
  at: number;
}

/**
 * Splits every page separately: no chunk contains text of two pages, so its page is exact. Text before the first page
 * belongs to the first page.
 */
export function chunkPages(content: string, pages: readonly PageStart[]): PageChunk[] {
  const chunks: PageChunk[] = [];
  for (const [index, { start, at: page }] of pages.entries()) {
    const from = index === 0 ? 0 : start;
    const text = content.slice(from, pages[index + 1]?.start ?? content.length);
    for (const piece of chunkText(text)) {
      chunks.push({
        ...piece,
        start: from + piece.start,
        end: from + piece.end,
        ordinal: chunks.length,
        page,
      });
    }
  }
  return chunks;
}
