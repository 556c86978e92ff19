import type { ReactNode } from 'react';

/** A stretch of a text, in UTF-16 code units. */
export interface Range {
  start: number;
  end: number;
}

/**
 * A piece of a text with words marked, and where a passage begins or ends in it, that passage too.
 *
 * @param offset where the piece begins, in the units of `words` and `passage`
 * @param words in order, without overlap
 */
export function marked(text: string, offset: number, words: readonly Range[], passage?: Range): ReactNode {
  if (!passage) return withWords(text, offset, words);
  const from = clamp(passage.start - offset, text.length);
  const to = clamp(passage.end - offset, text.length);
  if (from >= to) return withWords(text, offset, words);
  return (
    <>
      {withWords(text.slice(0, from), offset, words)}
      <span className="cited">{withWords(text.slice(from, to), offset + from, words)}</span>
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
