import { groupIntoRows, SAME_ROW_TOLERANCE } from './columns.ts';
import type { Segment } from './segments.ts';

/** Rows of a part that form a table, and the range of each of its columns. */
export interface Table {
  first: number;
  end: number;
  columns: readonly Column[];
}

interface Column {
  left: number;
  right: number;
}

/** The lines of a cell. */
interface Cell {
  column: number;
  lines: Segment[];
}

/** The minimum number of rows with two cells in a table. */
const MIN_TABLE_ROWS = 3;
/** Maximum consecutive rows with one cell in a table, such as a group heading. */
const SINGLE_ROWS = 2;
/** Maximum distance between rows of a table, in letter sizes. */
const ROW_DISTANCE = 3.5;
/** Maximum distance between lines of a cell, in letter sizes. */
const LINE_DISTANCE = 1.4;
/** Maximum share of rows whose cells may extend over the white between two columns: headings of several columns. */
const MAX_SPANNING_SHARE = 0.15;
/**
 * Minimum width of the white between two columns, in letter sizes, because wide spaces can be below each other by
 * chance.
 */
const MIN_COLUMN_GAP = 0.7;
/** Marks before the items of a list. */
const MARK = /^(?:[^\p{L}\p{N}]|[([]?[\p{L}\p{N}.]{1,5}[.)\]:]+)$/u;
/** Dots before a page number, as in a table of contents. */
const LEADER = /^[\s.·…_]{3,}$|(?:\. ?){4,}/;

/** Finds the tables among rows, which are sorted from top to bottom. */
export function findTables(rows: readonly Segment[][]): Table[] {
  return runsOf(rows).flatMap(({ first, end }) => {
    const columns = columnsIn(rows.slice(first, end));
    return isTable(rows.slice(first, end), columns) ? [{ first, end, columns }] : [];
  });
}

/** Consecutive rows of several cells, and the left edge of their first cells. */
interface Run {
  first: number;
  end: number;
  left: number;
}

function runsOf(rows: readonly Segment[][]): Run[] {
  const runs: Run[] = [];
  let run: Run | null = null;
  for (const [at, row] of rows.entries()) {
    const apart = at === 0 ? 0 : distance(rows[at - 1] ?? row, row);
    if (run && (apart > ROW_DISTANCE || at - run.end > SINGLE_ROWS)) run = null;
    const [{ left, size } = { left: 0, size: 0 }] = row;
    const isRow = row.length > 1 && !row.some(({ text }) => LEADER.test(text));
    if (run) {
      const isLowerLine = row.length === 1 && left > run.left + size && apart <= LINE_DISTANCE;
      if (isRow || isLowerLine) run.end = at + 1;
      if (isRow) run.left = Math.min(run.left, left);
    } else if (isRow) {
      run = { first: at, end: at + 1, left };
      runs.push(run);
    }
  }
  return runs;
}

function distance([before]: readonly Segment[], row: readonly Segment[]): number {
  return ((before?.base ?? 0) - (row[0]?.base ?? 0)) / Math.max(...row.map(({ size }) => size));
}

/** The columns of the cells, ignoring cells that extend over several. */
function columnsIn(rows: readonly Segment[][]): Column[] {
  const cells = rows.flat();
  const frequent = covered(cells, Math.floor(MAX_SPANNING_SHARE * rows.length));
  const columns = covered(
    cells.filter((cell) => frequent.filter((column) => overlaps(cell, column)).length < 2),
    0,
  );
  const size = Math.max(...cells.map((cell) => cell.size));
  return columns.reduce<Column[]>((parted, column) => {
    const last = parted.at(-1);
    if (last && column.left - last.right < MIN_COLUMN_GAP * size) last.right = column.right;
    else parted.push({ ...column });
    return parted;
  }, []);
}

/** The ranges in which more than `most` cells overlap. */
function covered(cells: readonly Segment[], most: number): Column[] {
  const edges = cells.flatMap(({ left, right }) => [
    { x: left, change: 1 },
    { x: right, change: -1 },
  ]);
  edges.sort((a, b) => a.x - b.x || b.change - a.change);
  const columns: Column[] = [];
  let depth = 0;
  for (const { x, change } of edges) {
    if (change > 0 && depth === most) columns.push({ left: x, right: x });
    depth += change;
    const last = columns.at(-1);
    if (change < 0 && depth === most && last) last.right = x;
  }
  return columns;
}

function overlaps({ left, right }: Column, column: Column): boolean {
  return column.right > left && column.left < right;
}

function isTable(rows: readonly Segment[][], columns: readonly Column[]): boolean {
  if (columns.length < 2) return false;
  const several = rows.map((row) => textsOf(cellsOf(row, columns), columns)).filter(hasSeveral);
  if (several.length < MIN_TABLE_ROWS) return false;
  const marks = several.filter(([first = '']) => MARK.test(first));
  return columns.length > 2 || marks.length * 2 < several.length;
}

function hasSeveral(texts: readonly string[]): boolean {
  return texts.filter((text) => text !== '').length > 1;
}

/** The cells of a row, or of rows in drawing order: lines below each other are then one cell. */
function cellsOf(segments: readonly Segment[], columns: readonly Column[]): Cell[] {
  const cells: Cell[] = [];
  for (const segment of segments) {
    const column = columnOf(segment, columns);
    const cell = cells.at(-1);
    const line = cell?.lines.at(-1);
    const below = line ? (line.base - segment.base) / segment.size : 0;
    if (cell?.column === column && below >= -SAME_ROW_TOLERANCE && below <= LINE_DISTANCE)
      cell.lines.push(segment);
    else cells.push({ column, lines: [segment] });
  }
  return cells;
}

/** The first column that a segment overlaps, or the nearest one before it. */
function columnOf(segment: Segment, columns: readonly Column[]): number {
  const found = columns.findIndex((column) => overlaps(segment, column));
  return found < 0
    ? Math.max(
        0,
        columns.findLastIndex(({ left }) => left <= segment.left),
      )
    : found;
}

/** The text in each column; empty if it has none. */
function textsOf(cells: readonly Cell[], columns: readonly Column[]): string[] {
  return columns.map((_, at) =>
    cells
      .filter(({ column }) => column === at)
      .map(cellText)
      .join('\u2028'),
  );
}

/** The lines of a cell; pieces of one line follow each other. */
function cellText({ lines }: Cell): string {
  return groupIntoRows(lines)
    .map((row) => row.map(({ text }) => text).join(' '))
    .join('\u2028');
}

/** A line for each row of a table, its cells between bars. */
export function tableText(rows: readonly Segment[][], columns: readonly Column[]): string {
  const drawn = rows.flat().sort((a, b) => a.order - b.order);
  return cellRows(cellsOf(drawn, columns))
    .flatMap((cells) =>
      areRows(cells)
        ? groupIntoRows(cells.flatMap(({ lines }) => lines)).map((row) => cellsOf(row, columns))
        : [cells],
    )
    .map((cells) => `| ${textsOf(cells, columns).join(' | ')} |`)
    .join('\n');
}

/** Cells that are side by side. */
function cellRows(cells: readonly Cell[]): Cell[][] {
  const rows: Cell[][] = [];
  let bottom = Number.POSITIVE_INFINITY;
  for (const cell of cells.toSorted((a, b) => topOf(b) - topOf(a))) {
    if (topOf(cell) < bottom || rows.length === 0) rows.push([]);
    rows.at(-1)?.push(cell);
    bottom = Math.min(
      rows.at(-1)?.length === 1 ? Number.POSITIVE_INFINITY : bottom,
      cell.lines.at(-1)?.base ?? bottom,
    );
  }
  return rows;
}

/** The middle of the first line. */
function topOf({ lines: [line] }: Cell): number {
  return line ? line.base + line.size / 2 : 0;
}

/**
 * Whether the lines of these cells are rows: a table may be drawn column by column, and columns may be too close to
 * separate.
 */
function areRows(cells: readonly Cell[]): boolean {
  const counts = cells.map(({ lines }) => groupIntoRows(lines).length);
  const most = Math.max(...counts);
  const longest = cells[counts.indexOf(most)]?.lines ?? [];
  const isNumeric = longest.every(({ text }) => !/\p{L}/u.test(text));
  return most > 2 && (isNumeric || counts.filter((count) => count === most).length > 1);
}
