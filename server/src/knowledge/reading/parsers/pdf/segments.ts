/**
 * A run of text of a page, from pdf.js: `transform` gives the position of its baseline in points, from the page's lower
 * left.
 */
export interface PageItem {
  str: string;
  dir: string;
  width: number;
  height: number;
  transform: number[];
  fontName: string;
  hasEOL: boolean;
}

/**
 * Text without a wide gap. Its coordinates in points refer to the page turned so that the text runs from left to right:
 * `base` is the height of its baseline, `size` that of its letters.
 */
export interface Segment {
  text: string;
  left: number;
  right: number;
  base: number;
  size: number;
  isRtl: boolean;
  /** Its index in drawing order. */
  order: number;
}

/** A wider gap than this, in letter sizes, separates segments: spaces of typewriter fonts are 0.6. */
const JOINED_GAP = 0.7;
/** A narrower gap between two runs is not a space, in letter sizes. */
const SPACE_GAP = 0.15;
/** The distance of a superscript or subscript from the line's baseline, in letter sizes. */
const SCRIPT_SHIFT = 0.5;
const DIRECTIONS = 24;

interface PlacedSegment extends Segment {
  /** The direction of its text, in 24ths of a full turn. */
  direction: number;
}

/**
 * The segments of a page by the direction of their text, the direction with the most text first.
 *
 * @param isVertical whether a font is written from top to bottom, as Chinese and Japanese can be
 */
export function segmentsByDirection(
  items: readonly PageItem[],
  isVertical: (fontName: string) => boolean,
): Segment[][] {
  const isStacked = isStackedText(items);
  const usualSize = median(items.map(({ height }) => height).filter((height) => height > 0));
  const directions = new Map<number, Segment[]>();
  let last: PlacedSegment | null = null;
  let isSpaced = false;
  let before: PageItem | undefined;
  for (const item of items) {
    const isAgain = before !== undefined && isDrawnAgain(before, item);
    before = item;
    if (isAgain) continue;
    if (item.str.trim() === '') {
      isSpaced = true;
      continue;
    }
    const isUpright = isStacked && item.str.length === 1 && !isVertical(item.fontName);
    const next = isUpright
      ? toSegment(asVertical(item), true, usualSize)
      : toSegment(item, isVertical(item.fontName), usualSize);
    const segments = directions.get(next.direction) ?? [];
    if (last?.direction === next.direction && continues(last, next)) append(last, next, isSpaced);
    else {
      next.order = segments.length;
      directions.set(next.direction, segments);
      segments.push(next);
      last = next;
    }
    isSpaced = false;
  }
  const length = (segments: readonly Segment[]) => segments.reduce((sum, { text }) => sum + text.length, 0);
  return [...directions.values()].sort((a, b) => length(b) - length(a));
}

/** Whether it is the same text at nearly the same place: some programs make bold letters this way. */
function isDrawnAgain(before: PageItem, { str, height, transform }: PageItem): boolean {
  const [, , , , x = 0, y = 0] = transform;
  const [, , , , beforeX = 0, beforeY = 0] = before.transform;
  return str === before.str && str.trim() !== '' && Math.hypot(x - beforeX, y - beforeY) < SPACE_GAP * height;
}

/** Whether most runs are single characters below each other: any font can be written from top to bottom. */
function isStackedText(items: readonly PageItem[]): boolean {
  const shown = items.filter(({ str }) => str.trim() !== '');
  const below = shown.filter(({ str, height, transform: [, , , , x = 0, y = 0] }, at) => {
    const [, , , , nextX = 0, nextY = 0] = shown[at + 1]?.transform ?? [];
    const distance = (y - nextY) / height;
    return (
      str.length === 1 && Math.abs(nextX - x) < SCRIPT_SHIFT * height && distance > 0.7 && distance < 1.4
    );
  });
  return below.length * 2 > shown.length;
}

/** The position of a character by the middle of its upper edge, as in vertical fonts. */
function asVertical(item: PageItem): PageItem {
  const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = item.transform;
  return { ...item, transform: [a, b, c, d, x + item.width / 2, y + item.height] };
}

function toSegment(
  { str, dir, width, height, transform }: PageItem,
  isVertical: boolean,
  usualSize: number,
): PlacedSegment {
  const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = transform;
  // Vertical text is read as if it were turned by 90 degrees: its lines follow from right to left.
  const angle = isVertical ? Math.atan2(-d, -c) : Math.atan2(b, a);
  const turn = Math.round((angle / (2 * Math.PI)) * DIRECTIONS);
  const [cos, sin] = [
    Math.cos((turn * 2 * Math.PI) / DIRECTIONS),
    Math.sin((turn * 2 * Math.PI) / DIRECTIONS),
  ];
  // The letters of a font can be drawings whose height is meaningless.
  const isDrawing = Math.hypot(c, d) > 4 * Math.hypot(a, b);
  const left = x * cos + y * sin;
  return {
    text: str.trim(),
    left,
    right: left + (isVertical ? height : width),
    base: y * cos - x * sin,
    size: (isVertical ? Math.hypot(a, b) : Math.min(Math.hypot(c, d), isDrawing ? usualSize : Infinity)) || 1,
    isRtl: dir === 'rtl',
    order: 0,
    direction: (turn + DIRECTIONS) % DIRECTIONS,
  };
}

function continues(last: Segment, next: Segment): boolean {
  const size = Math.max(last.size, next.size);
  return (
    Math.abs(last.base - next.base) <= SCRIPT_SHIFT * size && Math.abs(gapTo(last, next)) <= JOINED_GAP * size
  );
}

/** Text from right to left can be drawn in either direction. */
function gapTo(last: Segment, next: Segment): number {
  return last.isRtl && next.right <= last.left + last.size ? last.left - next.right : next.left - last.right;
}

function append(last: Segment, next: Segment, isSpaced: boolean): void {
  const isBefore = last.isRtl && next.isRtl && next.left > last.left;
  const space = isSpaced || gapTo(last, next) > SPACE_GAP * Math.min(last.size, next.size) ? ' ' : '';
  last.text = isBefore ? `${next.text}${space}${last.text}` : `${last.text}${space}${next.text}`;
  if (next.size > last.size) {
    last.base = next.base;
    last.size = next.size;
  }
  last.left = Math.min(last.left, next.left);
  last.right = Math.max(last.right, next.right);
}

/** The median; the smaller of the two middle values; 0 for no values. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[(values.length - 1) >> 1] ?? 0;
}
