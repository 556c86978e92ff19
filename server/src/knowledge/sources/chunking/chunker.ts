import { sha256 } from '../../../kernel/json.ts';
import type { ReadDocument, ReadingFailureCode } from '../../reading/reading.ts';
import { chunkDocument, type PlacedChunk } from './chunk-document.ts';
import { MAX_CHUNK_SIZE, UNITS_PER_WORD } from './chunk-size.ts';

/** The result for a text, or why there is none. */
export type ChunkingOutcome = ChunkingSummary | { failure: ReadingFailureCode };

export interface ChunkingSummary {
  chunks: number;
  pieces: number;
  /** The content in UTF-8 bytes, and its SHA-256 in hex. */
  content: { byteSize: number; hash: string };
}

/** Receives documents and returns text and chunks in pieces, so that no message between threads is large. */
export type Chunker = ReturnType<typeof createChunker>;

/** UTF-16 code units in a piece of content: at most 1 MB as UTF-8. */
const PIECE_UNITS = 256 * 1024;
/** Maximum code units of a chunk. A text longer than all allowed chunks together is refused before it is split. */
const MAX_CHUNK_UNITS = MAX_CHUNK_SIZE * UNITS_PER_WORD;

/** Joins documents to one text and splits it into chunks. A text with more than `maxChunks` chunks is refused. */
export function createChunker(maxChunks: number) {
  const parts: string[] = [];
  let units = 0;
  let failure: ReadingFailureCode | null = null;
  let content = '';
  let bounds: number[] = [0];
  const found: PlacedChunk[] = [];

  function add(document: ReadDocument): void {
    if (failure !== null) return;
    const header = document.path === null ? '' : `${units === 0 ? '' : '\n\n'}# ${document.path}\n\n`;
    const from = units + header.length;
    parts.push(header, document.content);
    units = from + document.content.length;
    if (units <= maxChunks * MAX_CHUNK_UNITS) place(document, from);
    else failure = 'too_many_chunks';
    if (found.length > maxChunks) failure = 'too_many_chunks';
    if (failure !== null) parts.length = 0;
  }

  function place(document: ReadDocument, from: number): void {
    for (const cut of chunkDocument(document)) {
      found.push({ ...cut, start: from + cut.start, end: from + cut.end });
    }
  }

  return {
    /** Adds a document. A file of a repository gets its path as a heading. */
    add,
    end(): ChunkingOutcome {
      if (failure !== null) return { failure };
      if (found.length === 0) return { failure: 'empty_content' };
      content = parts.join('');
      parts.length = 0;
      bounds = pieceBounds(content);
      return { chunks: found.length, pieces: bounds.length - 1, content: digest(content) };
    },
    /** One piece of the content; all pieces together are the content. */
    piece: (at: number): string => content.slice(bounds[at], bounds[at + 1]),
    chunks: (from: number, count: number): PlacedChunk[] => found.slice(from, from + count),
  };
}

function digest(content: string): ChunkingSummary['content'] {
  const bytes = Buffer.from(content);
  return { byteSize: bytes.length, hash: sha256(bytes) };
}

/** The boundaries of pieces, never between the halves of a surrogate pair. */
function pieceBounds(content: string): number[] {
  const bounds = [0];
  for (let at = 0; at < content.length; ) {
    at = Math.min(content.length, at + PIECE_UNITS);
    if (at < content.length && isLowSurrogate(content.charCodeAt(at))) at--;
    bounds.push(at);
  }
  return bounds;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
