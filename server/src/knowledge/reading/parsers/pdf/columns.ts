import { median, type Segment } from './segments.ts';

/** Segments are in one row if their baselines differ by at most this, in letter sizes. */
export const SAME_ROW_TOLERANCE = 0.4;
/**
 * The minimum width of the white strip between two columns, in letter sizes: papers have 1 (10 pt), their longest lines
 * less.
 */
const MIN_GUTTER = 0.75;
/** The minimum number of lines on either side of a strip between columns. */
const MIN_COLUMN_LINES = 3;
/** A white band across the strip that is higher than this, in letter sizes, can separate columns from a table. */
const MIN_BAND_HEIGHT = 1;
/** In running text, half of the lines fill at least this share of the column's width. */
const FILLED_LINE_SHARE = 0.6;
/** In running text, at least this share of the letters is in segments with at least this many letters. */
const RUNNING_TEXT_SHARE = 0.7;
const MIN_SEGMENT_LETTERS = 16;
/** Maximum share of a column's lines that are level with lines on the other side, unless both are running text. */
const MAX_ALIGNED_SHARE = 0.8;
/** How often drawing may switch between the columns: to the right one, and back for the text below. */
const MAX_COLUMN_CHANGES = 2;
/** The number of highest white strips to try, because those inside tables give no columns. */
const MAX_STRIPS = 24;
/** Pages with more segments are drawings or attacks; they are read in drawing order. */
const MAX_SEGMENTS = 20_000;

/** Groups segments into rows from top to bottom, each from left to right. */
export function groupIntoRows(segments: readonly Segment[]): Segment[][] {
  const rows: Segment[][] = [];
  let base = Number.POSITIVE_INFINITY;
  for (const segment of segments.toSorted((a, b) => b.base - a.base)) {
    if (base - segment.base > SAME_ROW_TOLERANCE * segment.size) {
      rows.push([]);
      base = segment.base;
    }
    rows.at(-1)?.push(segment);
  }
  return rows.map((row) => row.sort((a, b) => a.left - b.left));
}

/**
 * The parts of a page in reading order: the text above columns, each column from top to bottom, the text below them. A
 * part contains no columns of running text; the cells of a table are not columns. The segments of a part are sorted
 * from top to bottom.
 */
export function splitIntoParts(segments: readonly Segment[]): Segment[][] {
  if (segments.length === 0) return [];
  const sorted = segments.toSorted((a, b) => b.base - a.base);
  const split = segments.length > MAX_SEGMENTS ? null : bestSplit(sorted);
  if (split === null) return [sorted];
  const { above, left, right, below } = split;
  const isRtl = segments.filter((segment) => segment.isRtl).length * 2 > segments.length;
  const columns = isRtl ? [right, left] : [left, right];
  return [above, ...columns, below].flatMap(splitIntoParts);
}

interface Split {
  above: Segment[];
  left: Segment[];
  right: Segment[];
  below: Segment[];
}

/** A white strip: no segment of `sorted` crosses it from `top` to `bottom`. */
interface Strip {
  x: number;
  first: number;
  end: number;
  /** The number of segments to its left. */
  count: number;
  /** The range in which there is text on both sides. */
  height: number;
}

function bestSplit(sorted: readonly Segment[]): Split | null {
  const gutter = MIN_GUTTER * median(sorted.map(({ size }) => size));
  const strips = new Map<string, Strip>();
  for (const x of candidates(sorted, gutter)) {
    for (const strip of stripsAt(sorted, x, gutter))
      strips.set(`${strip.first} ${strip.end} ${strip.count}`, strip);
  }
  const highest = [...strips.values()].sort((a, b) => b.height - a.height);
  for (const strip of highest.slice(0, MAX_STRIPS)) {
    const split = splitAt(sorted, strip, gutter);
    if (split !== null) return split;
  }
  return null;
}

/** The positions at which strips can begin: the ends of segments. */
function candidates(segments: readonly Segment[], gutter: number): number[] {
  const step = gutter / 4;
  return [...new Set(segments.map(({ right }) => Math.ceil(right / step)))].map((at) => at * step);
}

function stripsAt(sorted: readonly Segment[], x: number, gutter: number): Strip[] {
  const strips: Strip[] = [];
  let first = 0;
  let sides = [sideAt(), sideAt()];
  for (const [at, segment] of [...sorted, null].entries()) {
    if (segment && !(segment.left < x && segment.right > x + gutter)) {
      const side = sides[isRight(segment, x, gutter) ? 1 : 0];
      if (side) {
        side.count++;
        side.top = Math.max(side.top, segment.base);
        side.bottom = segment.base;
      }
      continue;
    }
    const height = Math.min(...sides.map(({ top }) => top)) - Math.max(...sides.map(({ bottom }) => bottom));
    const isLong = sides.every(({ count }) => count >= MIN_COLUMN_LINES);
    if (isLong && height > 0) strips.push({ x, first, end: at, count: sides[0]?.count ?? 0, height });
    first = at + 1;
    sides = [sideAt(), sideAt()];
  }
  return strips;
}

/** The text on one side of a strip: its segments, and its top and bottom. */
function sideAt(): { count: number; top: number; bottom: number } {
  return { count: 0, top: Number.NEGATIVE_INFINITY, bottom: Number.POSITIVE_INFINITY };
}

function isRight({ left, right }: Segment, x: number, gutter: number): boolean {
  return left + right > 2 * x + gutter;
}

/**
 * The columns at a strip. White bands divide the text at the strip into pieces: some may be columns, others a table or
 * names side by side, with the same white between their words.
 */
function splitAt(sorted: readonly Segment[], strip: Strip, gutter: number): Split | null {
  const run = sorted.slice(strip.first, strip.end);
  const pieces = isDrawnApart(run, strip.x, gutter) ? [run] : piecesOf(run);
  const kinds = pieces.map((piece) => kindOf(piece, strip.x, gutter));
  const found = kinds.indexOf('columns');
  if (found < 0) return null;
  let from = found;
  while (from > 0 && kinds[from - 1] === 'part') from--;
  let to = found + 1;
  while (to < pieces.length && kinds[to] !== 'other') to++;
  const inside = pieces.slice(from, to).flat();
  return {
    above: [...sorted.slice(0, strip.first), ...pieces.slice(0, from).flat()],
    left: inside.filter((one) => !isRight(one, strip.x, gutter)),
    right: inside.filter((one) => isRight(one, strip.x, gutter)),
    below: [...pieces.slice(to).flat(), ...sorted.slice(strip.end)],
  };
}

function piecesOf(run: readonly Segment[]): Segment[][] {
  const pieces: Segment[][] = [];
  let bottom = Number.NEGATIVE_INFINITY;
  for (const row of groupIntoRows(run)) {
    const top = Math.max(...row.map(({ base, size }) => base + size));
    const size = Math.max(...row.map((segment) => segment.size));
    if (bottom - top > MIN_BAND_HEIGHT * size || pieces.length === 0) pieces.push([]);
    pieces.at(-1)?.push(...row);
    bottom = Math.min(...row.map(({ base }) => base));
  }
  return pieces;
}

/** `part`: too little text to decide, or text on one side only. */
function kindOf(piece: readonly Segment[], x: number, gutter: number): 'columns' | 'part' | 'other' {
  const left = groupIntoRows(piece.filter((one) => !isRight(one, x, gutter)));
  const right = groupIntoRows(piece.filter((one) => isRight(one, x, gutter)));
  const fewest = Math.min(left.length, right.length);
  if (fewest < MIN_COLUMN_LINES) return 'part';
  const running = [left, right].filter(isRunningText).length;
  if (running === 2) return 'columns';
  const aligned = left.length + right.length - groupIntoRows(piece).length;
  return isDrawnApart(piece, x, gutter) && aligned < MAX_ALIGNED_SHARE * fewest ? 'columns' : 'other';
}

/** Whether one side is drawn before the other, as columns are and the cells of a table hardly ever are. */
function isDrawnApart(piece: readonly Segment[], x: number, gutter: number): boolean {
  const sides = piece.toSorted((a, b) => a.order - b.order).map((one) => isRight(one, x, gutter));
  return sides.filter((side, at) => at > 0 && side !== sides[at - 1]).length <= MAX_COLUMN_CHANGES;
}

/** Whether lines fill their column and contain words, unlike cells. */
function isRunningText(rows: readonly Segment[][]): boolean {
  const lefts = rows.map((row) => row[0]?.left ?? 0);
  const rights = rows.map((row) => Math.max(...row.map(({ right }) => right)));
  const width = Math.max(...rights) - Math.min(...lefts);
  const full = rights.filter((right, at) => right - (lefts[at] ?? 0) > FILLED_LINE_SHARE * width);
  const texts = rows.flat().map(({ text }) => text);
  const long = texts.filter((text) => lettersOf(text) >= MIN_SEGMENT_LETTERS);
  return full.length * 2 >= rows.length && lengthOf(long) > RUNNING_TEXT_SHARE * lengthOf(texts);
}

function lettersOf(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}
