import { groupIntoRows } from './columns.ts';
import { median, type Segment } from './segments.ts';

/** The number of lines at the upper and lower edge of a page that can be running heads. */
const EDGE_LINES = 3;
/** A line with more parts is a row of a table. */
const MAX_PARTS = 8;
/** A running head must repeat within this many pages, because left and right pages can differ. */
export const RUNNING_LINE_PAGE_DISTANCE = 4;
/** The tolerances for its line and for its start or end, in letter sizes, because numbers can have more digits. */
const LINE_SHIFT = 0.5;
const SIDE_SHIFT = 2;
/**
 * The minimum distance to other text, from baseline to baseline in letter sizes; running heads are not larger than it.
 */
const MIN_WHITE_DISTANCE = 1.6;
const LARGEST = 1.2;
const ROMAN: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

/** The lines at an edge of a page that can be running heads or page numbers, outermost first. */
export type PageEdge = readonly Segment[][];

/** The upper and lower edges of a page, for each direction of its text. */
export function pageEdges(directions: readonly Segment[][]): PageEdge[] {
  return directions.flatMap((segments) => {
    const largest = LARGEST * median(segments.map(({ size }) => size));
    const rows = groupIntoRows(segments).map((row) => {
      return { row, isCandidate: row.length <= MAX_PARTS && row.every(({ size }) => size <= largest) };
    });
    return [rows, rows.toReversed()].map((outward) => {
      const parted = outward
        .slice(0, EDGE_LINES)
        .findLastIndex(({ row }, at) => isParted(row, outward[at + 1]?.row));
      return outward.slice(0, parted + 1).map(({ row, isCandidate }) => (isCandidate ? row : []));
    });
  });
}

/** Whether there is white space between an outer line and the next one towards the middle of the page. */
function isParted([outer]: readonly Segment[], inner: readonly Segment[] | undefined): boolean {
  if (!outer || !inner?.[0]) return true;
  return Math.abs(outer.base - inner[0].base) > MIN_WHITE_DISTANCE * outer.size;
}

/**
 * The running heads and page numbers of a page: they have the same place on nearby pages with the same text, or with
 * numbers that differ by as much as the pages do.
 *
 * @param near the edges of the pages around it, by their distance: -1 is the previous page
 * @returns for each whether it adds nothing new: it contains the page number, or an earlier page has it too
 */
export function runningLines(
  edges: readonly PageEdge[],
  near: ReadonlyMap<number, readonly PageEdge[]>,
): Map<Segment, boolean> {
  const running = new Map<Segment, boolean>();
  const fewest = near.size > 3 ? 2 : 1;
  const pages = [...near].map(([by, others]) => ({ by, others: others.flat(2) }));
  for (const line of edges.flatMap((edge) =>
    outerLines(edge, (segment) => copiesOf(segment, pages).length >= fewest),
  )) {
    for (const segment of line) {
      const copies = copiesOf(segment, pages);
      const isKnown = copies.some(({ by, text }) => by < 0 || text !== segment.text);
      if (copies.length >= fewest) running.set(segment, isKnown);
    }
  }
  return running;
}

/** The lines before the first one that is not a running head. */
function outerLines(edge: PageEdge, isRunning: (segment: Segment) => boolean): Segment[][] {
  const inner = edge.findIndex((line) => !line.some(isRunning));
  return edge.slice(0, inner < 0 ? edge.length : inner);
}

/** The pages with the same text at the same place. */
function copiesOf(
  segment: Segment,
  pages: readonly { by: number; others: readonly Segment[] }[],
): { by: number; text: string }[] {
  return pages.flatMap(({ by, others }) => {
    const copy = others.find((one) => isNearby(segment, one) && isSameText(segment.text, one.text, by));
    return copy ? [{ by, text: copy.text }] : [];
  });
}

function isNearby(one: Segment, other: Segment): boolean {
  const side = Math.min(Math.abs(one.left - other.left), Math.abs(one.right - other.right));
  return Math.abs(one.base - other.base) <= LINE_SHIFT * one.size && side <= SIDE_SHIFT * one.size;
}

function isSameText(text: string, other: string, by: number): boolean {
  const [parts, others] = [partsOf(text), partsOf(other)];
  if (parts.length !== others.length) return false;
  return parts.every((part, at) => part === others[at] || Number(others[at]) - Number(part) === by);
}

/** Its words and numbers; a roman numeral counts as a number. */
function partsOf(text: string): string[] {
  return /^[ivxlc]+$/i.test(text) ? [`${romanNumber(text)}`] : (text.match(/\d+|\D+/g) ?? []);
}

function romanNumber(text: string): number {
  const values = [...text.toLowerCase()].map((letter) => ROMAN[letter] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}
