import type { ReactNode } from 'react';

/** A stretch of a text, in UTF-16 code units. */
export interface Range {
  start: number;
  end: number;
}

/**
 * A piece of a text with words marked, and what begins or ends in it of a passage and of the sentence in it.
 *
 * @param offset where the piece begins, in the units of `words` and of what is around them
 * @param words in order, without overlap
 * @param around with the name of their style, the widest first; each lies in the one before it
 */
export function markWords(
  text: string,
  offset: number,
  words: readonly Range[],
  around: readonly (readonly [range: Range, style: string])[] = [],
): ReactNode {
  const [outer, ...inner] = around;
  if (!outer) return withWords(text, offset, words);
  const [range, style] = outer;
  const from = clamp(range.start - offset, text.length);
  const to = clamp(range.end - offset, text.length);
  if (from >= to) return withWords(text, offset, words);
  return (
    <>
      {withWords(text.slice(0, from), offset, words)}
      <span className={style}>{markWords(text.slice(from, to), offset + from, words, inner)}</span>
      {withWords(text.slice(to), offset + to, words)}
    </>
  );
}

function withWords(text: string, offset: number, words: readonly Range[]): ReactNode {
  const pieces: ReactNode[] = [];
  let at = 0;
  for (const { start, end } of words) {
    const from = clamp(start - offset, text.length);
    const to = clamp(end - offset, text.length);
    if (from >= to) continue;
    pieces.push(text.slice(at, from), <mark key={from}>{text.slice(from, to)}</mark>);
    at = to;
  }
  pieces.push(text.slice(at));
  return pieces;
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(0, value));
}
