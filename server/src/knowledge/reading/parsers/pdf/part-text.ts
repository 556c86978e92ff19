import { groupIntoRows, SAME_ROW_TOLERANCE } from './columns.ts';
import { median, type Segment } from './segments.ts';
import { findTables, tableText } from './tables.ts';

/** A line further below the previous one than this, in letter sizes and in usual distances, begins a paragraph. */
const PARAGRAPH_SIZES = 1.6;
const PARAGRAPH_PITCHES = 1.3;
/** The maximum distance of lines in a paragraph: manuscripts for correction have 2.4. */
const WIDEST_PITCH = 2.5;
/** Letters that differ in size by this factor begin a paragraph: a heading, a footnote. */
const OTHER_SIZE = 1.15;
/** A segment drawn this far above the previous line, in letter sizes, is drawn out of order. */
const UPWARD_SHIFT = 0.9;
const CJK =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\ufe10-\\ufe4f\\uff00-\\uffef]';
const SPACE_IN_CJK = new RegExp(`(?<=${CJK}) (?=${CJK})`, 'gu');

/** The text of a part of a page: a line for each of its lines and rows, and an empty line between paragraphs. */
export function partText(part: readonly Segment[]): string {
  const rows = inOrder(part);
  const pitch = usualPitch(rows);
  const tables = findTables(rows);
  let text = '';
  let isAfterTable = false;
  for (let at = 0; at < rows.length; ) {
    const table = tables.find(({ first }) => first === at);
    const end = table?.end ?? at + 1;
    const row = rows[at] ?? [];
    if (at > 0)
      text += isAfterTable || table || beginsParagraph(rows[at - 1] ?? [], row, pitch) ? '\n\n' : '\n';
    isAfterTable = table !== undefined;
    text += table ? tableText(rows.slice(at, end), table.columns) : lineOf(row);
    at = end;
  }
  return text;
}

/**
 * Rows in drawing order if that leads down the page, because formulas are drawn as they are read; otherwise from top to
 * bottom.
 */
function inOrder(part: readonly Segment[]): Segment[][] {
  const rows: Segment[][] = [];
  let base = Number.POSITIVE_INFINITY;
  let size = 0;
  for (const segment of part.toSorted((a, b) => a.order - b.order)) {
    if (segment.base - base > UPWARD_SHIFT * segment.size) return groupIntoRows(part);
    if (Math.abs(segment.base - base) <= SAME_ROW_TOLERANCE * Math.max(segment.size, size))
      rows.at(-1)?.push(segment);
    else {
      rows.push([segment]);
      size = 0;
    }
    if (segment.size > size) ({ base, size } = segment);
  }
  return rows.map((row) => row.sort((a, b) => a.left - b.left));
}

function lineOf(row: readonly Segment[]): string {
  const isRtl = row.filter((segment) => segment.isRtl).length * 2 > row.length;
  const texts = row.map(({ text }) => text);
  return (isRtl ? texts.reverse() : texts).join(' ').replace(SPACE_IN_CJK, '');
}

function baseOf(row: readonly Segment[]): number {
  return row.reduce((largest, one) => (one.size > largest.size ? one : largest), row[0] as Segment).base;
}

function sizeOf(row: readonly Segment[]): number {
  return Math.max(...row.map(({ size }) => size));
}

function usualPitch(rows: readonly Segment[][]): number {
  const pitches = rows.slice(1).map((row, at) => baseOf(rows[at] ?? row) - baseOf(row));
  const size = median(rows.map(sizeOf));
  return Math.min(median(pitches), WIDEST_PITCH * size);
}

function beginsParagraph(before: readonly Segment[], row: readonly Segment[], pitch: number): boolean {
  const [size, sizeBefore] = [sizeOf(row), sizeOf(before)];
  const ratio = size / sizeBefore;
  if (ratio > OTHER_SIZE || ratio < 1 / OTHER_SIZE) return true;
  const least = Math.max(PARAGRAPH_SIZES * Math.max(size, sizeBefore), PARAGRAPH_PITCHES * pitch);
  return Math.abs(baseOf(before) - baseOf(row)) > least;
}
