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
export function marked(
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
      <span className={style}>{marked(text.slice(from, to), offset + from, words, inner)}</span>
      {withWords(text.slice(to), offset + to, words)}
    </>
  );
}

/**
 * The sentence or line of a passage in which most different words were found, the first of several; undefined where none
 * was found.
 *
 * @param words in the units of `text`
 */
export function foundSentence(
  text: string,
  { start, end }: Range,
  words: readonly Range[],
): Range | undefined {
  const ends = [...text.slice(start, end).matchAll(/[.!?]["')\]]*(?=\s)|\n+|[。！？]/g)].map(
    (match) => start + match.index + match[0].length,
  );
  let best: Range | undefined;
  let most = 0;
  let from = start;
  for (const to of [...ends, end]) {
    const own = words.filter((word) => word.start >= from && word.start < to);
    const different = new Set(own.map((word) => text.slice(word.start, word.end).toLowerCase())).size;
    if (different > most) {
      most = different;
      best = { start: from + (/^\s*/.exec(text.slice(from, to))?.[0].length ?? 0), end: to };
    }
    from = to;
  }
  return best;
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
