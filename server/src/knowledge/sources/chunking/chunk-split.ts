import { isSpace, skipSpace, TARGET_CHUNK_SIZE, trimEnd, UNITS_PER_WORD } from './chunk-size.ts';

/** Where an oversized block is preferably split: between its lines (code, tables) or its sentences (prose). */
export type CutPreference = 'lines' | 'sentences';

export interface Range {
  start: number;
  end: number;
}

// Longer indentation is not kept in front of a piece of code.
const MAX_KEPT_INDENT = 200;

/**
 * Splits a range that is too large into pieces of at most the target size. Each split is at the best place in its
 * window: blank line, line, sentence, word, and last a code point, never inside a surrogate pair. Only white space is
 * dropped between two pieces. Every window is read a constant number of times.
 */
export function* splitRange(content: string, range: Range, preference: CutPreference): Generator<Range> {
  let at = range.start;
  while (true) {
    const visible = skipSpace(content, at, range.end);
    if (visible >= range.end) return;
    const start = preference === 'lines' ? keepIndent(content, at, visible) : visible;
    const limit = windowEnd(content, visible, range.end);
    const cut = limit === range.end ? limit : cutWithin(content, visible, limit, preference);
    yield { start, end: trimEnd(content, start, cut) };
    at = cut;
  }
}

function keepIndent(content: string, from: number, visible: number): number {
  let at = visible;
  while (at > from && visible - at < MAX_KEPT_INDENT) {
    const code = content.charCodeAt(at - 1);
    if (code !== 32 && code !== 9) return at;
    at--;
  }
  return at === from ? at : visible;
}

/** The furthest end of a piece that starts at `start`: target words or target units, whichever comes first. */
function windowEnd(content: string, start: number, end: number): number {
  const hardEnd = Math.min(end, start + TARGET_CHUNK_SIZE * UNITS_PER_WORD - MAX_KEPT_INDENT);
  let words = 0;
  let inWord = false;
  for (let at = start; at < hardEnd; at++) {
    const space = isSpace(content.charCodeAt(at));
    if (!space && !inWord && ++words > TARGET_CHUNK_SIZE) return at;
    inWord = !space;
  }
  return hardEnd;
}

function cutWithin(content: string, start: number, limit: number, preference: CutPreference): number {
  const half = start + ((limit - start) >> 1);
  if (preference === 'lines') {
    const cut = lastBlankLine(content, half, limit) ?? lastLine(content, start, limit);
    if (cut !== null) return cut;
  }
  return (
    lastSentence(content, half, limit) ??
    lastSentence(content, start, half) ??
    lastSpace(content, start, limit) ??
    lastCodePoint(content, start, limit)
  );
}

function isBreak(code: number): boolean {
  return code === 10 || code === 13;
}

function lastLine(content: string, start: number, limit: number): number | null {
  for (let at = limit; at > start + 1; at--) if (isBreak(content.charCodeAt(at - 1))) return at;
  return null;
}

function lastBlankLine(content: string, start: number, limit: number): number | null {
  for (let at = limit; at > start + 2; at--) {
    if (content.charCodeAt(at - 1) !== 10) continue;
    const before = content.charCodeAt(at - 2) === 13 ? at - 3 : at - 2;
    if (content.charCodeAt(before) === 10) return at;
  }
  return null;
}

const WIDE_STOPS = '。！？｡।॥؟۔';
const STOPS = '.!?…';
const CLOSERS = '"\')]}»”’」』）';

/**
 * The position after the last sentence that ends in (start, limit]; a Latin full stop must be followed by white space.
 */
function lastSentence(content: string, start: number, limit: number): number | null {
  for (let at = limit; at > start + 1; at--) {
    const before = content[at - 1] ?? '';
    if (WIDE_STOPS.includes(before) && !WIDE_STOPS.includes(content[at] ?? ' ')) return at;
    if (!isSpace(before.charCodeAt(0))) continue;
    let last = at - 2;
    while (last > start && at - last < 6 && CLOSERS.includes(content[last] ?? ' ')) last--;
    if (STOPS.includes(content[last] ?? ' ')) return at;
  }
  return null;
}

function lastSpace(content: string, start: number, limit: number): number | null {
  if (isSpace(content.charCodeAt(limit))) return limit;
  for (let at = limit; at > start + 1; at--) if (isSpace(content.charCodeAt(at - 1))) return at;
  return null;
}

const JOINED = /^[\p{M}\u200d]/u;

/** Also keeps combining marks and joined emoji with their character, up to 32 units back. */
function lastCodePoint(content: string, start: number, limit: number): number {
  for (let at = limit; at > Math.max(start + 1, limit - 32); at--) {
    if (isLowSurrogate(content, at) || content.charCodeAt(at - 1) === 0x200d) continue;
    if (!JOINED.test(content.slice(at, at + 2))) return at;
  }
  return isLowSurrogate(content, limit) ? limit - 1 : limit;
}

function isLowSurrogate(content: string, at: number): boolean {
  const code = content.charCodeAt(at);
  const before = content.charCodeAt(at - 1);
  return code >= 0xdc00 && code <= 0xdfff && before >= 0xd800 && before <= 0xdbff;
}
