import { createHash } from 'node:crypto';
import { MAX_SIZE, UNITS_PER_WORD } from './chunk-size.ts';
import { chunk } from './chunk-text.ts';
import { cutDocument, type PlacedChunk } from './cut-documents.ts';
import type { ReadDocument, ReadingFailureCode } from './reading/reading.ts';

/** A chunk on its way to the database; its text is `content.slice(start, end)`. */
export type ExtractedChunk = PlacedChunk;

/** How much there is, or why nothing can be made of it. */
export type Extracted = ExtractedText | { failure: ReadingFailureCode };

export interface ExtractedText {
  chunks: number;
  pieces: number;
  /** The content in UTF-8 bytes and their SHA-256 in hex; only of documents. */
  content: { byteSize: number; hash: string } | null;
}

/** Bytes or documents in, text and chunks out, piece by piece, so that no message between threads is large. */
export interface TextExtractor {
  push(bytes: Uint8Array): void;
  /** Takes a document that was read already; one of a repository gets its path as a heading. */
  add(document: ReadDocument): void;
  end(): Extracted;
  /** A piece of the content; the pieces joined are the content. */
  piece(at: number): string;
  chunks(from: number, count: number): ExtractedChunk[];
}

/** UTF-16 code units in a piece of content: at most 1 MB as UTF-8. */
const PIECE_UNITS = 256 * 1024;
/** No chunk is longer, so a text longer than all chunks together need not be cut to be refused. */
const MAX_CHUNK_UNITS = MAX_SIZE * UNITS_PER_WORD;

/**
 * Characters that show nothing and carry nothing but hidden text: zero-width spaces and joiners of words, invisible
 * operators, byte order marks inside a text, Unicode tags. ZWJ and ZWNJ stay: emoji, Persian and Hindi need them.
 */
const INVISIBLE = /[\u180e\u200b\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]/gu;

/** Takes characters out that show nothing. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/** Reads UTF-8 text and cuts it into chunks; a text that would make more than `maxChunks` is refused. */
export function createTextExtractor(maxChunks: number): TextExtractor {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const parts: string[] = [];
  let units = 0;
  let failure: ReadingFailureCode | null = null;
  let hasDocuments = false;
  let content = '';
  let bounds: number[] = [0];
  let found: ExtractedChunk[] = [];

  function decode(bytes: Uint8Array | null): void {
    if (failure !== null) return;
    try {
      const text = bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
      if (text.includes('\0')) failure = 'binary_content';
      parts.push(withoutInvisible(text));
      units += parts.at(-1)?.length ?? 0;
      if (units > maxChunks * MAX_CHUNK_UNITS) failure = 'too_many_chunks';
    } catch {
      failure = bytes?.includes(0) ? 'binary_content' : 'invalid_encoding';
    }
    if (failure !== null) parts.length = 0;
  }

  function add(document: ReadDocument): void {
    hasDocuments = true;
    if (failure !== null) return;
    const header = document.path === null ? '' : `${units === 0 ? '' : '\n\n'}# ${document.path}\n\n`;
    const from = units + header.length;
    parts.push(header, document.content);
    units = from + document.content.length;
    for (const cut of cutDocument(document)) {
      found.push({ ...cut, start: from + cut.start, end: from + cut.end });
    }
    if (found.length > maxChunks) {
      failure = 'too_many_chunks';
      parts.length = 0;
    }
  }

  return {
    push: decode,
    add,
    end() {
      if (!hasDocuments) decode(null);
      if (failure === null) {
        content = parts.join('');
        parts.length = 0;
        if (!hasDocuments) found = chunk(content).map(unplaced);
        if (found.length === 0) failure = 'empty_content';
        else if (found.length > maxChunks) failure = 'too_many_chunks';
      }
      if (failure !== null) return { failure };
      bounds = pieceBounds(content);
      return {
        chunks: found.length,
        pieces: bounds.length - 1,
        content: hasDocuments ? digest(content) : null,
      };
    },
    piece: (at) => content.slice(bounds[at], bounds[at + 1]),
    chunks: (from, count) => found.slice(from, from + count),
  };
}

function unplaced({ start, end, text, heading }: ReturnType<typeof chunk>[number]): ExtractedChunk {
  return { start, end, text, heading, place: null, url: null };
}

function digest(content: string): ExtractedText['content'] {
  const bytes = Buffer.from(content);
  return { byteSize: bytes.length, hash: createHash('sha256').update(bytes).digest('hex') };
}

/** Where pieces begin and end; never between the halves of a surrogate pair. */
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
