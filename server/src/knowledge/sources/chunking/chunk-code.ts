import { chunkSize, countWords, MAX_CHUNK_SIZE, TARGET_CHUNK_SIZE, trimEnd } from './chunk-size.ts';
import { splitRange } from './chunk-split.ts';
import type { Chunk } from './chunk-text.ts';

/** A chunk of a source file. */
export interface CodeChunk extends Chunk {
  /** Its first and last line, from 1. */
  startLine: number;
  endLine: number;
}

interface Line {
  number: number;
  start: number;
  /** Without trailing white space. */
  end: number;
  words: number;
  blank: boolean;
  /** Whether it begins with a space or a tab. */
  indented: boolean;
}

/**
 * Splits code between its lines into chunks of about 220 words (1,320 code units): if possible at a blank line before a
 * line that is not indented, otherwise at a blank line or at a line that is not indented. A line is split only if it
 * alone is too large. The time is linear in the length of the content.
 */
export function chunkCode(content: string): CodeChunk[] {
  const chunks: CodeChunk[] = [];
  const lines = [...scanLines(content)];
  const emit = (start: number, end: number, startLine: number, endLine: number) => {
    const text = content.slice(start, end);
    chunks.push({ start, end, text, heading: [], ordinal: chunks.length, startLine, endLine });
  };
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    if (!line || line.blank) {
      at++;
      continue;
    }
    if (chunkSize(line.words, line.end - line.start) > MAX_CHUNK_SIZE) {
      for (const { start, end } of splitRange(content, line, 'sentences')) {
        emit(start, end, line.number, line.number);
      }
      at++;
      continue;
    }
    const next = cutAfter(lines, at);
    const last = lastShown(lines, at, next);
    emit(line.start, last.end, line.number, last.number);
    at = next;
  }
  return chunks;
}

function* scanLines(content: string): Generator<Line> {
  let number = 1;
  for (let start = 0; start < content.length; number++) {
    const found = content.indexOf('\n', start);
    const next = found === -1 ? content.length : found + 1;
    const end = trimEnd(content, start, next);
    const indented = content[start] === ' ' || content[start] === '\t';
    yield { number, start, end, words: countWords(content, start, end), blank: end === start, indented };
    start = next;
  }
}

/** The line that begins the chunk after the one that begins at `from`. */
function cutAfter(lines: readonly Line[], from: number): number {
  const limit = fullAfter(lines, from);
  if (limit >= lines.length) return lines.length;
  const half = from + Math.ceil((limit - from) / 2);
  return (
    lastWhere(half, limit, (at) => isBlank(lines, at - 1) && !isIndented(lines, at)) ??
    lastWhere(half, limit, (at) => isBlank(lines, at - 1)) ??
    lastWhere(half, limit, (at) => !isIndented(lines, at)) ??
    limit
  );
}

/** The first line that no longer fits; at least the one after `from`. */
function fullAfter(lines: readonly Line[], from: number): number {
  const start = lines[from]?.start ?? 0;
  let words = 0;
  for (let at = from; at < lines.length; at++) {
    const line = lines[at];
    if (!line || line.blank) continue;
    words += line.words;
    if (at > from && chunkSize(words, line.end - start) > TARGET_CHUNK_SIZE) return at;
  }
  return lines.length;
}

function lastWhere(from: number, to: number, isGood: (at: number) => boolean): number | null {
  for (let at = to; at > from; at--) if (isGood(at)) return at;
  return null;
}

function isBlank(lines: readonly Line[], at: number): boolean {
  return lines[at]?.blank === true;
}

/** Blank lines count as indented, because nothing begins at them. */
function isIndented(lines: readonly Line[], at: number): boolean {
  const line = lines[at];
  return line === undefined || line.indented || line.blank;
}

/** The last line before `next` that is not blank; the line at `from` is not. */
function lastShown(lines: readonly Line[], from: number, next: number): Line {
  for (let at = next - 1; at > from; at--) {
    const line = lines[at];
    if (line && !line.blank) return line;
  }
  return lines[from] as Line;
}
