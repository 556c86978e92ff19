import { trimEnd } from './chunk-size.ts';

/** A line of a text. */
export interface Line {
  start: number;
  /** The end of the line without the line break. */
  end: number;
  /** The start of the next line. */
  next: number;
}

/** The line that starts at `start`; it ends with `\n`, `\r` or `\r\n`. */
export function lineAt(content: string, start: number): Line {
  let end = start;
  while (end < content.length) {
    const code = content.charCodeAt(end);
    if (code === 10) return { start, end, next: end + 1 };
    if (code === 13) return { start, end, next: content.charCodeAt(end + 1) === 10 ? end + 2 : end + 1 };
    end++;
  }
  return { start, end, next: end };
}

export function isBlankLine(content: string, line: Line): boolean {
  return trimEnd(content, line.start, line.end) === line.start;
}

/** The first position of the line that is neither a space nor a tab. */
export function indentEnd(content: string, line: Line): number {
  let at = line.start;
  while (at < line.end && isSpaceOrTab(content.charCodeAt(at))) at++;
  return at;
}

function isSpaceOrTab(code: number): boolean {
  return code === 32 || code === 9;
}

/** Columns of indentation; a tab extends to the next multiple of four. */
export function indentColumns(content: string, line: Line): number {
  let columns = 0;
  for (let at = line.start; at < line.end; at++) {
    const code = content.charCodeAt(at);
    if (code === 32) columns++;
    else if (code === 9) columns += 4 - (columns % 4);
    else break;
  }
  return columns;
}
