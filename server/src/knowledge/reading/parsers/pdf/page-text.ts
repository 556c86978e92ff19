import { splitIntoParts } from './columns.ts';
import { partText } from './part-text.ts';
import type { Segment } from './segments.ts';

/**
 * The text of a page in reading order, with `\u2028` between the lines of a cell. Text in other directions comes last.
 */
export function pageText(directions: readonly Segment[][]): string {
  let text = '';
  let last: Segment | undefined;
  for (const part of directions.flatMap(splitIntoParts)) {
    const next = partText(part);
    if (next === '') continue;
    if (text !== '') text += last && sentenceContinues(text, last, next, part[0]) ? '\n' : '\n\n';
    text += next;
    last = part.at(-1);
  }
  return text;
}

/** Whether a sentence continues in the next column: the letters have the same size, and no new sentence begins. */
function sentenceContinues(text: string, last: Segment, next: string, first: Segment | undefined): boolean {
  const isSameSize = first !== undefined && Math.abs(first.size - last.size) < 0.5;
  return isSameSize && /[\p{L}\p{N},‐-]$/u.test(text) && /^\p{Ll}/u.test(next);
}
