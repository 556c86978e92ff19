import { isSpace, trimEnd } from './chunk-size.ts';
import { indentColumns, indentEnd, isBlankLine, type Line, lineAt } from './text-lines.ts';

/** A Markdown block as a range of the content, without white space at its end. */
export interface Block {
  kind: 'heading' | 'fence' | 'table' | 'item' | 'quote' | 'paragraph';
  start: number;
  end: number;
  /** 1 to 6 for a heading, 0 for other blocks. */
  level: number;
  /** The heading's text without its marks; empty for other blocks. */
  title: string;
}

interface ReadBlock {
  block: Block;
  next: number;
}

// A "heading" longer than this is a paragraph that happens to start with `#` or stand above a row of `=`.
const MAX_HEADING_UNITS = 400;
const FRONT_MATTER_LINES = 100;

const HASH = 35;
const QUOTE = 62;
const PIPE = 124;
const BACKTICK = 96;
const TILDE = 126;

/**
 * The blocks of a Markdown or plain text, in order; together they contain everything but white space. It is a line
 * scanner and not a parser: it only has to know where a block ends. Nested blocks stay inside their outermost block (an
 * item with its continuation lines, a quote with everything in it). Every line is read at most twice, so the time is
 * linear for every input.
 */
export function* scanBlocks(content: string): Generator<Block> {
  let at = 0;
  const front = readFrontMatter(content);
  if (front) {
    yield front.block;
    at = front.next;
  }
  while (at < content.length) {
    const line = lineAt(content, at);
    if (isBlankLine(content, line)) {
      at = line.next;
      continue;
    }
    const read =
      readFence(content, line) ??
      readAtxHeading(content, line) ??
      readTable(content, line) ??
      readItem(content, line) ??
      readQuote(content, line) ??
      readParagraph(content, line);
    yield read.block;
    at = read.next;
  }
}

function blockOf(content: string, kind: Block['kind'], start: number, next: number): ReadBlock {
  return { block: { kind, start, end: trimEnd(content, start, next), level: 0, title: '' }, next };
}

function headingOf(content: string, start: number, next: number, level: number, title: string): ReadBlock {
  const read = blockOf(content, 'heading', start, next);
  return { next, block: { ...read.block, level, title } };
}

/** YAML between two `---` lines at the top; without this rule its last line would be a heading. */
function readFrontMatter(content: string): ReadBlock | null {
  if (!content.startsWith('---')) return null;
  let line = lineAt(content, 0);
  if (trimEnd(content, 0, line.end) !== 3) return null;
  for (let n = 0; n < FRONT_MATTER_LINES && line.next < content.length; n++) {
    line = lineAt(content, line.next);
    const text = content.slice(line.start, Math.min(line.end, line.start + 8)).trimEnd();
    if (text === '---' || text === '...') return blockOf(content, 'paragraph', 0, line.next);
  }
  return null;
}

/** The run of backticks or tildes that opens a fence on this line, or null. */
function fenceMark(content: string, line: Line): { code: number; length: number } | null {
  const start = indentEnd(content, line);
  const code = content.charCodeAt(start);
  if (code !== BACKTICK && code !== TILDE) return null;
  let end = start;
  while (end < line.end && content.charCodeAt(end) === code) end++;
  if (end - start < 3) return null;
  if (code === BACKTICK && content.slice(end, line.end).includes('`')) return null;
  return { code, length: end - start };
}

function closesFence(content: string, line: Line, mark: { code: number; length: number }): boolean {
  const start = indentEnd(content, line);
  let end = start;
  while (end < line.end && content.charCodeAt(end) === mark.code) end++;
  return end - start >= mark.length && trimEnd(content, end, line.end) === end;
}

/** Where the text after a fence starts; an unclosed fence runs to the end of the content. */
function fenceEnd(content: string, line: Line, mark: { code: number; length: number }): number {
  let at = line.next;
  while (at < content.length) {
    const inner = lineAt(content, at);
    at = inner.next;
    if (closesFence(content, inner, mark)) break;
  }
  return at;
}

function readFence(content: string, line: Line): ReadBlock | null {
  const mark = fenceMark(content, line);
  return mark && blockOf(content, 'fence', line.start, fenceEnd(content, line, mark));
}

function atxLevel(content: string, line: Line): number {
  const start = indentEnd(content, line);
  if (start - line.start > 3 || content.charCodeAt(start) !== HASH) return 0;
  if (line.end - line.start > MAX_HEADING_UNITS) return 0;
  let end = start;
  while (end < line.end && content.charCodeAt(end) === HASH) end++;
  const bare = end === line.end || isSpace(content.charCodeAt(end));
  return bare && end - start <= 6 ? end - start : 0;
}

function readAtxHeading(content: string, line: Line): ReadBlock | null {
  const level = atxLevel(content, line);
  if (level === 0) return null;
  const marked = content.slice(line.start, line.end).trim().slice(level).trim();
  const title = /^#+$/.test(marked) ? '' : marked.replace(/[ \t]#+$/, '').trimEnd();
  return headingOf(content, line.start, line.next, level, title);
}

function hasPipe(content: string, line: Line): boolean {
  for (let at = line.start; at < line.end; at++) if (content.charCodeAt(at) === PIPE) return true;
  return false;
}

/** A row such as `| --- | :-: |`, which turns the line above it into a table's header. */
function isDelimiterRow(content: string, line: Line): boolean {
  let dashes = 0;
  let pipes = 0;
  for (let at = line.start; at < line.end; at++) {
    const char = content[at];
    if (char === '-') dashes++;
    else if (char === '|') pipes++;
    else if (char !== ':' && char !== ' ' && char !== '\t') return false;
  }
  return dashes > 0 && pipes > 0;
}

function startsTable(content: string, line: Line): boolean {
  if (line.next >= content.length || !hasPipe(content, line)) return false;
  return isDelimiterRow(content, lineAt(content, line.next));
}

function readTable(content: string, line: Line): ReadBlock | null {
  if (!startsTable(content, line)) return null;
  let at = lineAt(content, line.next).next;
  while (at < content.length) {
    const row = lineAt(content, at);
    if (isBlankLine(content, row) || fenceMark(content, row) || atxLevel(content, row) > 0) break;
    at = row.next;
  }
  return blockOf(content, 'table', line.start, at);
}

const ITEM = /^(?:[-+*]|\d{1,9}[.)])(?=[ \t\r\n]|$)/;

function startsItem(content: string, line: Line): boolean {
  const start = indentEnd(content, line);
  return ITEM.test(content.slice(start, Math.min(line.end, start + 12)));
}

/**
 * An item with its continuation lines: the lines right below it that start no other block, and after blank lines the
 * indented ones. A nested item is a separate block; a fence inside an item is not cut.
 */
function readItem(content: string, line: Line): ReadBlock | null {
  if (!startsItem(content, line)) return null;
  let at = line.next;
  let afterBlank = false;
  while (at < content.length) {
    const inner = lineAt(content, at);
    if (isBlankLine(content, inner)) {
      afterBlank = true;
      at = inner.next;
      continue;
    }
    const indented = indentColumns(content, inner) >= 2;
    if (startsItem(content, inner) || (!indented && (afterBlank || interrupts(content, inner)))) break;
    const mark = fenceMark(content, inner);
    at = mark ? fenceEnd(content, inner, mark) : inner.next;
    afterBlank = false;
  }
  return blockOf(content, 'item', line.start, at);
}

function startsQuote(content: string, line: Line): boolean {
  return content.charCodeAt(indentEnd(content, line)) === QUOTE;
}

function readQuote(content: string, line: Line): ReadBlock | null {
  if (!startsQuote(content, line)) return null;
  let at = line.next;
  while (at < content.length) {
    const inner = lineAt(content, at);
    if (!startsQuote(content, inner)) break;
    at = inner.next;
  }
  return blockOf(content, 'quote', line.start, at);
}

/** Whether a line ends the paragraph above it, or the unindented continuation of an item. */
function interrupts(content: string, line: Line): boolean {
  return (
    startsQuote(content, line) ||
    startsItem(content, line) ||
    atxLevel(content, line) > 0 ||
    fenceMark(content, line) !== null ||
    startsTable(content, line)
  );
}

/** 1 below a row of `=`, 2 below a row of `-`, 0 otherwise. */
function setextLevel(content: string, line: Line): number {
  const start = indentEnd(content, line);
  const mark = content[start];
  if (start - line.start > 3 || (mark !== '=' && mark !== '-')) return 0;
  let end = start;
  while (end < line.end && content[end] === mark) end++;
  if (trimEnd(content, end, line.end) !== end) return 0;
  return mark === '=' ? 1 : 2;
}

function readParagraph(content: string, line: Line): ReadBlock {
  let at = line.next;
  let textEnd = line.end;
  while (at < content.length) {
    const inner = lineAt(content, at);
    if (isBlankLine(content, inner)) break;
    const level = textEnd - line.start <= MAX_HEADING_UNITS ? setextLevel(content, inner) : 0;
    if (level > 0) {
      const title = content.slice(line.start, textEnd).trim().replace(/\s+/g, ' ');
      return headingOf(content, line.start, inner.next, level, title);
    }
    if (interrupts(content, inner)) break;
    at = inner.next;
    textEnd = inner.end;
  }
  return blockOf(content, 'paragraph', line.start, at);
}
